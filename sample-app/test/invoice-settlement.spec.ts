import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import {
  type LoteCobVConsultado,
  PixErroServidorException,
  PixErroValidacaoException,
} from 'nestjs-pix';
import { INVOICE_SETTLEMENT_LOCK } from '../src/database/database.js';
import { addDays, toDay } from '../src/invoices/brazilian-day.js';
import { CancellationRefused, ChargeRefused } from '../src/orders/charges.service.js';
import { buildCobV, InvoicesFixture } from './support/invoices-fixture.js';

const context = { operation: 'x' };
const refusal = new PixErroValidacaoException(
  { status: 400, title: 'Inválida', detail: 'O devedor não existe.' },
  context,
);
const unknown = new PixErroServidorException(
  { status: 500, title: 'x' },
  { ...context, resultUnknown: true },
);
const absent = () => Promise.resolve(undefined);

let fixture: InvoicesFixture;
beforeAll(async () => {
  fixture = await InvoicesFixture.open();
});
beforeEach(() => fixture.reset());
afterEach(() => void jest.restoreAllMocks());

afterAll(() => fixture.close());

const DTO = {
  nome: 'Maria da Silva',
  cpfCnpj: '529.982.247-25',
  valor: '100.00',
  vencimento: addDays(toDay(new Date()), 10),
  descricao: 'Mensalidade',
};

describe('creation of an invoice', () => {
  it('stores it before it is sent, and shows the reason of a refusal', async () => {
    fixture.charges.open = async ({ id }) => {
      await expect(fixture.readStatus({ id })).resolves.toBe('CRIANDO');
      throw new ChargeRefused(refusal);
    };
    await expect(fixture.invoices.create(DTO)).resolves.toMatchObject({
      status: 'NEGADO',
      erro: 'O devedor não existe.',
      cpfCnpj: '52998224725',
    });
  });

  it('whose outcome is unknown is created by the settlement under its txid', async () => {
    const txids: string[] = [];
    fixture.charges.open = ({ txid }) => {
      txids.push(txid);
      return Promise.reject(unknown);
    };
    const invoice = await fixture.invoices.create(DTO);
    expect(invoice.status).toBe('CRIANDO');
    fixture.charges.find = absent;
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('CRIANDO');
    fixture.charges.open = ({ txid }) => {
      txids.push(txid);
      return Promise.resolve('000201');
    };
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('PENDENTE');
    expect(txids).toEqual([invoice.txid, invoice.txid, invoice.txid]);
  });

  it('is left to the process that is settling, and does not wait for it', async () => {
    fixture.charges.open = () => Promise.reject(unknown);
    const invoice = await fixture.invoices.create(DTO);
    const runExclusively = jest
      .spyOn(fixture.database, 'runExclusively')
      .mockResolvedValueOnce(false);
    const find = jest.spyOn(fixture.charges, 'find');
    await fixture.settlement.sweep();
    expect(runExclusively).toHaveBeenCalledWith(INVOICE_SETTLEMENT_LOCK, expect.any(Function));
    expect(find).not.toHaveBeenCalled();
    fixture.charges.open = () => Promise.resolve('000201');
    const other = await fixture.invoices.create(DTO);
    expect(other.status).toBe('PENDENTE');
    expect(runExclusively).toHaveBeenCalledTimes(1);
    find.mockImplementation(absent);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('PENDENTE');
  });

  it('that the bank has is confirmed without a second request', async () => {
    const invoice = await fixture.insert({ status: 'CRIANDO' });
    fixture.charges.find = () => Promise.resolve(buildCobV());
    await fixture.settlement.sweep();
    await expect(fixture.readTransitions(invoice)).resolves.toEqual([
      '→ CRIANDO',
      'CRIANDO → PENDENTE',
    ]);
  });
});

describe('cancellation of an invoice', () => {
  it('whose outcome is unknown is completed by the settlement', async () => {
    const invoice = await fixture.insert();
    fixture.charges.cancel = () => Promise.reject(unknown);
    await expect(fixture.invoices.cancel(invoice.id)).resolves.toMatchObject({
      status: 'CANCELANDO',
    });
    fixture.charges.find = () => Promise.resolve(buildCobV());
    fixture.charges.cancel = () => Promise.resolve(true);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('CANCELADO');
  });

  it('that the bank refuses leaves it payable', async () => {
    const invoice = await fixture.insert();
    fixture.charges.cancel = () => Promise.reject(new CancellationRefused(refusal));
    await expect(fixture.invoices.cancel(invoice.id)).rejects.toBe(refusal);
    await expect(fixture.readStatus(invoice)).resolves.toBe('PENDENTE');
  });

  it('of a paid one is a conflict', async () => {
    const invoice = await fixture.insert();
    fixture.charges.cancel = () => Promise.resolve(false);
    fixture.charges.find = () => Promise.resolve(buildCobV({ status: 'CONCLUIDA' }));
    await expect(fixture.invoices.cancel(invoice.id)).rejects.toMatchObject({ status: 409 });
  });
});

describe('expired invoice', () => {
  const expired = () => fixture.insert({ expiraEm: new Date(Date.now() - 1000) });

  it('expires after its charge was read', async () => {
    const invoice = await expired();
    fixture.charges.find = () => Promise.reject(unknown);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('PENDENTE');
    fixture.charges.find = () => Promise.resolve(buildCobV());
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('EXPIRADO');
  });

  it('whose payment was not notified is paid', async () => {
    const invoice = await expired();
    const { txid } = invoice;
    const horario = new Date(Date.now() - 5000).toISOString();
    const pix = [{ endToEndId: 'E1', valor: '100.00', horario }];
    fixture.charges.find = () => Promise.resolve(buildCobV({ txid, status: 'CONCLUIDA', pix }));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(invoice)).resolves.toBe('PAGO');
  });
});

