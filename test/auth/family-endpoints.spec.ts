import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryTokenStore, type PixToken } from '../../lib/auth/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { IDENTITY, TokenFixture } from './support/token-fixture.js';

const OTHER = 'https://automatico.example/oauth/token';

describe('the tokens of a family with its own endpoint', () => {
  it('have keys of their own in a shared store', async () => {
    const fixture = new TokenFixture();
    const keys: string[] = [];
    const store = new InMemoryTokenStore(fixture.runtime);
    const recording = {
      get: (key: string) => store.get(key),
      set: (key: string, token: PixToken) => {
        keys.push(key);
        store.set(key, token);
      },
      delete: (key: string) => store.delete(key),
    };
    const families = { rec: { tokenUrl: OTHER, scopes: ['cob.read'] } };
    const tokens = fixture.open({ families }, recording);
    const [main, other] = [await tokens.getToken(), await tokens.getToken(undefined, {}, 'rec')];
    expect(other).not.toBe(main);
    expect(fixture.requests.map(({ url }) => url)).toEqual([IDENTITY.tokenUrl, OTHER]);
    expect(new Set(keys).size).toBe(2);
    expect(keys.join()).not.toContain('automatico');
    // Another process with the same store uses both tokens.
    const again = new TokenFixture().open({ families }, recording);
    expect([await again.getToken(), await again.getToken(undefined, {}, 'rec')]).toEqual([
      main,
      other,
    ]);
  });
});

describe('a 401 at the address of a family', () => {
  let provider: ScriptedProvider;
  let client: PixClient;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
  });
  afterEach(async () => {
    await client.close();
    await provider.close();
  });

  it('renews the token of its endpoint only', async () => {
    const { origin } = provider;
    let issued = 0;
    provider.token = () => ({ body: { access_token: `token-${++issued}`, expires_in: 3600 } });
    client = await createPixClient(
      provider.options({
        provider: {
          name: 'split',
          code: '999',
          production: {
            baseUrl: `${origin}/pix/v2`,
            tokenUrl: `${origin}/oauth/token`,
            families: { rec: { baseUrl: `${origin}/auto/v1`, tokenUrl: `${origin}/oauth/auto` } },
          },
          scopes: ['cob.read', 'rec.read'],
        },
      }),
    );
    const idRec = `RR1234567820240115${'x'.repeat(11)}`;
    await client.cob.get(generateTxid());
    await client.rec.get(idRec);
    let refused = 0;
    provider.api = ({ url, headers }) =>
      url.startsWith('/auto/') && headers.authorization === 'Bearer token-2' && refused++ === 0
        ? { status: 401, body: {} }
        : { body: { idRec, txid: url.split('/').at(-1) } };
    await client.rec.get(idRec);
    await client.cob.get(generateTxid());
    expect(provider.tokenRequests.map(({ url }) => url)).toEqual([
      '/oauth/token',
      '/oauth/auto',
      '/oauth/auto',
    ]);
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
      'Bearer token-3',
      'Bearer token-1',
    ]);
    const scopes = provider.tokenRequests.map(({ body }) => new URLSearchParams(body).get('scope'));
    expect(scopes).toEqual(['cob.read', 'rec.read', 'rec.read']);
  });
});
