import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { pixProviders } from '../../lib/spec.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const TOKEN = 'token-do-vendedor-1';
const PAY = 'POST /pix/pay/{txid}';

let provider: ScriptedProvider;
let client: PixClient | undefined;

/** Opens a client of PagBank's sandbox, whose addresses are those of the scripted provider. */
async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const { origin } = provider;
  client = await createPixClient(
    provider.options({
      deadline: 2,
      provider: {
        ...pixProviders.pagbank,
        readLag: 0,
        sandbox: {
          baseUrl: `${origin}/instant-payments`,
          tokenUrl: `${origin}/oauth/token`,
          mode: 'oauth',
          operations: { [PAY]: `${origin}/other-host` },
        },
      },
      environment: 'sandbox',
      ...options,
    }),
  );
  return client;
}

const sent = () => provider.requests.map(({ method, url }) => `${method} ${url}`);

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  provider.api = { status: 200 };
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  await provider.close();
});

describe('an operation with a token of its own', () => {
  it('is sent to its own address with that token, without a token request', async () => {
    const pix = await open();
    await pix.pagbank.payCob(TXID, { token: TOKEN });
    expect(sent()).toEqual([`POST /other-host/pix/pay/${TXID}`]);
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toEqual({ status: 'PAID', tx_id: TXID });
    expect(provider.tokenRequests).toHaveLength(0);
  });

  it('accepts the options of a call, and refuses unknown ones', async () => {
    const pix = await open();
    await pix.pagbank.payCob(TXID, { token: TOKEN, headers: { 'x-test': '1' } });
    expect(provider.requests[0]?.headers['x-test']).toBe('1');
    const misspelt = { token: TOKEN, timeuot: 5 };
    await expect(pix.pagbank.payCob(TXID, misspelt)).rejects.toThrow('timeuot');
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ['baseUrl', { baseUrl: 'mine', tokenUrl: 'token' }],
    ['baseUrls of its family', { baseUrls: { cob: 'cob' } }],
  ])('is sent to its own address, whatever %s says', async (_, addresses) => {
    const toUrl = (value: unknown): unknown =>
      typeof value === 'string'
        ? `${provider.origin}/${value}`
        : Object.fromEntries(
            Object.entries(value as object).map(([name, each]) => [name, toUrl(each)]),
          );
    const pix = await open(toUrl(addresses) as Partial<PixModuleOptions>);
    await pix.pagbank.payCob(TXID, { token: TOKEN });
    expect(sent()).toEqual([`POST /other-host/pix/pay/${TXID}`]);
  });

  it.each([
    ['no options', undefined],
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a token with a space', { token: 'segredo-1 segredo-2' }],
    ['a token with a line break', { token: 'segredo-1\r\nx-evil: 1' }],
    ['a token of another type', { token: 123456 }],
  ])('is refused before a connection with %s', async (_, options) => {
    const pix = await open();
    const error: unknown = await pix.pagbank
      .payCob(TXID, options as never)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'ValueError',
      message: expect.stringMatching(
        /^POST \/pix\/pay\/\{txid\} requires the option token.*seller/,
      ),
    });
    expect(inspect(error)).not.toContain('segredo');
    expect(provider.connections).toBe(0);
  });

  it('is refused before a connection in production, and at other providers', async () => {
    const production = await open({ environment: 'production' });
    await expect(production.pagbank.payCob(TXID, { token: TOKEN })).rejects.toMatchObject({
      name: 'ValueError',
      message: expect.stringContaining('exists only in the sandbox of pagbank'),
    });
    await production.close();
    const other = await open({ provider: 'sicoob', environment: 'production' });
    await expect(other.pagbank.payCob(TXID, { token: TOKEN })).rejects.toMatchObject({
      name: 'NotImplementedError',
    });
    expect(provider.connections).toBe(0);
  });

  it('is unknown after a 401 on call and read, without another token, and no error contains it', async () => {
    provider.api = { status: 401, body: { title: `Recusado: ${TOKEN}`, detail: TOKEN } };
    const pix = await open();
    const error: unknown = await pix.pagbank
      .payCob(TXID, { token: TOKEN })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ resultUnknown: true });
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(TOKEN);
    expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('the payment of a charge with an unclear response', () => {
  const respond = (status: string) => {
    provider.api = ({ method }) =>
      method === 'POST'
        ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
        : { body: { txid: TXID, status, valor: { original: '1.00' } } };
  };

  it('succeeds if the charge, read with the token of the account, is paid', async () => {
    respond('CONCLUIDA');
    const pix = await open();
    await pix.pagbank.payCob(TXID, { token: TOKEN });
    expect(sent().slice(0, 2)).toEqual([
      `POST /other-host/pix/pay/${TXID}`,
      `GET /instant-payments/cob/${TXID}`,
    ]);
    const [, read] = provider.requests;
    expect(read?.headers.authorization).toBe('Bearer token-1');
  });

  it.each(['ATIVA', 'REMOVIDA_PELO_PSP'])(
    'is unknown, and not sent again, if the charge is %s',
    async (status) => {
      respond(status);
      const pix = await open();
      await expect(pix.pagbank.payCob(TXID, { token: TOKEN })).rejects.toMatchObject({
        resultUnknown: true,
      });
      expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    },
  );
});
