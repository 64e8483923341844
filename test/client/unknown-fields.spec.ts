import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import {
  createPixClient,
  type PixClient,
  type PixModuleOptions,
  type PixProvider,
} from '../../lib/index.js';
import { BareClient } from '../simulator/support/bare-client.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const MISTYPED = { ...COB, calendario: { expiracaoo: 60 } } as typeof COB;
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };

describe('unknown fields of a call', () => {
  let provider: ScriptedProvider;
  let client: PixClient;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });

  beforeEach(() => {
    provider.requests.length = 0;
    provider.tokenRequests.length = 0;
  });

  afterEach(() => client.close());

  afterAll(() => provider.close());

  async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
    client = await createPixClient(provider.options(options));
    return client;
  }

  it('are refused before the token request when they resemble a known field', async () => {
    const { cob } = await open();
    await expect(cob.createWithTxid(TXID, MISTYPED)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'calendario.expiracaoo',
      message: expect.stringContaining('você quis dizer calendario.expiracao?'),
    });
    await expect(cob.list({ ...PERIOD, Status: 'ATIVA' } as never)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'Status',
    });
    expect(provider.tokenRequests).toEqual([]);
  });

  it('are sent when they resemble no known field', async () => {
    const { cob } = await open();
    await cob.createWithTxid(TXID, { ...COB, nomePersonalizacaoQr: 'x' } as typeof COB);
    expect(JSON.parse(provider.requests[0]!.body)).toHaveProperty('nomePersonalizacaoQr', 'x');
  });

  it.each([{ allowUnknownFields: true }, { validate: false }])(
    'are all sent with %j',
    async (o) => {
      const { cob } = await open(o);
      await cob.createWithTxid(TXID, MISTYPED);
      expect(JSON.parse(provider.requests[0]!.body)).toEqual(MISTYPED);
    },
  );

  it('are accepted when the provider uses the name for a known field', async () => {
    const scripted = provider.options().provider as PixProvider;
    const scopes = [...scripted.scopes, 'pix.read'];
    const profile = { ...scripted, scopes, query: { 'GET /pix': { txid: 'txId' } } };
    const filter = { ...PERIOD, txId: TXID };
    provider.api = { body: { parametros: {}, pix: [] } };
    const { recebidos } = await open({ provider: profile, retry: false });
    await recebidos.list(filter).catch(() => undefined);
    expect(provider.requests[0]?.url).toContain(`txId=${TXID}`);

    await client.close();
    const other = await open({ provider: { ...profile, query: {} } });
    await expect(other.recebidos.list(filter)).rejects.toMatchObject({ field: 'txId' });
  });
});

it('a simulated bank accepts unknown fields that resemble known ones', async () => {
  const simulator = await PixSimulator.start({ chaves: [COB.chave] });
  const rawClient = new BareClient(simulator);
  const body = { ...MISTYPED, Devedor: {} };
  expect((await rawClient.call('PUT', `/cob/${TXID}`, body)).status).toBe(201);
  rawClient.close();
  await simulator.close();
});
