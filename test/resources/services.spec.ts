import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, generateTxid, type PixClient } from '../../lib/index.js';
import { PixClient as Client, pixServices } from '../../lib/resources/index.js';
import { allOperations } from '../../lib/spec.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = generateTxid();
const E2E = 'E1234567820260101120000000000001';
const ID_REC = 'RR1234567820260101abcdefghijk';
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };
const PESSOA = { cpf: '12345678909', nome: 'Fulana' };
const COB = { valor: { original: '1.00' }, chave: '12345678909' };
const COBV = {
  ...COB,
  calendario: { dataDeVencimento: '2026-12-31' },
  devedor: PESSOA,
};
const REC = {
  vinculo: { contrato: 'c1', devedor: PESSOA, objeto: 'assinatura' },
  calendario: { dataInicial: '2026-12-01', periodicidade: 'MENSAL' as const },
  politicaRetentativa: 'NAO_PERMITE' as const,
};
const COBR = {
  idRec: ID_REC,
  calendario: { dataDeVencimento: '2026-12-31' },
  valor: { original: '1.00' },
  ajusteDiaUtil: true,
  recebedor: { conta: '123', tipoConta: 'CORRENTE' as const, agencia: '1' },
};
const WEBHOOK = { webhookUrl: 'https://example.com/pix' };

/** One call of each operation that requires a token, by operation id. */
const CALLS: Record<string, (pix: PixClient) => Promise<unknown>> = {
  'cob.create': (pix) => pix.cob.create(COB),
  'cob.createWithTxid': (pix) => pix.cob.createWithTxid(TXID, COB),
  'cob.revise': (pix) => pix.cob.cancel(TXID),
  'cob.get': (pix) => pix.cob.get(TXID),
  'cob.list': (pix) => pix.cob.list(PERIOD),
  'cobv.createWithTxid': (pix) => pix.cobV.createWithTxid(TXID, COBV),
  'cobv.revise': (pix) => pix.cobV.cancel(TXID),
  'cobv.get': (pix) => pix.cobV.get(TXID, { revisao: 1 }),
  'cobv.list': (pix) => pix.cobV.list(PERIOD),
  'lotecobv.create': (pix) =>
    pix.loteCobV.create('10', { descricao: 'lote', cobsv: [{ ...COBV, txid: TXID }] }),
  'lotecobv.revise': (pix) =>
    pix.loteCobV.revise('10', { cobsv: [{ txid: TXID, chave: 'c@example.com' }] }),
  'lotecobv.get': (pix) => pix.loteCobV.get('10'),
  'lotecobv.list': (pix) => pix.loteCobV.list(PERIOD),
  'loc.create': (pix) => pix.loc.create({ tipoCob: 'cob' }),
  'loc.get': (pix) => pix.loc.get(7),
  'loc.unlinkTxid': (pix) => pix.loc.unlinkTxid(7),
  'loc.list': (pix) => pix.loc.list(PERIOD),
  'pix.get': (pix) => pix.recebidos.get(E2E),
  'pix.list': (pix) => pix.recebidos.list(PERIOD),
  'pix.refund': (pix) => pix.recebidos.refund(E2E, 'd1', { valor: '1.00' }),
  'pix.getRefund': (pix) => pix.recebidos.getRefund(E2E, 'd1'),
  'webhook.register': (pix) => pix.webhook.register('12345678909', WEBHOOK),
  'webhook.get': (pix) => pix.webhook.get('12345678909'),
  'webhook.delete': (pix) => pix.webhook.delete('12345678909'),
  'webhook.list': (pix) => pix.webhook.list(),
  'rec.create': (pix) => pix.rec.create(REC),
  'rec.revise': (pix) => pix.rec.cancel(ID_REC),
  'rec.get': (pix) => pix.rec.get(ID_REC, { txid: TXID }),
  'rec.list': (pix) => pix.rec.list(PERIOD),
  'solicrec.create': (pix) =>
    pix.solicRec.create({
      idRec: ID_REC,
      calendario: { dataExpiracaoSolicitacao: '2026-12-31T00:00:00Z' },
      destinatario: { cpf: '12345678909', conta: '1', ispbParticipante: '12345678' },
    }),
  'solicrec.revise': (pix) => pix.solicRec.cancel(ID_REC),
  'solicrec.get': (pix) => pix.solicRec.get(ID_REC),
  'cobr.create': (pix) => pix.cobR.create(COBR),
  'cobr.createWithTxid': (pix) => pix.cobR.createWithTxid(TXID, COBR),
  'cobr.revise': (pix) => pix.cobR.cancel(TXID),
  'cobr.get': (pix) => pix.cobR.get(TXID),
  'cobr.list': (pix) => pix.cobR.list(PERIOD),
  'cobr.retry': (pix) => pix.cobR.retry(TXID, '2026-12-31'),
  'locrec.create': (pix) => pix.locRec.create(),
  'locrec.get': (pix) => pix.locRec.get(7),
  'locrec.unlinkIdRec': (pix) => pix.locRec.unlinkIdRec(7),
  'locrec.list': (pix) => pix.locRec.list(PERIOD),
  'webhookcobr.register': (pix) => pix.webhookCobR.register(WEBHOOK),
  'webhookcobr.get': (pix) => pix.webhookCobR.get(),
  'webhookcobr.delete': (pix) => pix.webhookCobR.delete(),
  'webhookrec.register': (pix) => pix.webhookRec.register(WEBHOOK),
  'webhookrec.get': (pix) => pix.webhookRec.get(),
  'webhookrec.delete': (pix) => pix.webhookRec.delete(),
};

