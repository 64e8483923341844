import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { BatchView } from '../src/invoices/batch.view.js';
import { addDays, toDay } from '../src/invoices/brazilian-day.js';
import type { InvoiceRowView, InvoiceView } from '../src/invoices/invoice.view.js';
import { drain, eventStream } from './support/event-stream.js';
import { logIn } from './support/log-in.js';
import { openShop, PLATFORMS, type Shop } from './support/open-shop.js';

const DAY = 86_400;
const today = toDay(new Date());

/** A Tuesday to Thursday some weeks ahead: no weekend moves a due date near it. */
function findWeekday(): string {
  let day = addDays(today, 14);
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 2) day = addDays(day, 1);
  return day;
}
const due = findWeekday();
const daysUntil = (day: string) => (Date.parse(day) - Date.parse(today)) / 86_400_000;

const FATURA = {
  nome: 'Maria da Silva',
  cpfCnpj: '529.982.247-25',
  valor: '100.00',
  vencimento: due,
  descricao: 'Mensalidade',
  diasAposVencimento: 30,
};

describe.each(PLATFORMS)('invoices on %s', (platform) => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop(platform);
    cookie = await logIn(shop.url);
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);
  const post = (path: string, body: object, key?: string) => {
    const call = api().post(`/api/admin/${path}`).set('cookie', cookie);
    return (key === undefined ? call : call.set('idempotency-key', key)).send(body);
  };
  const admin = (path: string) => api().get(`/api/admin/${path}`).set('cookie', cookie);
  const create = async (change: object = {}) =>
    (await post('invoices', { ...FATURA, ...change }).expect(201)).body as InvoiceRowView;
  const read = async (id: string) =>
    (await api().get(`/api/invoices/${id}`).expect(200)).body as InvoiceView;
  const readToday = async (id: string) =>
    (await api().get(`/api/invoices/${id}/today`).expect(200)).body as object;
  const payDemo = async (id: string) => {
    await api().post(`/api/demo/invoices/${id}/pay`).expect(202);
    await shop.provider.simulator.control.idle();
  };
  /** Runs with the bank's clock on the given day. */
  const onDay = async (day: string, work: () => Promise<void>) => {
    const { clock } = shop.provider.simulator.control;
    clock.advance(daysUntil(day) * DAY);
    try {
      await work();
    } finally {
      clock.reset();
    }
  };
  /** The notification of the last refund ends the invoice. */
  const waitForRefund = async (id: string) => {
    while ((await read(id)).status !== 'DEVOLVIDO') await shop.provider.simulator.control.idle();
  };
  const waitForBatch = async (id: string) => {
    for (;;) {
      const batch = (await admin(`invoice-batches/${id}`).expect(200)).body as BatchView;
      if (batch.emProcessamento === 0) return batch;
      await shop.provider.simulator.control.idle();
    }
  };

  it('needs a session', async () => {
    await api().post('/api/admin/invoices').send(FATURA).expect(401);
    await api().post('/api/admin/invoice-batches').send({}).expect(401);
    await api().get('/api/admin/invoice-batches/template.csv').expect(401);
    await api().post('/api/admin/payments/E1/refunds').send({ valor: '1.00' }).expect(401);
  });

  it('lists invoices in pages, searches and exports them', async () => {
    const first = await create({ nome: 'Ana Lista' });
    const second = await create({ nome: 'Bia Lista' });
    const page = (await admin('invoices?busca=lista&limite=1&status=PENDENTE').expect(200)).body;
    expect(page.itens).toMatchObject([{ id: second.id, nome: 'Bia Lista' }]);
    const next = await admin(`invoices?busca=lista&limite=1&depois=${page.proxima}`).expect(200);
    expect(next.body).toMatchObject({ itens: [{ id: first.id }], proxima: null });
    for (const busca of [first.id, first.txid]) {
      await expect(admin(`invoices?busca=${busca}`)).resolves.toMatchObject({
        body: { itens: [{ id: first.id }] },
      });
    }
    await admin('invoices?status=NADA').expect(400);
    const { text } = await admin('invoices.csv?busca=lista').expect(200);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text).toContain(`${first.txid};Ana Lista;Mensalidade;PENDENTE;;100,00;`);
  });

  it('creates an invoice that its debtor sees, pays and follows', async () => {
    const { id, txid, status } = await create();
    expect(status).toBe('PENDENTE');
    const events = drain(eventStream<{ status: string }>(`${shop.url}/api/invoices/${id}/events`));
    await expect(read(id)).resolves.toMatchObject({
      txid,
      nome: 'Maria da Silva',
      cpfCnpj: '•••.982.247-••',
      valor: '100.00',
      vencimento: due,
      pixCopiaECola: expect.stringMatching(/^000201/),
      qrCode: expect.stringMatching(/^data:image\/svg/),
    });
    await payDemo(id);
    expect((await events).map((event) => event.status)).toEqual(['PENDENTE', 'PAGO']);
    await expect(read(id)).resolves.toMatchObject({ status: 'PAGO', valorPago: '100.00' });
  });

  it('makes one invoice for a repeated key', async () => {
    const key = 'fatura-repetida-1';
    const { body: first } = await post('invoices', FATURA, key).expect(201);
    const { body: again } = await post('invoices', FATURA, key).expect(201);
    expect(again.id).toBe(first.id);
    for (const change of [{ valor: '200.00' }, { multaPercentual: '2.00' }, { nome: 'Ana' }]) {
      await post('invoices', { ...FATURA, ...change }, key).expect(422);
    }
  });

  it('shows the discount of the bank, and accepts a payment with it', async () => {
    const { id } = await create({ descontoPercentual: '10.00', descontoAte: addDays(due, -1) });
    await expect(readToday(id)).resolves.toEqual({
      dia: today,
      original: '100.00',
      multa: null,
      juros: null,
      desconto: '10.00',
      total: '90.00',
    });
    await payDemo(id);
    await expect(read(id)).resolves.toMatchObject({ status: 'PAGO', valorPago: '90.00' });
  });

  it('shows fine and interest after the due date, and accepts a payment with them', async () => {
    const { id } = await create({ multaPercentual: '2.00', jurosPercentualMes: '3.00' });
    await onDay(addDays(due, 2), async () => {
      await expect(readToday(id)).resolves.toEqual({
        dia: addDays(due, 2),
        original: '100.00',
        multa: '2.00',
        juros: '0.20',
        desconto: null,
        total: '102.20',
      });
      await payDemo(id);
      await expect(read(id)).resolves.toMatchObject({ status: 'PAGO', valorPago: '102.20' });
    });
  });

  it('cancels an invoice; a later payment is a task that is refunded', async () => {
    const { id, txid } = await create();
    const { body } = await post(`invoices/${id}/cancel`, {}).expect(200);
    expect(body.status).toBe('CANCELADO');
    await api().post(`/api/demo/invoices/${id}/pay`).expect(409);
    const { control } = shop.provider.simulator;
    const { endToEndId } = await control.pay(txid, { force: true });
    await control.idle();
    await expect(read(id)).resolves.toMatchObject({ status: 'EM_ANALISE' });
    const { body: tasks } = await admin('tasks').expect(200);
    expect(tasks).toMatchObject([{ endToEndId, situacao: 'FORA_DO_PRAZO', fatura: { id } }]);
    const { body: task } = await post(`tasks/${endToEndId}/refund`, {}).expect(200);
    expect(task.tarefa).toMatch(/^DEVOLV/);
    await waitForRefund(id);
    await post(`invoices/${id}/cancel`, {}).expect(409);
  });

  it.each(['99.99', '100.01'])('keeps a payment of %s for a person', async (valor) => {
    const { id, txid } = await create();
    const { control } = shop.provider.simulator;
    const { endToEndId } = await control.pay(txid, { force: true, valor });
    await control.idle();
    await expect(read(id)).resolves.toMatchObject({ status: 'EM_ANALISE' });
    await post(`tasks/${endToEndId}/refund`, {}).expect(200);
    await control.idle();
  });

  it('refunds a payment in parts up to its value, and refuses more', async () => {
    const { id } = await create();
    await payDemo(id);
    const { body: paid } = await admin(`invoices/${id}`).expect(200);
    expect(paid.pagamentos).toMatchObject([{ valor: '100.00', restante: '100.00' }]);
    const path = `payments/${paid.pagamentos[0].endToEndId}/refunds`;
    for (const valor of ['30.00', '30.00', '40.00']) await post(path, { valor }).expect(201);
    await post(path, { valor: '0.01' }).expect(409);
    for (const valor of ['0.00', '1', '-1.00', '1,00']) await post(path, { valor }).expect(400);
    await waitForRefund(id);
    const { body } = await admin(path).expect(200);
    expect(body).toMatchObject({ valor: '100.00', restante: '0.00' });
    expect(body.devolucoes).toHaveLength(3);
  });

  it.each([
    [{ cpfCnpj: '529.982.247-26' }, 'cpfCnpj deve ser um CPF ou CNPJ válido'],
    [{ valor: '0.00' }, 'valor deve ser maior que zero'],
    [{ vencimento: '2020-01-01' }, 'vencimento deve ser uma data a partir de hoje'],
    [{ vencimento: '2027-02-30' }, 'vencimento deve ser uma data a partir de hoje'],
    [{ descontoPercentual: '5.00' }, 'devem ser informados juntos'],
    [{ descontoPercentual: '5.00', descontoAte: addDays(due, 1) }, 'até o vencimento'],
    [{ multaPercentual: '100.00' }, 'abaixo de 100'],
    [{ nome: ' ' }, 'nome deve ter'],
  ])('refuses %j', async (change, message) => {
    const { body } = await post('invoices', { ...FATURA, ...change }).expect(400);
    expect(String(body.message)).toContain(message);
  });

  it('answers 404 to an unknown invoice', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      await api().get(`/api/invoices/${id}`).expect(404);
      await api().get(`/api/invoices/${id}/today`).expect(404);
      await api().get(`/api/invoices/${id}/events`).expect(404);
      await post(`invoices/${id}/cancel`, {}).expect(404);
      await admin(`invoice-batches/${id}`).expect(404);
    }
  });

  it('creates a batch from a CSV file once, with a result per row, also as CSV', async () => {
    const rows = Array.from(
      { length: 101 },
      (_, index) => `Cliente ${index};11.444.777/0001-61;"1.234,5";${due};Aluguel;;2;1;;`,
    );
    const conteudo = `\uFEFFnome;CPFCNPJ;valor;vencimento;descricao;diasAposVencimento;multaPercentual;jurosPercentualMes;descontoPercentual;descontoAte\r\n${rows.join('\r\n')}\r\n`;
    const file = { arquivo: 'faturas.csv', conteudo };
    const { body } = await post('invoice-batches', file).expect(202);
    expect(body).toMatchObject({ total: 101, repetido: false });
    const done = await waitForBatch(body.id as string);
    expect(done).toMatchObject({ criadas: 101, negadas: 0 });
    expect(done.linhas[0]).toMatchObject({
      linha: 2,
      valor: '1234.50',
      cpfCnpj: '••.444.777/••••-••',
      multaPercentual: '2.00',
      status: 'PENDENTE',
    });
    const again = await post('invoice-batches', file).expect(202);
    expect(again.body).toMatchObject({ id: body.id, repetido: true });
    const csv = await admin(`invoice-batches/${body.id}/results.csv`)
      .expect(200)
      .expect('Content-Type', 'text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')[1]).toMatch(/^2;Cliente 0;.*;1234,50;.*;CRIADA;;/);
    await payDemo(done.linhas[100]!.id);
    await expect(read(done.linhas[100]!.id)).resolves.toMatchObject({ status: 'PAGO' });
  });

  it('names every problem of a file before anything is sent', async () => {
    const conteudo = [
      'nome,cpfCnpj,valor,vencimento,descricao',
      `Ana,529.982.247-25,10.00,${due},Ok`,
      `,123,abc,31/02/2030,Curso`,
      `Ana,529.982.247-25,10.00,${due}`,
    ].join('\n');
    const { body } = await post('invoice-batches', { arquivo: 'a.csv', conteudo }).expect(422);
    expect(body.erros).toEqual([
      { linha: 3, campo: 'nome', mensagem: expect.any(String) },
      { linha: 3, campo: 'cpfCnpj', mensagem: 'cpfCnpj deve ser um CPF ou CNPJ válido' },
      { linha: 3, campo: 'valor', mensagem: expect.stringContaining('maior que zero') },
      { linha: 3, campo: 'vencimento', mensagem: expect.stringContaining('a partir de hoje') },
      { linha: 4, campo: null, mensagem: 'a linha tem 4 colunas e o cabeçalho 5' },
    ]);
    await expect(admin('invoice-batches').expect(200)).resolves.toMatchObject({
      body: expect.not.arrayContaining([expect.objectContaining({ arquivo: 'a.csv' })]),
    });
  });

  it('offers a template that it accepts', async () => {
    const { text } = await admin('invoice-batches/template.csv').expect(200);
    const file = { arquivo: 'modelo.csv', conteudo: text };
    const { body } = await post('invoice-batches', file).expect(202);
    await expect(waitForBatch(body.id as string)).resolves.toMatchObject({ criadas: 1 });
  });
});
