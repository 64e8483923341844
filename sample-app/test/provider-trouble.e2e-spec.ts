import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { closeAtEnd } from '../../test/support/close-at-end.js';
import { type BankEnvironment, CLIENT_SECRET } from './support/bank-environment.js';
import { hasten } from './support/hasten.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';
import { createdCharge, openScriptedBank } from './support/scripted-bank.js';
import type { Call, Script, ScriptedProvider, ScriptedReply } from './support/scripted-provider.js';

/** Internal details that a provider might include in an error. */
const INTERNALS = 'java.lang.NullPointerException at br.com.banco.Pix, senha=hunter2';

/** How many seconds of the client pass in one. */
const HASTE = 8;

const buildCharge =
  (status: string): ScriptedReply =>
  ({ txid }: Call) => ({ status: 200, body: { txid, status } });
const notFound: ScriptedReply = {
  status: 404,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado',
    title: 'Não encontrado',
    status: 404,
  },
};

describe.each(PLATFORMS)('shop with a failing bank on %s', (platform) => {
  let provider: ScriptedProvider;
  let environment: BankEnvironment;
  let shop: Shop;
  beforeAll(async () => {
    ({ provider, environment } = await closeAtEnd(openScriptedBank()));
    const deadline = { PIX_DEADLINE: '20' };
    shop = await closeAtEnd(openShop(platform, { ...environment.variables, ...deadline }));
    hasten(HASTE);
  });
  afterAll(async () => {
    await shop.close();
    jest.restoreAllMocks();
  });

  const order = async (script: Script) => {
    provider.setScript(script);
    return request(shop.url).post('/api/orders').send(ONE_SHIRT);
  };
  const calls = () => provider.lastCharge.map(({ method }) => method).join(' ');

  describe('charges', () => {
    it.each([
      ['does not respond', 'hang'],
      ['closes the connection', 'hang-up'],
      ['fails', { status: 500, body: {} }],
    ] as const)('are adopted when they exist although the bank %s', async (_, failure) => {
      const { status, body } = await order({ PUT: [failure], GET: [createdCharge] });
      expect(status).toBe(201);
      expect(body.pixCopiaECola).toContain(body.txid);
      expect(calls()).toMatch(/^PUT( GET)+$/);
    });

    it('are opened again under the same txid when they do not exist', async () => {
      const { status, body } = await order({ PUT: ['hang', createdCharge], GET: [notFound] });
      expect(status).toBe(201);
      expect(calls()).toBe('PUT GET PUT');
      expect(new Set(provider.calls.map(({ txid }) => txid))).toEqual(new Set([body.txid]));
    });
  });

  it.each([
    [503, 'is unavailable', { status: 503, body: { title: INTERNALS, status: 503 } }],
    [502, 'fails', { status: 500, body: { title: INTERNALS, detail: INTERNALS, status: 500 } }],
    [502, 'rejects the credentials', { status: 401, body: { title: INTERNALS, status: 401 } }],
    [502, 'forbids it', { status: 403, body: { title: INTERNALS, status: 403 } }],
    [502, 'closes the connection', 'hang-up'],
    [504, 'does not respond', 'hang'],
  ] as const)(
    'answers %i when the bank %s, and exposes no secret',
    async (expected, _, failure) => {
      const response = await order({ PUT: [failure], GET: [failure] });
      expect(response.status).toBe(expected);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.body).toMatchObject({ statusCode: expected });
      for (const secret of [INTERNALS, CLIENT_SECRET, 'the-access-token', 'BEGIN ']) {
        expect(response.text).not.toContain(secret);
      }
      for (const secret of [CLIENT_SECRET, 'the-access-token', 'BEGIN PRIVATE KEY']) {
        expect(shop.log.join('\n')).not.toContain(secret);
      }
    },
  );

  it('returns the bank’s reason for a refused order', async () => {
    const violacoes = [{ razao: 'Chave não encontrada', propriedade: 'cob.chave' }];
    const response = await order({
      PUT: [{ status: 400, body: { title: 'Cobrança inválida', status: 400, violacoes } }],
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ message: 'Cobrança inválida', violacoes });
  });

  it('reports CANCELANDO while the outcome of a cancellation is unknown, and completes it', async () => {
    const { body } = await order({ PUT: [createdCharge] });
    const cancel = async () =>
      (await request(shop.url).post(`/api/orders/${body.id}/cancel`).expect(200)).body.status;
    provider.setScript({ PATCH: [{ status: 503, body: {} }], GET: [createdCharge] });
    await expect(cancel()).resolves.toBe('CANCELANDO');
    provider.setScript({ PATCH: [buildCharge('REMOVIDA_PELO_USUARIO_RECEBEDOR')] });
    await expect(cancel()).resolves.toBe('CANCELADO');
  });

  it('keeps an order payable when the bank forbids its cancellation', async () => {
    const { body } = await order({ PUT: [createdCharge] });
    const denied = { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado', status: 403 };
    provider.setScript({ PATCH: [{ status: 403, body: denied }], GET: [createdCharge] });
    await request(shop.url).post(`/api/orders/${body.id}/cancel`).expect(502);
    expect((await request(shop.url).get(`/api/orders/${body.id}`)).body.status).toBe('PENDENTE');
  });

  it('cancels an order when the cancellation took effect without a response', async () => {
    const { body } = await order({ PUT: [createdCharge] });
    provider.setScript({ PATCH: ['hang'], GET: [buildCharge('REMOVIDA_PELO_USUARIO_RECEBEDOR')] });
    const response = await request(shop.url).post(`/api/orders/${body.id}/cancel`).expect(200);
    expect(response.body.status).toBe('CANCELADO');
  });

  it('does not cancel an order that was just paid', async () => {
    const { body } = await order({ PUT: [createdCharge] });
    provider.setScript({
      PATCH: [{ status: 400, body: { title: 'A cobrança não está ativa', status: 400 } }],
      GET: [buildCharge('CONCLUIDA')],
    });
    const response = await request(shop.url).post(`/api/orders/${body.id}/cancel`).expect(409);
    expect(response.body.message).toBe('O pedido já foi pago');
  });
});