const VALUES: Record<string, string> = {
  txid: TXID,
  e2eid: E2E,
  idRec: ID_REC,
  idSolicRec: ID_REC,
  chave: '12345678909',
  data: '2026-12-31',
};

const withToken = allOperations.filter(({ scope }) => scope !== null);

let provider: ScriptedProvider;
let client: PixClient;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  client = await createPixClient(provider.options({ leastPrivilege: true }));
});

beforeEach(() => {
  provider.requests.length = 0;
});

afterAll(async () => {
  await client.close();
  await provider.close();
});

describe('service methods', () => {
  it('exist for all 48 operations that require a token', () => {
    expect(withToken).toHaveLength(48);
    expect(Object.keys(CALLS).sort()).toEqual(withToken.map(({ id }) => id).sort());
  });

  it.each(withToken.map((operation) => [operation.id, operation] as const))(
    'send the method and path of %s and return its response',
    async (id, operation) => {
      const isEmpty = operation.responseBody === 'empty';
      const status = operation.success[0] ?? 0;
      const { field = 'id', param = '' } = operation.identifier ?? {};
      const identifier = VALUES[param] ?? (operation.family === 'pix' ? 'd1' : '7');
      const tentativas = [{ dataLiquidacao: VALUES.data, tipo: 'NTAG', status: 'SOLICITADA' }];
      let answer: object | undefined;
      provider.api = ({ body }) => {
        const sent = body === '' ? {} : (JSON.parse(body) as object);
        answer = { ...sent, [field]: identifier, ...(id === 'cobr.retry' && { tentativas }) };
        return isEmpty ? { status } : { status, body: answer };
      };
      const response = await CALLS[id]?.(client);
      expect(response).toEqual(isEmpty ? undefined : answer);
      const [request] = provider.requests;
      const [path] = request?.url.split('?') ?? [];
      const recordId =
        operation.family === 'lotecobv' ? '10' : operation.family === 'pix' ? 'd1' : '7';
      const expected = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === 'id' ? recordId : (VALUES[name] ?? ''),
      );
      expect(`${request?.method} ${path}`).toBe(`${operation.method} /pix/v2${expected}`);
      expect(request?.body === '').toBe(operation.body === undefined);
      const requested = provider.tokenRequests.map(({ body }) =>
        new URLSearchParams(body).get('scope'),
      );
      expect(requested).toContain(operation.scope);
    },
  );
});

describe('cancel', () => {
  it.each([
    ['cob', (pix: PixClient) => pix.cob.cancel(TXID), 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    ['cobv', (pix: PixClient) => pix.cobV.cancel(TXID), 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    ['cobr', (pix: PixClient) => pix.cobR.cancel(TXID), 'CANCELADA'],
    ['rec', (pix: PixClient) => pix.rec.cancel(ID_REC), 'CANCELADA'],
    ['solicrec', (pix: PixClient) => pix.solicRec.cancel(ID_REC), 'CANCELADA'],
  ])('sends the accepted status of %s', async (_, cancel, status) => {
    provider.api = echoRecord;
    await cancel(client);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toEqual({ status });
  });

  it.each([
    ['cobr', (pix: PixClient) => pix.cobR.revise(TXID, { status: 'REJEITADA' } as never)],
    ['rec', (pix: PixClient) => pix.rec.revise(ID_REC, { status: 'REJEITADA' } as never)],
    ['solicrec', (pix: PixClient) => pix.solicRec.revise(ID_REC, { status: 'REJEITADA' } as never)],
    ['cob', (pix: PixClient) => pix.cob.revise(TXID, { status: 'CONCLUIDA' } as never)],
  ])('is the only writable status of %s', async (_, revise) => {
    await expect(revise(client)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'status',
    });
    expect(provider.requests).toHaveLength(0);
  });
});

it('PixClient has all injectable services', () => {
  const areInstances = pixServices.map(({ service, key }) => client[key] instanceof service);
  expect(areInstances).toEqual(areInstances.map(() => true));
  expect(client).toBeInstanceOf(Client);
});
