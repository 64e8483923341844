import { Agent } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  PixSimulator,
  type PixSimulatorOptions,
  type SimulatedProfile,
} from '../../../../devkit/simulator/index.js';
import { createPixClient } from '../../../../lib/index.js';
import { pixProviders, type PixProvider } from '../../../../lib/providers/index.js';
import { generateTxid } from '../../../../lib/values/index.js';
import { BareClient, send as sendBare } from '../../support/bare-client.js';
import { REC } from '../../support/bodies.js';
import { expectProblem } from '../../support/problems.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';

/** A provider that requires nothing more on each call, with errors as in the specification. */
function withoutRequired(name: 'sicoob' | 'bb'): SimulatedProfile {
  const { correlationHeader, appKeyQuery, server, ...profile }: PixProvider = pixProviders[name];
  return { ...profile, server: { ...server, errors: {} } };
}

describe('simulator quirks', () => {
  let simulator: PixSimulator;
  let client: BareClient;
  const closers: (() => Promise<void>)[] = [];

  async function start(options: PixSimulatorOptions): Promise<void> {
    const started = await PixSimulator.start(options);
    const connected = new BareClient(started);
    closers.push(async () => {
      connected.close();
      await started.close();
    });
    simulator = started;
    client = connected;
  }
  async function receive(receiver: WebhookReceiver): Promise<WebhookReceiver> {
    closers.push(() => receiver.close());
    return receiver;
  }
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) {
    const authorization = `Bearer ${await client.newToken()}`;
    const url = simulator.url + path;
    return client.send(method, url, { headers: { ...headers, authorization }, body });
  }
  async function paid(prefix = '', suffix = ''): Promise<string> {
    const txid = generateTxid();
    const response = await client.call('PUT', `${prefix}/cob/${txid}${suffix}`, COB);
    expect(response.status).toBeLessThan(300);
    return (await simulator.control.pay(txid)).endToEndId;
  }

  describe('null in a body', () => {
    // As Inter's SDK for Python writes the fields that are not set.
    const devedor = { cpf: '12345678909', cnpj: null, nome: 'Ana', email: null, cidade: null };
    const body = { ...COB, calendario: null, devedor, loc: null, infoAdicionais: null };

    it('is treated as absent with the profile inter', async () => {
      await start({ quirks: 'inter' });
      const { status, body: cob } = await client.call('PUT', `/cob/${generateTxid()}`, body);
      expect(status).toBe(201);
      expect(cob.devedor).toEqual({ cpf: '12345678909', nome: 'Ana' });
      expect(cob.calendario.expiracao).toBe(86_400);
      const refused = { ...body, valor: null };
      expect((await client.call('PUT', `/cob/${generateTxid()}`, refused)).status).toBe(400);
      const items = { ...body, infoAdicionais: [null] };
      expect((await client.call('PUT', `/cob/${generateTxid()}`, items)).status).toBe(400);
    });

    it('is refused by default', async () => {
      await start({});
      const response = await client.call('PUT', `/cob/${generateTxid()}`, body);
      expectProblem(response, 400, 'CobOperacaoInvalida', [
        'cob.calendario',
        // Not text, and together with CPF.
        'cob.devedor.cnpj',
        'cob.devedor.cnpj',
        'cob.loc',
        'cob.infoAdicionais',
      ]);
    });
  });

  describe('success statuses', () => {
    it('answers 200 to the creation of a charge with the profile bradesco', async () => {
      await start({ quirks: 'bradesco' });
      const response = await client.call('PUT', `/cob/${generateTxid()}`, COB);
      expect([response.status, response.body.status]).toEqual([200, 'ATIVA']);
    });

    it('answers an injected empty response with the success status of the profile', async () => {
      await start({ quirks: 'bradesco', faults: [{ on: 'cob', kind: 'empty', when: 'before' }] });
      expect((await client.call('PUT', `/cob/${generateTxid()}`, COB)).status).toBe(200);
    });

    it('answers 204 to the registration of a webhook with the profile inter', async () => {
      await start({ quirks: 'inter' });
      const response = await client.call('PUT', '/webhook/k@example.com', {
        webhookUrl: 'https://a.test/in',
      });
      expect([response.status, response.text]).toEqual([204, '']);
    });

    it('answers 200 to a refund with the profile sicoob', async () => {
      await start({ quirks: withoutRequired('sicoob') });
      client.basic = () => '';
      const token = await client.requestToken(
        { grant_type: 'client_credentials', client_id: 'pix-simulator' },
        {},
      );
      expect(token.body.expires_in).toBe(300);
      const headers = { authorization: `Bearer ${token.body.access_token as string}` };
      const txid = generateTxid();
      const cob = await client.send('PUT', `${simulator.url}/cob/${txid}`, { headers, body: COB });
      expect(cob.body.brcode).toMatch(/^000201/);
      expect(cob.body).not.toHaveProperty('pixCopiaECola');
      const { endToEndId } = await simulator.control.pay(txid);
      const url = `${simulator.url}/pix/${endToEndId}/devolucao/d1`;
      const refund = await client.send('PUT', url, { headers, body: { valor: '1.00' } });
      expect(refund.status).toBe(200);
    });
  });

  it('refuses a period of a week with 422 with the profile sicoob, which the client halves', async () => {
    await start({ quirks: 'sicoob' });
    const pix = await createPixClient({ ...simulator.moduleOptions, chave: COB.chave });
    const { txid } = await pix.cob.createWithTxid(generateTxid(), COB);
    const period = { inicio: new Date(Date.now() - 30 * 86_400_000), fim: new Date() };
    await expect(pix.cob.list(period)).rejects.toMatchObject({ status: 422 });
    const found = [];
    for await (const cob of pix.cob.iterate(period)) found.push(cob.txid);
    expect(found).toEqual([txid]);
    await pix.close();
  });

  describe('error bodies', () => {
    it('returns { erros } from the API and another form from the gateway with the profile bb', async () => {
      await start({ quirks: 'bb' });
      const key = '?gw-dev-app-key=x';
      const missing = await client.call('GET', `/cob/${generateTxid()}${key}`);
      expect(missing.status).toBe(404);
      expect(missing.headers['content-type']).toBe('application/json');
      expect(missing.body).toEqual({
        erros: [
          {
            codigo: '4.404',
            versao: '1',
            mensagem: 'Não há cobrança imediata com o txid informado.',
            ocorrencia: expect.any(String),
          },
        ],
      });
      const url = `${simulator.url}/cob/${generateTxid()}${key}`;
      const refused = await client.send('GET', url);
      expect(refused.body).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
    });

    it('returns { nome, mensagem } for some families and RFC 7807 for others with the profile efi', async () => {
      await start({ quirks: 'efi' });
      const cob = await client.call('GET', `/cob/${generateTxid()}`);
      expect(cob.body).toEqual({
        nome: 'cob_nao_encontrado',
        mensagem: 'Não há cobrança imediata com o txid informado.',
      });
      const bad = await client.call('PUT', `/cob/${generateTxid()}`, { chave: 'k@example.com' });
      expect(bad.body).toEqual({
        nome: 'cob_operacao_invalida',
        mensagem: expect.stringContaining('cob.valor'),
      });
      const lote = await client.call('GET', '/lotecobv/1');
      expect(lote.headers['content-type']).toBe('application/problem+json');
    });

    it('returns the error format of the profile for injected faults', async () => {
      await start({ quirks: 'bradesco', faults: [{ kind: 'status', status: 500 }] });
      const library = await createPixClient({ ...simulator.moduleOptions, retry: false });
      await expect(library.cob.get(generateTxid())).rejects.toMatchObject({
        name: 'PixErroServidorException',
        detail: expect.stringMatching(/^500 /),
      });
      await library.close();
      await simulator.close();

      await start({ quirks: 'efi', faults: [{ kind: 'rate-limit', retryAfter: 9 }] });
      const limited = await client.call('GET', `/cob/${generateTxid()}`);
      expectProblem(limited, 429, 'BaldeFichasVazio');
      expect(limited.headers['retry-after']).toBe('9');
    });
  });

  describe('paths and scopes', () => {
    it('serves the version of each resource of the profile', async () => {
      await start({ quirks: { ...pixProviders.sicredi, token: {}, server: {} } });
      expect(new URL(simulator.url).pathname).toBe('/api');
      const path = `/cob/${generateTxid()}`;
      expect((await client.call('PUT', `/v3${path}`, COB)).status).toBe(201);
      expect((await client.call('GET', `/v2${path}`)).status).toBe(404);
      expect((await client.call('GET', `/v2/cob?${PERIOD}`)).body.cobs).toHaveLength(1);
    });

    it('refuses an operation that the profile does not offer', async () => {
      await start({ quirks: 'inter' });
      expect((await client.call('GET', '/webhook')).status).toBe(404);
      await simulator.close();
      await start({ quirks: 'pagbank' });
      expect((await client.call('POST', '/cob', COB)).status).toBe(405);
    });

    it('refuses a token request without a scope with the profile sicredi', async () => {
      await start({ quirks: 'sicredi' });
      const response = await client.requestToken({ grant_type: 'client_credentials' });
      expect([response.status, response.body.error]).toEqual([400, 'invalid_scope']);
    });

    it('grants only the registered scopes with the profile sicredi', async () => {
      await start({ quirks: 'sicredi', scopes: ['cob.read', 'cob.write'] });
      const ask = (scope: string) =>
        client.requestToken({ grant_type: 'client_credentials', scope });
      const fewer = await ask('cob.write pix.read nada');
      expect([fewer.status, fewer.body.scope]).toEqual([200, 'cob.write']);
      expect((await ask('pix.read nada')).body.error).toBe('invalid_scope');
    });

    it('accepts grant_type in the query of the token endpoint with the profile santander', async () => {
      await start({ quirks: 'santander', clientSecret: 'segredo' });
      const response = await client.send(
        'POST',
        `${simulator.tokenUrl}?grant_type=client_credentials`,
        {
          body: 'client_id=pix-simulator&client_secret=segredo&scope=cob.read',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      );
      expect(response.body.scope).toBe('cob.read');
    });
  });

  describe('request rules', () => {
    it('uses the parameter name of the profile and ignores that of the specification', async () => {
      await start({ quirks: 'inter' });
      const endToEndId = await paid();
      const { txid } = (await client.call('GET', `/pix/${endToEndId}`)).body;
      const count = async (query: string) =>
        (await client.call('GET', `/pix?${PERIOD}&${query}`)).body.pix.length as number;
      expect(await count(`txId=${txid as string}`)).toBe(1);
      expect(await count(`txId=${generateTxid()}`)).toBe(0);
      expect(await count(`txid=${generateTxid()}`)).toBe(1);
    });

    it('issues tokens without a certificate, and refuses calls without one with an alert', async () => {
      await start({ quirks: { server: { tokenRequests: ['no-certificate'] } } });
      const { ca, tokenUrl, url, moduleOptions } = simulator;
      const { clientId, clientSecret = '' } = moduleOptions;
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      });
      // Resumes the session of the token request, which Node.js would count as a certificate.
      const agent = new Agent({ ca });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const token = await sendBare(tokenUrl, {
        agent,
        method: 'POST',
        headers,
        body: String(body),
      });
      expect(token.status).toBe(200);
      const authorization = `Bearer ${token.body.access_token as string}`;
      const call = sendBare(`${url}/webhook`, { agent, headers: { authorization } });
      await expect(call).rejects.toThrow('certificate required');
      expect((await send('GET', '/webhook', {})).status).toBe(200);
    });

    it('refuses an account number with a hyphen or leading zeros', async () => {
      await start({ quirks: { accountHeader: 'x-conta-corrente' } });
      const status = async (value: string) =>
        (await send('GET', '/webhook', { 'x-conta-corrente': value })).status;
      expect(await Promise.all(['123456', '12345-6', '0123456'].map(status))).toEqual([
        200, 400, 400,
      ]);
    });

    it('requires phone keys without + with phoneKeyWithoutPlus', async () => {
      await start({ quirks: { phoneKeyWithoutPlus: true } });
      const put = (chave: string) =>
        client.call('PUT', `/cob/${generateTxid()}`, { ...COB, chave });
      expect((await put('5561999999999')).status).toBe(201);
      expectProblem(await put('+5561999999999'), 400, 'CobOperacaoInvalida', ['chave']);
      await start({ quirks: { phoneKeyWithoutPlus: true }, chaves: ['+5561999999999'] });
      expect((await put('5561999999999')).status).toBe(201);
    });

    it('answers 404 to an empty list and refuses long periods and large pages with the quirks of bb', async () => {
      await start({ quirks: withoutRequired('bb') });
      const days = 'inicio=2026-01-01T00:00:00Z&fim=2026-01-05T23:59:59Z';
      expectProblem(await client.call('GET', `/pix?${days}`), 404, 'PixNaoEncontrado');
      const long = 'inicio=2026-01-01T00:00:00Z&fim=2026-01-06T00:00:00Z';
      expectProblem(await client.call('GET', `/pix?${long}`), 400, 'PixConsultaInvalida', ['fim']);
      const large = `/cob?${PERIOD}&paginacao.itensPorPagina=101`;
      const refused = await client.call('GET', large);
      expectProblem(refused, 400, 'CobConsultaInvalida', ['paginacao.itensPorPagina']);
    });

    it('refuses instants with milliseconds with wholeSeconds', async () => {
      await start({ quirks: { wholeSeconds: ['GET /pix'] } });
      const period = 'inicio=2026-01-01T00:00:00.000Z&fim=2026-01-06T00:00:00Z';
      const refused = await client.call('GET', `/pix?${period}`);
      expectProblem(refused, 400, 'PixConsultaInvalida', ['inicio']);
    });

    it('limits the requests per minute of the simulated clock', async () => {
      await start({ quirks: { rateLimits: { callsPerMinute: 3, tokensPerMinute: 2 } } });
      simulator.control.clock.set('2026-01-01T12:00:50Z');
      for (let call = 0; call < 3; call += 1) await client.call('GET', '/webhook');
      const limited = await client.call('GET', '/webhook');
      expectProblem(limited, 429, 'LimiteDeRequisicoes');
      expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(9);
      simulator.control.clock.advance(10);
      expect((await client.call('GET', '/webhook')).status).toBe(200);
      const token = () => client.requestToken({ grant_type: 'client_credentials' });
      const statuses = [(await token()).status, (await token()).status, (await token()).status];
      expect(statuses).toEqual([200, 200, 429]);
    });

    it('does not limit requests with rateLimits: false', async () => {
      const quirks = { rateLimits: { callsPerMinute: 1, tokensPerMinute: 1 } };
      await start({ quirks, rateLimits: false });
      for (let call = 0; call < 3; call += 1) {
        expect((await client.call('GET', '/webhook')).status).toBe(200);
        client.forgetToken();
      }
    });
  });

  describe('webhooks', () => {
    it('sends Pix as a bare array and repeats after 20 minutes with the profile inter', async () => {
      await start({ quirks: 'inter' });
      const receiver = await receive(await WebhookReceiver.start(simulator));
      receiver.script.push(500);
      await client.call('PUT', '/webhook/k@example.com', { webhookUrl: receiver.url });
      const endToEndId = await paid();
      while (simulator.control.deliveries[0]?.attempts[0]?.status === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      simulator.control.clock.advance(19 * 60);
      expect(receiver.notifications).toHaveLength(1);
      simulator.control.clock.advance(61);
      await simulator.control.idle();
      expect(receiver.notifications.map(({ body }) => body[0].endToEndId as string)).toEqual([
        endToEndId,
        endToEndId,
      ]);
    });

    it('sends recurrences in an object with the profile inter', async () => {
      await start({ quirks: 'inter' });
      const receiver = await receive(await WebhookReceiver.start(simulator));
      await client.call('PUT', '/webhookrec', { webhookUrl: receiver.url });
      const { idRec } = (await client.call('POST', '/rec', REC)).body;
      await simulator.control.reject(idRec as string);
      await simulator.control.idle();
      expect(receiver.notifications[0]?.body).toMatchObject({ recs: [{ idRec }] });
    });

    it('posts to the unchanged path when the address ends with ?ignorar=', async () => {
      await start({ quirks: 'efi' });
      const receiver = await receive(await WebhookReceiver.start(simulator));
      const body = { webhookUrl: `${receiver.url}/in?hmac=x&ignorar=` };
      expect((await client.call('PUT', '/webhook/k@example.com', body)).status).toBe(200);
      await paid();
      await simulator.control.idle();
      expect(receiver.notifications.at(-1)?.url).toBe('/in?hmac=x&ignorar=');
    });

    it('calls the address at registration, and requires that it checks client certificates', async () => {
      await start({ quirks: 'efi' });
      const strict = await receive(await WebhookReceiver.start(simulator));
      const registration = { webhookUrl: `${strict.url}/in` };
      expect((await client.call('PUT', '/webhook/k@example.com', registration)).status).toBe(200);
      expect(strict.notifications).toHaveLength(1);
      expect(strict.notifications[0]?.sender).toBe('nestjs-pix simulator webhook');

      strict.script.push(403);
      expect((await client.call('PUT', '/webhook/k@example.com', registration)).body).toMatchObject(
        {
          nome: 'webhook_operacao_invalida',
          mensagem: expect.stringContaining('não aceita o certificado'),
        },
      );

      const permissive = await receive(await WebhookReceiver.startPlain());
      const refused = await client.call('PUT', '/webhook/k@example.com', {
        webhookUrl: permissive.url,
      });
      expect(refused.body.mensagem).toContain('aceita quem não apresenta certificado');
      const skip = { 'x-skip-mtls-checking': 'true' };
      const skipped = await send('PUT', '/webhook/k@example.com', skip, {
        webhookUrl: permissive.url,
      });
      expect(skipped.status).toBe(200);
    });
  });

  it('pays charges up to R$ 10,00 automatically with the profile efi', async () => {
    await start({ quirks: 'efi' });
    const create = async (original: string) => {
      const txid = generateTxid();
      await client.call('PUT', `/cob/${txid}`, { ...COB, valor: { original } });
      return txid;
    };
    const txids = [await create('0.01'), await create('10.00'), await create('10.01')];
    const removed = await create('5.00');
    await client.call('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    simulator.control.clock.advance(1);
    const status = async (txid: string) =>
      (await client.call('GET', `/cob/${txid}`)).body.status as string;
    expect(await Promise.all([...txids, removed].map(status))).toEqual([
      'CONCLUIDA',
      'CONCLUIDA',
      'ATIVA',
      'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    ]);
  });

  it('restores the faults of the options after a reset', async () => {
    await start({ faults: [{ on: 'cob', kind: 'html', rate: 0.5 }] });
    simulator.control.faults.clear();
    simulator.control.reset();
    expect(simulator.control.faults.list()).toMatchObject([{ rule: { kind: 'html' }, seen: 0 }]);
  });

  it('throws at the start for an unknown provider, an invalid path and an invalid fault', async () => {
    await start({});
    await expect(PixSimulator.start({ quirks: 'nubank' as 'efi' })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(/nubank.*sicoob/),
    });
    await expect(
      PixSimulator.start({
        quirks: {
          production: {
            baseUrl: 'https://bank.example',
            tokenUrl: 'https://bank.example/simulator/token',
          },
        },
        faults: [{ kind: 'latency', ms: -1 }],
      }),
    ).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(/baseUrl.*tokenUrl.*faults\[0\]: ms/s),
    });
  });
});
