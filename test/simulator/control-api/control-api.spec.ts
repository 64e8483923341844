import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { SimulatorDriver } from '../support/simulator-driver.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('control API', () => {
  let driver: SimulatorDriver;
  beforeAll(async () => {
    driver = await SimulatorDriver.start({ refundDelay: Infinity });
  });
  beforeEach(() => driver.begin('2024-05-01T12:00:00-03:00'));
  afterAll(() => driver.close());

  const send = (method: string, path: string, body?: unknown) =>
    driver.client.control(method, path, body);
  async function ok(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await send(method, path, body);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }
  const put = (body: object = COB) => driver.ok('PUT', `/cob/${generateTxid()}`, body);

  describe('charges', () => {
    it('lists charges newest first, up to the limit', async () => {
      driver.control.clock.setRate(0);
      driver.at('2024-05-01');
      const txids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        txids.unshift((await put()).txid as string);
        driver.control.clock.advance(1);
      }
      const { charges, total } = await ok('GET', '/charges?limit=2');
      expect(total).toBe(3);
      expect(charges.map(({ txid }: Json) => txid as string)).toEqual(txids.slice(0, 2));
      expect(charges[0]).toEqual({
        kind: 'cob',
        txid: txids[0],
        status: 'ATIVA',
        expired: false,
        valor: '37.00',
        valorDevido: '37.00',
        chave: 'k@example.com',
        criacao: '2024-05-01T15:00:02.000Z',
        vence: '2024-05-02T15:00:02.000Z',
        revisao: 0,
        pagamentos: 0,
      });
    });

    it('filters charges by status and by text', async () => {
      const { txid } = await put({ ...COB, solicitacaoPagador: 'Camiseta Ipê' });
      await put();
      await driver.control.pay(txid as string);
      const found = async (query: string) =>
        (await ok('GET', `/charges?${query}`)).charges.map(({ txid: id }: Json) => id as string);
      expect(await found('status=CONCLUIDA')).toEqual([txid]);
      expect(await found('q=camiseta')).toEqual([txid]);
      expect(await found(`q=${(txid as string).slice(5, 15)}`)).toEqual([txid]);
      expect(await found('q=nada')).toEqual([]);
    });

    it('returns the amount due today of a due-date charge, and whether it has expired', async () => {
      const calendario = { dataDeVencimento: '2024-05-10', validadeAposVencimento: 5 };
      const devedor = {
        cpf: '12345678909',
        nome: 'Maria',
        logradouro: 'Rua A',
        cidade: 'Recife',
        uf: 'PE',
        cep: '50000000',
      };
      const valor = { original: '100.00', multa: { modalidade: '2', valorPerc: '10.00' } };
      const txid = generateTxid();
      await driver.ok('PUT', `/cobv/${txid}`, {
        calendario,
        devedor,
        valor,
        chave: 'k@example.com',
      });
      const read = async () => ok('GET', `/charges/${txid}`);
      expect(await read()).toMatchObject({
        kind: 'cobv',
        vence: '2024-05-10',
        valorDevido: '100.00',
      });
      driver.at('2024-05-13');
      expect(await read()).toMatchObject({ valorDevido: '110.00', expired: false });
      driver.at('2024-06-13');
      expect(await read()).toMatchObject({ expired: true, body: { txid, status: 'ATIVA' } });
    });

    it('creates a charge as POST /cob would, and returns its code as an image', async () => {
      const created = await ok('POST', '/charges', { valor: { original: '5.00' } });
      expect(created).toMatchObject({ status: 'ATIVA', chave: 'loja@example.com' });
      expect(decodeBrCode(created.pixCopiaECola as string).location).toBe(created.location);
      const url = `${driver.simulator.controlUrl}/charges/${created.txid as string}/qr.svg`;
      const picture = await driver.client.send('GET', url, { raw: true });
      expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(picture.text).toMatch(/^<svg /);
      const bad = await send('POST', '/charges', { valor: { original: '0' } });
      expectProblem(bad, 400, 'CobOperacaoInvalida', ['cob.valor.original']);
    });

    it('pays a charge, and removes one as the provider would', async () => {
      const { txid } = await put();
      const pix = await ok('POST', `/charges/${txid as string}/pay`, {
        valor: '40.00',
        force: true,
        infoPagador: 'Oi',
        pagador: { cpf: '12345678909' },
      });
      expect(pix).toMatchObject({ txid, valor: '40.00', infoPagador: 'Oi' });
      const { txid: other } = await put();
      expect((await send('POST', `/charges/${other as string}/remove`)).status).toBe(204);
      expect((await driver.get(`/cob/${other as string}`)).status).toBe('REMOVIDA_PELO_PSP');
      const bad = await send('POST', `/charges/${txid as string}/pay`, { valor: 1, pagador: {} });
      expectProblem(bad, 400, 'RequisicaoInvalida', ['pagador', 'valor']);
      expectProblem(await send('GET', '/charges/nada'), 404, 'CobNaoEncontrado');
    });
  });

  describe('payments', () => {
    it('pays by txid, by code and by key, and lists payments newest first', async () => {
      const [one, other] = [await put(), await put()];
      await ok('POST', '/pix', { txid: one.txid });
      driver.settle();
      await ok('POST', '/pix', { brCode: other.pixCopiaECola });
      driver.settle();
      await ok('POST', '/pix', { chave: 'k@example.com', valor: '9.00', txid: 'mesa7' });
      const { pix, total } = await ok('GET', '/pix');
      expect(total).toBe(3);
      expect(pix.map(({ txid }: Json) => txid as string)).toEqual(['mesa7', other.txid, one.txid]);
      expectProblem(
        await send('POST', '/pix', { chave: 'k@example.com' }),
        400,
        'RequisicaoInvalida',
        ['valor'],
      );
      const nothing = await send('POST', '/pix', { chave: 'k@example.com', valor: null });
      expectProblem(nothing, 400, 'RequisicaoInvalida', ['valor']);
      for (const body of [{}, { txid: null }, { txid: 7 }]) {
        expectProblem(await send('POST', '/pix', body), 400, 'RequisicaoInvalida', ['txid']);
      }
      expectProblem(await send('POST', '/pix', { brCode: 'x' }), 400, 'RequisicaoInvalida', [
        'brCode',
      ]);
    });

    it('ends a refund with the given status', async () => {
      const { endToEndId } = await driver.control.payKey('k', { valor: '9.00' });
      await driver.ok('PUT', `/pix/${endToEndId}/devolucao/d1`, { valor: '1.00' });
      const path = `/pix/${endToEndId}/devolucao/d1`;
      expectProblem(await send('PUT', path, { status: 'TALVEZ' }), 400, 'RequisicaoInvalida', [
        'status',
      ]);
      const end = { status: 'NAO_REALIZADO', motivo: 'conta encerrada' };
      expect(await ok('PUT', path, end)).toMatchObject(end);
      expect((await driver.get(path)).status).toBe('NAO_REALIZADO');
    });
  });

  describe('Pix Automático', () => {
    const rec = async (change: object = {}) =>
      (await driver.ok('POST', '/rec', { ...REC, ...change })).idRec as string;

    it('lists recurrences with their charges, and approves, rejects and cancels as the payer', async () => {
      const [one, other] = [await rec(), await rec()];
      await ok('POST', `/recs/${one}/approve`, { jornada: 'JORNADA_2' });
      await ok('POST', `/recs/${other}/reject`);
      await ok('POST', `/recs/${one}/cancel`);
      const { recs, total } = await ok('GET', '/recs');
      expect(total).toBe(2);
      const states = new Map(recs.map(({ idRec, rec: { status } }: Json) => [idRec, status]));
      expect(states).toEqual(
        new Map([
          [one, 'CANCELADA'],
          [other, 'REJEITADA'],
        ]),
      );
      const third = await rec();
      const end = { solicitante: 'PSP_PAGADOR', codigo: 'ACCL', descricao: 'conta encerrada' };
      await ok('POST', `/recs/${third}/cancel`, end);
      expect((await driver.get(`/rec/${third}`)).encerramento.cancelamento).toEqual(end);
      const unknown = await send('POST', `/recs/${third}/cancel`, { codigo: 'X' });
      expectProblem(unknown, 400, 'RequisicaoInvalida', ['codigo']);
      const bad = await send('POST', `/recs/${one}/approve`, { jornada: 'JORNADA_9' });
      expectProblem(bad, 400, 'RequisicaoInvalida', ['jornada']);
    });

    it('answers a request to confirm as the payer', async () => {
      const request = async (idRec: string) =>
        (
          await driver.ok('POST', '/solicrec', {
            idRec,
            calendario: { dataExpiracaoSolicitacao: '2024-05-05T12:00:00Z' },
            destinatario: {
              cpf: '12345678909',
              conta: '1234',
              agencia: '2569',
              ispbParticipante: '91193552',
            },
          })
        ).idSolicRec as string;
      const [one, other] = [await rec(), await rec()];
      await ok('POST', `/solicrecs/${await request(one)}/accept`, { valorMaximo: '90.00' });
      await ok('POST', `/solicrecs/${await request(other)}/reject`, { codigo: 'AP14' });
      expect((await driver.get(`/rec/${one}`)).status).toBe('APROVADA');
      expect((await driver.get(`/rec/${other}`)).encerramento.rejeicao.codigo).toBe('AP14');
    });

    it('settles attempts, cancels charges and empties the payer’s account', async () => {
      const idRec = await rec({
        calendario: { dataInicial: '2024-05-02', periodicidade: 'SEMANAL' },
        valor: undefined,
      });
      await ok('POST', `/recs/${idRec}/approve`);
      const cobr = async (dataDeVencimento: string) =>
        (
          await driver.ok('PUT', `/cobr/${generateTxid()}`, {
            idRec,
            calendario: { dataDeVencimento },
            valor: { original: '10.00' },
            ajusteDiaUtil: false,
            recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
          })
        ).txid as string;
      const [paid, canceled] = [await cobr('2024-05-03'), await cobr('2024-05-08')];
      driver.settle();
      driver.settle();
      const unknown = await send('POST', `/cobrs/${paid}/settle`, {
        status: 'REJEITADA',
        codigo: 'ZZZZ',
      });
      expectProblem(unknown, 400, 'RequisicaoInvalida', ['codigo']);
      await ok('POST', `/cobrs/${paid}/settle`, { status: 'PAGA' });
      await ok('POST', `/cobrs/${canceled}/cancel`);
      expect((await send('PUT', `/recs/${idRec}/funds`, { available: false })).status).toBe(204);
      const [entry] = (await ok('GET', '/recs')).recs as Json[];
      expect(entry.semSaldo).toBe(true);
      const states = entry.cobrancas.map(({ status }: Json) => status as string);
      expect(states).toEqual(['CONCLUIDA', 'CANCELADA']);
      expect(await ok('GET', `/recs/${idRec}`)).toEqual(entry);
      expect(await ok('GET', `/cobrs/${paid}`)).toEqual(entry);
      expect((await send('GET', `/recs/${idRec}x`)).status).toBe(404);
      expect((await send('GET', `/cobrs/${paid}x`)).status).toBe(404);
      for (const body of [{}, { available: null }, { available: 'no' }]) {
        const bad = await send('PUT', `/recs/${idRec}/funds`, body);
        expectProblem(bad, 400, 'RequisicaoInvalida', ['available']);
      }
    });
  });

  describe('deliveries', () => {
    it('lists webhooks and deliveries newest first without secrets, and repeats a delivery', async () => {
      const webhookUrl = 'http://127.0.0.1:9/in?secret=canary-of-the-query';
      await driver.ok('PUT', '/webhook/k@example.com', { webhookUrl });
      await driver.ok('PUT', '/webhookrec', { webhookUrl });
      for (let count = 0; count < 2; count += 1) {
        await driver.control.pay((await put()).txid as string);
      }
      const { webhooks } = await ok('GET', '/webhooks');
      expect(webhooks).toMatchObject([
        { kind: 'pix', chave: 'k@example.com', url: 'http://127.0.0.1:9/in' },
        { kind: 'rec', url: 'http://127.0.0.1:9/in' },
      ]);
      const { deliveries, total } = await ok('GET', '/deliveries?limit=1');
      expect([total, deliveries[0].id]).toEqual([2, 2]);
      expect(JSON.stringify([webhooks, deliveries])).not.toContain('canary-of-the-query');
      while (((await ok('GET', '/deliveries/1')).attempts as Json[]).at(-1)?.error === undefined);
      expect((await send('POST', '/deliveries/1/redeliver')).status).toBe(202);
      expectProblem(await send('GET', '/deliveries/99'), 404, 'NaoEncontrado');
      expectProblem(await send('POST', '/deliveries/99/redeliver'), 404, 'NaoEncontrado');
    });
  });

  describe('the clock', () => {
    it('is read, set, advanced, run at a rate and reset to the machine’s time', async () => {
      expect((await ok('GET', '/clock')).now).toMatch(/^2024-05-01T15:00:0/);
      const set = await ok('PUT', '/clock', { now: '2030-01-01T00:00:00Z', rate: 0 });
      expect(set).toEqual({ now: '2030-01-01T00:00:00.000Z', rate: 0 });
      const moved = await ok('POST', '/clock/advance', { seconds: 86_400 });
      expect(moved.now).toBe('2030-01-02T00:00:00.000Z');
      expect((await send('DELETE', '/clock')).status).toBe(204);
      expect(driver.control.clock.rate).toBe(1);
    });

    it.each([
      ['PUT', '/clock', { now: 'x', rate: -1 }, ['now', 'rate']],
      ['PUT', '/clock', { now: 5 }, ['now']],
      ['PUT', '/clock', { now: '2024-05-01T12:00:00' }, ['now']],
      ['PUT', '/clock', { now: '+010000-01-01T00:00:00Z' }, ['now']],
      ['POST', '/clock/advance', { seconds: 1e14 }, ['seconds']],
      ['POST', '/clock/advance', {}, ['seconds']],
      ['POST', '/clock/advance', { seconds: -1 }, ['seconds']],
    ])('%s %s refuses %j', async (method, path, body, propriedades) => {
      expectProblem(await send(method, path, body), 400, 'RequisicaoInvalida', propriedades);
    });
  });

  describe('faults', () => {
    it('are added, listed and removed', async () => {
      const added = await send('POST', '/faults', { on: 'cob', kind: 'reset', when: 'after' });
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ seen: 0, struck: 0, spent: false });
      expect((await ok('GET', '/faults')).faults).toEqual([added.body]);
      expect((await send('DELETE', `/faults/${added.body.id as number}`)).status).toBe(204);
      expectProblem(await send('DELETE', '/faults/99'), 404, 'NaoEncontrado');
      await send('POST', '/faults', { kind: 'hang' });
      expect((await send('DELETE', '/faults')).status).toBe(204);
      expect((await ok('GET', '/faults')).faults).toEqual([]);
    });

    it('are refused with a list of their problems', async () => {
      const bad = await send('POST', '/faults', { on: 'nada', kind: 'status' });
      expectProblem(bad, 400, 'RequisicaoInvalida', ['on', 'status']);
      expectProblem(await send('POST', '/faults'), 400, 'RequisicaoInvalida', ['kind']);
    });
  });

  it('sends Cache-Control: no-store', async () => {
    expect((await send('GET', '/charges')).headers['cache-control']).toBe('no-store');
  });

  describe('actions of the receiver', () => {
    it('registers and deletes the webhook of each kind', async () => {
      const url = 'https://loja.example.com/pix';
      for (const kind of ['pix', 'rec', 'cobr']) {
        expect((await send('PUT', `/webhooks/${kind}`, { url })).status).toBe(204);
      }
      const { webhooks } = await ok('GET', '/webhooks');
      expect(webhooks.map(({ kind, chave }: Json) => [kind, chave])).toEqual([
        ['pix', 'loja@example.com'],
        ['rec', undefined],
        ['cobr', undefined],
      ]);
      expect(await driver.get('/webhook/loja@example.com')).toMatchObject({ webhookUrl: url });
      for (const kind of ['pix', 'rec', 'cobr']) {
        expect((await send('DELETE', `/webhooks/${kind}`)).status).toBe(204);
      }
      expect((await ok('GET', '/webhooks')).webhooks).toEqual([]);
    });

    it('registers the webhook of a given key, and refuses invalid input', async () => {
      const url = 'https://loja.example.com/pix';
      await send('PUT', '/webhooks/pix', { url, chave: 'k@example.com' });
      expect(await driver.get('/webhook/k@example.com')).toMatchObject({ webhookUrl: url });
      const path = '/webhooks/pix?chave=k%40example.com';
      expect((await send('DELETE', path)).status).toBe(204);
      expectProblem(await send('DELETE', path), 404, 'WebhookNaoEncontrado');
      expectProblem(await send('PUT', '/webhooks/pix'), 400, 'RequisicaoInvalida', ['url']);
      const plain = await send('PUT', '/webhooks/rec', { url: 'http://loja.example.com' });
      expectProblem(plain, 400, 'WebhookRecOperacaoInvalida', ['webhookUrl']);
      expectProblem(await send('PUT', '/webhooks/all', { url }), 404, 'NaoEncontrado');
    });

    it('requests a refund of an amount, or of the rest', async () => {
      const { txid } = await put();
      const { endToEndId } = await driver.control.pay(txid as string);
      const path = `/pix/${endToEndId}/devolucao`;
      const part = await ok('POST', path, { valor: '7.00' });
      expect(part).toMatchObject({ valor: '7.00', status: 'EM_PROCESSAMENTO' });
      await driver.control.settleRefund(endToEndId, part.id as string, 'NAO_REALIZADO');
      await ok('POST', path, { valor: '2.00' });
      expect(await ok('POST', path)).toMatchObject({ valor: '35.00' });
      const { devolucoes } = await driver.get(`/pix/${endToEndId}`);
      expect(devolucoes.map(({ valor }: Json) => valor as string)).toEqual([
        '7.00',
        '2.00',
        '35.00',
      ]);
      expectProblem(await send('POST', path), 400, 'PixDevolucaoInvalida', ['devolucao.valor']);
    });

    it('refunds a payment as the bank', async () => {
      const { txid } = await put();
      const { endToEndId } = await driver.control.pay(txid as string);
      const path = `/pix/${endToEndId}/med`;
      expect(await ok('POST', path, { valor: '7.00' })).toMatchObject({ natureza: 'MED_FRAUDE' });
      expect(await ok('POST', path, { natureza: 'MED_OPERACIONAL' })).toMatchObject({
        valor: '30.00',
        natureza: 'MED_OPERACIONAL',
      });
      expectProblem(await send('POST', path), 400, 'PixDevolucaoInvalida', ['devolucao.valor']);
      const other = await send('POST', path, { natureza: 'ORIGINAL' });
      expectProblem(other, 400, 'RequisicaoInvalida', ['natureza']);
    });
  });
});