describe('payment of an invoice', () => {
  const pay = (txid: string, endToEndId: string, valor = '100.00') =>
    fixture.payments.record({ endToEndId, txid, valor, horario: new Date() });

  it.each([
    ['PENDENTE', 'PAGO'],
    ['CRIANDO', 'PAGO'],
    ['CANCELANDO', 'PAGO'],
    ['EXPIRADO', 'PAGO'],
    ['CANCELADO', 'EM_ANALISE'],
    ['NEGADO', 'EM_ANALISE'],
    ['PAGO', 'PAGO'],
  ] as const)('that is %s makes it %s', async (status, expected) => {
    const invoice = await fixture.insert({ status });
    await expect(pay(invoice.txid, 'E1')).resolves.toBe(true);
    await expect(fixture.readStatus(invoice)).resolves.toBe(expected);
  });

  it('is recorded once, and a second one is a task', async () => {
    const invoice = await fixture.insert();
    await Promise.all([pay(invoice.txid, 'E1'), pay(invoice.txid, 'E1')]);
    await pay(invoice.txid, 'E2');
    const rows = await fixture.database.orm.query.payments.findMany();
    expect(rows.map(({ endToEndId, situacao, tarefa }) => [endToEndId, situacao, tarefa])).toEqual([
      ['E1', 'APLICADO', null],
      ['E2', 'REPETIDO', 'ABERTA'],
    ]);
  });

  it('of an unknown charge is left to the orders', async () => {
    await expect(pay('x'.repeat(26), 'E1')).resolves.toBe(false);
  });
});

describe('batch of invoices', () => {
  const upload = () => {
    const row = `Ana;52998224725;10,00;${DTO.vencimento};Curso`;
    const conteudo = `nome;cpfCnpj;valor;vencimento;descricao\n${row}\n${row}\n${row}`;
    return fixture.batches.upload({ arquivo: 'a.csv', conteudo });
  };
  const lote = (...cobsv: object[]) => Promise.resolve({ cobsv } as unknown as LoteCobVConsultado);
  const readStatuses = async (id: string) =>
    (await fixture.batches.get(id)).rows.map(({ status, erro }) => [status, erro]);

  it('has a result for each row: created, refused with the reason, or not known', async () => {
    const { batch, rows } = await upload();
    const [one, two, three] = rows.map(({ txid }) => txid);
    const sent: unknown[] = [];
    fixture.charges.openLote = (id, sentRows) => {
      sent.push([id, sentRows.map(({ txid }) => txid)]);
      return Promise.resolve();
    };
    const problema = {
      title: 'x',
      detail: 'Recusada.',
      violacoes: [{ razao: 'CPF 52998224725 inexistente' }],
    };
    fixture.charges.findLote = () =>
      lote(
        { txid: one, status: 'CRIADA' },
        { txid: two, status: 'NEGADA', problema },
        { txid: three, status: 'EM_PROCESSAMENTO' },
      );
    fixture.charges.find = (txid) => Promise.resolve(txid === one ? buildCobV() : undefined);
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toEqual([
      ['PENDENTE', null],
      ['NEGADO', 'Recusada. CPF *** inexistente'],
      ['CRIANDO', null],
    ]);
    fixture.charges.findLote = () => lote({ txid: three, status: 'CRIADA' });
    fixture.charges.find = () => Promise.resolve(buildCobV());
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toContainEqual(['PENDENTE', null]);
    expect(sent).toEqual([[rows[0]!.loteId, [one, two, three]]]);
  });

  it('keeps a charge that exists although the bank refused its repeat', async () => {
    const { batch, rows } = await upload();
    fixture.charges.openLote = () => Promise.resolve();
    fixture.charges.findLote = () => lote(...rows.map(({ txid }) => ({ txid, status: 'NEGADA' })));
    fixture.charges.find = () => Promise.resolve(buildCobV());
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toEqual(rows.map(() => ['PENDENTE', null]));
  });

  it('that the bank refuses as a whole is refused in each row', async () => {
    const { batch, rows } = await upload();
    fixture.charges.openLote = () => Promise.reject(new ChargeRefused(refusal));
    fixture.charges.find = absent;
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toEqual(
      rows.map(() => ['NEGADO', 'O devedor não existe.']),
    );
  });

  it('is sent again after a lost response, with the same identifiers', async () => {
    const { batch, rows } = await upload();
    const sent = new Set<string>();
    fixture.charges.openLote = (id, sentRows) => {
      sent.add(JSON.stringify([id, sentRows.map(({ txid }) => txid)]));
      return Promise.reject(unknown);
    };
    await fixture.settlement.sweep();
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toEqual(rows.map(() => ['CRIANDO', null]));
    fixture.charges.openLote = (id, sentRows) => {
      sent.add(JSON.stringify([id, sentRows.map(({ txid }) => txid)]));
      return Promise.resolve();
    };
    fixture.charges.findLote = absent;
    await fixture.settlement.sweep();
    fixture.charges.findLote = () => lote(...rows.map(({ txid }) => ({ txid, status: 'CRIADA' })));
    fixture.charges.find = () => Promise.resolve(buildCobV());
    await fixture.settlement.sweep();
    await expect(readStatuses(batch.id)).resolves.toEqual(rows.map(() => ['PENDENTE', null]));
    expect(sent.size).toBe(1);
  });

  it('is stored once for two uploads at the same time', async () => {
    const [one, other] = await Promise.all([upload(), upload()]);
    expect(one.batch.id).toBe(other.batch.id);
    expect([one.repetido, other.repetido].sort()).toEqual([false, true]);
  });
});
