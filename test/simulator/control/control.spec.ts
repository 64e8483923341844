import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  PixSimulator,
  SimulatorProblem,
  type PayOptions,
} from '../../../devkit/simulator/index.js';
import { generateTxid, parseEndToEndId } from '../../../lib/values/index.js';
import { BareClient, send } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';

const controlApiPage = new URL('../../../devkit/simulator/control-api.md', import.meta.url);

describe('simulator control', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
    client = new BareClient(simulator);
  });
  beforeEach(() => {
    simulator.control.reset();
    client.forgetToken();
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function charge(body: object = { valor: { original: '37.00' }, chave: 'k@example.com' }) {
    const response = await client.call('PUT', `/cob/${generateTxid()}`, body);
    return response.body.txid as string;
  }

  function refusal(txid: string, options?: PayOptions): Promise<unknown> {
    return simulator.control.pay(txid, options).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  describe('pay', () => {
    it('creates a Pix with the charge’s amount and key, and completes the charge', async () => {
      const txid = await charge();
      const pix = await simulator.control.pay(txid, { infoPagador: 'Obrigado' });
      expect(pix).toEqual({
        endToEndId: expect.stringMatching(/^E99999999\d{12}[a-zA-Z0-9]{11}$/),
        txid,
        valor: '37.00',
        componentesValor: { original: { valor: '37.00' } },
        chave: 'k@example.com',
        horario: expect.stringMatching(/Z$/),
        infoPagador: 'Obrigado',
      });
      const minute = (instant: string | Date) => new Date(instant).toISOString().slice(0, 16);
      expect(minute(parseEndToEndId(pix.endToEndId).timestamp)).toBe(minute(pix.horario));
      const { body } = await client.call('GET', `/cob/${txid}`);
      expect(body).toMatchObject({ status: 'CONCLUIDA', revisao: 0, pix: [pix] });
    });

    it('accepts another amount when the charge allows it, or by force', async () => {
      const open = { valor: { original: '37.00', modalidadeAlteracao: 1 }, chave: 'k@example.com' };
      for (const valor of ['110.00', '0.01']) {
        const pix = await simulator.control.pay(await charge(open), { valor });
        expect(pix).toMatchObject({ valor, componentesValor: { original: { valor } } });
      }
      const fixed = await charge();
      expect(await refusal(fixed, { valor: '110.00' })).toMatchObject({
        problem: 'PagamentoRecusado',
      });
      const forced = await simulator.control.pay(fixed, { valor: '110.00', force: true });
      expect(forced.valor).toBe('110.00');
    });

    it('requires an amount for a charge without one', async () => {
      const txid = await charge({
        valor: { original: '0.00', modalidadeAlteracao: 1 },
        chave: 'k@example.com',
      });
      expect(await refusal(txid)).toMatchObject({ problem: 'RequisicaoInvalida' });
      expect((await simulator.control.pay(txid, { valor: '5.00' })).valor).toBe('5.00');
    });

    it('adds the cash of saque and troco, and returns the parts', async () => {
      const cash = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '12345678' };
      const troco = await charge({
        chave: 'k@example.com',
        valor: { original: '80.00', retirada: { troco: { valor: '20.00', ...cash } } },
      });
      expect(await simulator.control.pay(troco)).toMatchObject({
        valor: '100.00',
        componentesValor: { original: { valor: '80.00' }, troco: { valor: '20.00', ...cash } },
      });
      const saque = await charge({
        chave: 'k@example.com',
        valor: { original: '0.00', retirada: { saque: { valor: '50.00', ...cash } } },
      });
      expect(await simulator.control.pay(saque)).toMatchObject({
        valor: '50.00',
        componentesValor: { original: { valor: '0.00' }, saque: { valor: '50.00', ...cash } },
      });
    });

    it('refuses a second payment, a removed charge and an unknown charge', async () => {
      const paid = await charge();
      await simulator.control.pay(paid);
      const removed = await charge();
      await client.call('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      for (const txid of [paid, removed]) {
        const error = await refusal(txid);
        expect(error).toBeInstanceOf(SimulatorProblem);
        expect(error).toMatchObject({ problem: 'PagamentoRecusado', status: 409 });
      }
      expect(await refusal(generateTxid())).toMatchObject({ problem: 'CobNaoEncontrado' });
    });

    it('refuses a charge after its expiracao, while its status stays ATIVA', async () => {
      const valor = { original: '37.00' };
      const body = { calendario: { expiracao: 60 }, valor, chave: 'k@example.com' };
      const [onTime, late] = [await charge(body), await charge(body)];
      simulator.control.clock.advance(55);
      await simulator.control.pay(onTime);
      simulator.control.clock.advance(10);
      expect(await refusal(late)).toMatchObject({ problem: 'PagamentoRecusado' });
      expect((await client.call('GET', `/cob/${late}`)).body.status).toBe('ATIVA');
    });

    it.each([{ valor: '0.00' }, { valor: '37' }, { infoPagador: 'x'.repeat(141) }])(
      'refuses %j',
      async (options) => {
        const txid = await charge();
        expect(await refusal(txid, options)).toMatchObject({ problem: 'RequisicaoInvalida' });
        expect((await client.call('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
      },
    );
  });

  describe('HTTP endpoints under /simulator', () => {
    it('accept a payment without a token', async () => {
      const txid = await charge({
        valor: { original: '37.00', modalidadeAlteracao: 1 },
        chave: 'k@example.com',
      });
      const { status, body } = await client.control('POST', '/pix', { txid, valor: '40.00' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ txid, valor: '40.00' });
      const again = await client.control('POST', '/pix', { txid });
      expectProblem(again, 409, 'PagamentoRecusado');
      const unknown = await client.control('POST', '/pix', { txid: generateTxid() });
      expectProblem(unknown, 404, 'CobNaoEncontrado');
    });

    it.each([
      [['txid'], {}],
      [['txid'], undefined],
      [['txid', 'valor'], { txid: 1, valor: 40 }],
    ])('report %j in %j', async (propriedades, body) => {
      const response = await client.control('POST', '/pix', body);
      expectProblem(response, 400, 'RequisicaoInvalida', propriedades);
    });

    it('return counts and deliveries, revoke tokens and reset', async () => {
      await charge();
      const stats = await client.control('GET', '/stats');
      expect(stats.body).toMatchObject({
        tokenRequests: 1,
        requests: 1,
        requestsByOperation: { 'PUT /cob/{txid}': 1 },
      });
      expect((await client.control('GET', '/deliveries')).body).toEqual({
        deliveries: [],
        total: 0,
      });
      expect((await client.control('POST', '/tokens/revoke')).status).toBe(204);
      expect((await client.call('GET', '/webhook')).status).toBe(401);
      expect((await client.control('POST', '/reset')).status).toBe(204);
      expect(simulator.control.stats.requests).toBe(0);
    });

    it('require a client certificate, and answer 404 to unknown paths', async () => {
      await expect(
        send(`${simulator.controlUrl}/stats`, { ca: simulator.ca }),
      ).rejects.toMatchObject({ code: expect.any(String) });
      expectProblem(await client.control('GET', '/other'), 404, 'NaoEncontrado');
      expectProblem(await client.control('PUT', '/pix'), 405, 'MetodoNaoPermitido');
    });

    it('require a random token in the address, and the certificate, if other machines can reach them', async () => {
      const page = readFileSync(controlApiPage, 'utf8');
      const operations = [...page.matchAll(/^\| `([A-Z]+) (\/[^`]*)`/gm)];
      expect(operations.length).toBeGreaterThan(30);
      const open = () => PixSimulator.start({ host: '0.0.0.0' });
      const [first, second] = [await open(), await open()];
      const agent = new Agent({ ca: first.ca, ...first.clientCertificate, keepAlive: true });
      try {
        const tokens = [first, second].map(
          ({ controlUrl }) => /\/simulator\/([\w-]{24})$/.exec(controlUrl)?.[1],
        );
        expect(new Set(tokens).size).toBe(2);
        expect(tokens).not.toContain(undefined);
        const { origin } = new URL(first.controlUrl);
        for (const [, method = '', path = ''] of operations) {
          for (const token of ['', '/x', `/${tokens[1]}`, `/${tokens[0]?.slice(1)}`]) {
            const url = `${origin}/simulator${token}${path.replace(/\{\w+\}/g, 'x')}`;
            const refused = await send(url, { method, agent, raw: true });
            expect([url, refused.status]).toEqual([url, 404]);
          }
        }
        const stats = `${first.controlUrl}/stats`;
        expect(await send(stats, { agent })).toMatchObject({ status: 200 });
        await expect(send(stats, { ca: first.ca })).rejects.toMatchObject({
          code: expect.any(String),
        });
      } finally {
        agent.destroy();
        await first.close();
        await second.close();
      }
    });
  });
});
