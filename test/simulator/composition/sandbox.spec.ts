import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';
import { send } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';

const TOKEN = 'token-fixo-1234567890';
const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

describe('simulator, sandbox with a fixed token', () => {
  let simulator: PixSimulator;
  let client: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({
      sandbox: { token: TOKEN },
      scopes: ['cob.read', 'cob.write'],
    });
    client = await createPixClient(simulator.sandboxModuleOptions!);
  });
  afterAll(async () => {
    await client.close();
    await simulator.close();
  });

  const call = (path: string, headers: Record<string, string> = {}) =>
    send(`${simulator.sandboxUrl!}${path}`, { ca: simulator.ca, headers });

  it('serves the library without a certificate and without a token request', async () => {
    const txid = generateTxid();
    await client.cob.createWithTxid(txid, COB);
    expect(await client.cob.get(txid)).toMatchObject({ txid, status: 'ATIVA' });
    expect(simulator.control.stats.tokenRequests).toBe(0);
  });

  it('has the records of the simulator', async () => {
    const txid = generateTxid();
    await client.cob.createWithTxid(txid, COB);
    await simulator.control.pay(txid);
    expect(await client.cob.get(txid)).toMatchObject({ status: 'CONCLUIDA' });
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: `Bearer ${TOKEN}x` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('refuses a call with %s', async (_, headers) => {
    expectProblem(await call(`/cob/${generateTxid()}`, headers), 401, 'NaoAutorizado');
  });

  it('grants the scopes of the client only', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expectProblem(await call('/webhook', headers), 403, 'AcessoNegado');
  });

  it('has no token endpoint and no control API', async () => {
    const { origin } = new URL(simulator.sandboxUrl!);
    for (const path of ['/oauth/token', '/simulator/', '/simulator/reset']) {
      const response = await send(origin + path, { ca: simulator.ca, method: 'POST' });
      expectProblem(response, 404, 'NaoEncontrado');
    }
  });

  it('does not accept its token at the address with mutual TLS', async () => {
    const response = await send(`${simulator.url}/cob/${generateTxid()}`, {
      ca: simulator.ca,
      ...simulator.clientCertificate,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expectProblem(response, 401, 'NaoAutorizado');
  });

  it('does not accept tokens of the token endpoint', async () => {
    const full = await createPixClient(simulator.moduleOptions);
    const token = await full.tokens.getToken(['cob.read']);
    await full.close();
    const response = await call(`/cob/${generateTxid()}`, { authorization: `Bearer ${token}` });
    expectProblem(response, 401, 'NaoAutorizado');
  });

  it('shows its address but not its token', () => {
    expect(JSON.parse(JSON.stringify(simulator))).toMatchObject({
      sandboxUrl: simulator.sandboxUrl,
    });
    expect(JSON.stringify(simulator)).not.toContain(TOKEN);
  });

  it('serves families at the addresses of the provider', async () => {
    const other = await PixSimulator.start({ quirks: 'itau', sandbox: { token: TOKEN } });
    const itau = await createPixClient(other.sandboxModuleOptions!);
    const { recs } = await itau.rec.list({
      inicio: '2024-01-01T00:00:00Z',
      fim: '2024-01-02T00:00:00Z',
    });
    expect(recs).toEqual([]);
    expect(other.control.stats.tokenRequests).toBe(0);
    await itau.close();
    await other.close();
  });

  it('ends with the simulator', async () => {
    const other = await PixSimulator.start({ sandbox: { token: TOKEN } });
    await other.close();
    await expect(send(other.sandboxUrl!, { ca: other.ca })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('does not exist without the option', async () => {
    const other = await PixSimulator.start();
    expect([other.sandboxUrl, other.sandboxModuleOptions]).toEqual([undefined, undefined]);
    await other.close();
  });

  it.each([{}, { token: '' }, { token: 'com espaço' }, { token: TOKEN, port: 70_000 }])(
    'refuses the option %j without showing the token',
    async (sandbox) => {
      const start = PixSimulator.start({ sandbox: sandbox as never });
      await expect(start).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(/sandbox\.(token|port) must/),
      });
      await expect(start).rejects.not.toThrow('espaço');
    },
  );
});
