import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type WebhookDelivery } from '../../../devkit/simulator/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import { BareClient, type Json } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const CHAVE = '+5561999990000';
const PATH = `/webhook/${encodeURIComponent(CHAVE)}`;

describe('simulator, webhooks', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({
      chaves: [CHAVE, 'loja@example.com', 'x/y@example.com'],
      webhook: { retryDelays: [1, 1, 60_000], timeout: 500 },
    });
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

  function register(webhookUrl: string, path = PATH) {
    return client.call('PUT', path, { webhookUrl });
  }

  describe('registration', () => {
    it('PUT answers 200 and DELETE 204, with an empty body', async () => {
      const put = await register('https://pix.example.com/api/webhook/');
      expect(put).toMatchObject({ status: 200, text: '' });
      const { status, body } = await client.call('GET', PATH);
      expect(status).toBe(200);
      expect(body).toEqual({
        webhookUrl: 'https://pix.example.com/api/webhook/',
        chave: CHAVE,
        cnpj: '12345678000195',
        criacao: expect.stringMatching(/Z$/),
      });
      const removed = await client.call('DELETE', PATH);
      expect(removed).toMatchObject({ status: 204, text: '' });
      expect(removed.headers).not.toHaveProperty('content-length');
      expectProblem(await client.call('GET', PATH), 404, 'WebhookNaoEncontrado');
      expectProblem(await client.call('DELETE', PATH), 404, 'WebhookNaoEncontrado');
    });

    it('keeps one webhook per key, the last registered', async () => {
      await register('https://one.example.com');
      await register('https://two.example.com');
      expect((await client.call('GET', PATH)).body.webhookUrl).toBe('https://two.example.com');
      expect((await client.call('GET', '/webhook')).body.webhooks).toHaveLength(1);
    });

    it('lists by optional period and page', async () => {
      await register('https://one.example.com');
      simulator.control.clock.advance(60);
      await register('https://two.example.com', '/webhook/loja%40example.com');
      simulator.control.clock.advance(60);
      await register('https://three.example.com', '/webhook/x%2Fy@example.com');

      const all = await client.call('GET', '/webhook');
      const { webhooks, parametros } = all.body;
      expect(webhooks.map(({ chave }: Json) => chave as string)).toEqual([
        CHAVE,
        'loja@example.com',
        'x/y@example.com',
      ]);
      expect(parametros).toEqual({
        paginacao: {
          paginaAtual: 0,
          itensPorPagina: 100,
          quantidadeDePaginas: 1,
          quantidadeTotalDeItens: 3,
        },
      });
      const since = await client.call('GET', `/webhook?inicio=${webhooks[1].criacao}`);
      expect(since.body.webhooks).toEqual(webhooks.slice(1));
      const page = await client.call(
        'GET',
        '/webhook?paginacao.paginaAtual=1&paginacao.itensPorPagina=2',
      );
      expect(page.body.webhooks).toEqual(webhooks.slice(2));
    });

    it.each([
      ['webhook.webhookUrl', {}],
      ['webhook.webhookUrl', { webhookUrl: 'pix.example.com' }],
      ['webhook.webhookUrl', { webhookUrl: 'ftp://pix.example.com' }],
      ['webhook.webhookUrl', { webhookUrl: 'http://pix.example.com' }],
      ['webhook.webhookUrl', { webhookUrl: 'https://user:password@pix.example.com' }],
    ])('WebhookOperacaoInvalida: reports %s in %j', async (propriedade, body) => {
      const response = await client.call('PUT', PATH, body);
      expectProblem(response, 400, 'WebhookOperacaoInvalida', [propriedade]);
    });

    it('WebhookOperacaoInvalida: refuses a key of another receiver and an invalid key', async () => {
      const foreign = await register('https://pix.example.com', '/webhook/de-outro');
      expectProblem(foreign, 400, 'WebhookOperacaoInvalida', ['chave']);
      const long = await register('https://pix.example.com', `/webhook/${'x'.repeat(78)}`);
      expectProblem(long, 400, 'WebhookOperacaoInvalida', ['chave']);
    });

    it('WebhookConsultaInvalida: reports the parameter', async () => {
      const response = await client.call('GET', '/webhook?inicio=ontem');
      expectProblem(response, 400, 'WebhookConsultaInvalida', ['inicio']);
    });
  });

  describe('delivery', () => {
    let receiver: WebhookReceiver;

    beforeEach(async () => {
      receiver = await WebhookReceiver.start(simulator);
    });
    afterEach(() => receiver.close());

    async function paid() {
      const { body } = await client.call('PUT', `/cob/${generateTxid()}`, {
        valor: { original: '37.00' },
        chave: CHAVE,
      });
      return simulator.control.pay(body.txid as string);
    }

    it('posts { pix: [Pix] } to the registered URL plus /pix, over mutual TLS', async () => {
      await register(`${receiver.url}/api/webhook`);
      const pix = await paid();
      await simulator.control.idle();
      expect(receiver.notifications).toEqual([
        {
          url: '/api/webhook/pix',
          body: { pix: [pix] },
          contentType: 'application/json',
          sender: 'nestjs-pix simulator webhook',
        },
      ]);
      expect(simulator.control.deliveries).toEqual([
        {
          id: 1,
          kind: 'pix',
          url: `${receiver.url}/api/webhook/pix`,
          body: { pix: [pix] },
          state: 'delivered',
          attempts: [
            {
              at: expect.any(String),
              status: 200,
              duration: expect.any(Number),
              response: 'ignored',
            },
          ],
        },
      ]);
    });

    it('keeps the query after the path, and control does not show it', async () => {
      await register(`${receiver.url}/hook/?segredo=canary-of-the-query`);
      await paid();
      await simulator.control.idle();
      expect(receiver.notifications[0]!.url).toBe('/hook/pix?segredo=canary-of-the-query');
      expect(JSON.stringify(simulator.control.deliveries)).not.toContain('canary-of-the-query');
    });

    it('repeats the same event until a 2xx response', async () => {
      await register(receiver.url);
      receiver.script.push(500, 'reset', 204);
      const pix = await paid();
      await simulator.control.idle();
      expect(receiver.notifications.map(({ body }) => body)).toEqual(
        Array.from({ length: 3 }, () => ({ pix: [pix] })),
      );
      expect(simulator.control.deliveries).toMatchObject([
        {
          state: 'delivered',
          attempts: [{ status: 500 }, { error: 'ECONNRESET' }, { status: 204 }],
        },
      ]);
    });

    it('does not follow redirects', async () => {
      await register(receiver.url);
      receiver.script.push({ redirect: `${receiver.url}/elsewhere` });
      await paid();
      await simulator.control.idle();
      expect(receiver.notifications.map(({ url }) => url)).toEqual(['/pix', '/pix']);
      expect(simulator.control.deliveries[0]!.attempts[0]).toMatchObject({ status: 302 });
    });

    it('waits by the simulator’s clock, and fails when the schedule is used up', async () => {
      await register(receiver.url);
      receiver.script.push(503, 503, 503, 503);
      const third = attempted(3);
      await paid();
      expect(await third).toMatchObject({ state: 'pending' });
      simulator.control.clock.advance(60);
      await simulator.control.idle();
      expect(simulator.control.deliveries).toMatchObject([
        { state: 'failed', attempts: Array.from({ length: 4 }, () => ({ status: 503 })) },
      ]);
    });

    it('aborts an attempt after its time limit', async () => {
      await register(receiver.url);
      receiver.script.push('silence');
      await paid();
      await simulator.control.idle();
      expect(simulator.control.deliveries).toMatchObject([
        { state: 'delivered', attempts: [{ error: 'TIMEOUT' }, { status: 200 }] },
      ]);
    });

    it('refuses a receiver with a certificate of an unknown authority', async () => {
      const unrelated = await simulator.control.unrelatedAuthority();
      const untrusted = await WebhookReceiver.start(simulator, await unrelated.issueServer());
      await register(untrusted.url);
      const third = attempted(3);
      await paid();
      expect(await third).toMatchObject({
        state: 'pending',
        attempts: Array.from({ length: 3 }, () => ({
          error: expect.stringMatching(/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/),
        })),
      });
      expect(untrusted.notifications).toEqual([]);
      await untrusted.close();
    });

    it('trusts the configured authorities', async () => {
      const other = await simulator.control.unrelatedAuthority();
      const trusting = await PixSimulator.start({ webhook: { ca: other.certificate } });
      const bare = new BareClient(trusting);
      const listener = await WebhookReceiver.start(trusting, await other.issueServer());
      await bare.call('PUT', '/webhook/k@example.com', { webhookUrl: listener.url });
      const { body } = await bare.call('POST', '/cob', {
        valor: { original: '1.00' },
        chave: 'k@example.com',
      });
      await trusting.control.pay(body.txid as string);
      await trusting.control.idle();
      expect(listener.notifications).toHaveLength(1);
      bare.close();
      await listener.close();
      await trusting.close();
    });

    it('delivers over plain HTTP to the loopback address', async () => {
      const plain = await WebhookReceiver.startPlain();
      expect((await register(plain.url)).status).toBe(200);
      await paid();
      await simulator.control.idle();
      expect(plain.notifications).toHaveLength(1);
      await plain.close();
    });

    it('notifies nothing for a key without a webhook, or with a deleted one', async () => {
      await paid();
      await register(receiver.url);
      await client.call('DELETE', PATH);
      await paid();
      expect(simulator.control.deliveries).toEqual([]);
    });

    it('idle() resolves at once when nothing is pending, and when pending deliveries are reset', async () => {
      await simulator.control.idle();
      await register('https://127.0.0.1:1');
      await paid();
      const idle = simulator.control.idle();
      simulator.control.reset();
      await idle;
      expect(simulator.control.deliveries).toEqual([]);
    });

    /** Resolves with the first delivery after the given number of attempts. */
    function attempted(count: number): Promise<WebhookDelivery> {
      return new Promise((resolve) => {
        const end = simulator.control.onDelivery((delivery) => {
          if (delivery.attempts.length < count) return;
          end();
          resolve(delivery);
        });
      });
    }
  });
});
