import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryTokenStore, PixClientFactory } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
let provider: ScriptedProvider;
let factory: PixClientFactory;

const account = (clientId: string) => provider.options({ clientId });

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  factory = new PixClientFactory({ max: 2 });
});

afterEach(async () => {
  await factory.beforeApplicationShutdown();
  await provider.close();
});

describe('PixClientFactory', () => {
  it('creates the client of an account once for concurrent callers', async () => {
    let created = 0;
    const options = () => {
      created += 1;
      return account('one');
    };
    const clients = await Promise.all(
      Array.from({ length: 50 }, () => factory.get('one', options)),
    );
    expect(new Set(clients).size).toBe(1);
    expect(created).toBe(1);
  });

  it('separates accounts and their tokens', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}` } });
    for (const key of ['one', 'other']) {
      const client = await factory.get(key, account(key));
      await client.cob.get(TXID);
    }
    expect(provider.requests.map(({ headers }) => headers.client_id)).toEqual(['one', 'other']);
    expect(new Set(provider.requests.map(({ headers }) => headers.authorization)).size).toBe(2);
  });

  it('does not share a token with an account that has another secret', async () => {
    provider.token = ({ headers }) =>
      headers.authorization === `Basic ${Buffer.from('shared:right').toString('base64')}`
        ? { body: { access_token: 'of-the-owner' } }
        : { status: 401, body: { error: 'invalid_client' } };
    const options = (clientSecret: string) =>
      provider.options({ clientId: 'shared', clientSecret });
    const owner = await factory.get('owner', options('right'));
    await expect(owner.tokens.getToken()).resolves.toBe('of-the-owner');
    const otherAccount = await factory.get('otherAccount', options('wrong'));
    await expect(otherAccount.tokens.getToken()).rejects.toMatchObject({ status: 401 });
    await expect(otherAccount.tokens.getToken()).rejects.toMatchObject({ status: 401 });
    // The refusal is cached, and the token of the first account is unchanged.
    expect(provider.tokenRequests).toHaveLength(2);
    await expect(owner.tokens.getToken()).resolves.toBe('of-the-owner');
  });

  it('uses one token store per client, or the store of the options', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}` } });
    const one = await factory.get('1', account('same'));
    const other = await factory.get('2', account('same'));
    expect(await one.tokens.getToken()).not.toBe(await other.tokens.getToken());
    const sharedFactory = new PixClientFactory({ tokenStore: new InMemoryTokenStore() });
    const [third, fourth] = [
      await sharedFactory.get('1', account('same')),
      await sharedFactory.get('2', account('same')),
    ];
    expect(await third.tokens.getToken()).toBe(await fourth.tokens.getToken());
    await sharedFactory.close();
  });

  it('evicts the least recently used client', async () => {
    const first = await factory.get('1', account('1'));
    await first.cob.get(TXID);
    const second = await factory.get('2', account('2'));
    expect(await factory.get('1', account('1'))).toBe(first);
    await factory.get('3', account('3'));
    expect(factory.size).toBe(2);
    expect(await factory.get('1', account('1'))).toBe(first);
    expect(await factory.get('2', account('2'))).not.toBe(second);
  });

  it('lets a call in flight of an evicted client finish', async () => {
    const client = await factory.get('1', account('1'));
    provider.api = () => {
      factory.evict('1');
      return { body: { txid: TXID } };
    };
    await expect(client.cob.get(TXID)).resolves.toEqual({ txid: TXID });
    await provider.disconnected();
    expect(factory.size).toBe(0);
  });

  it('does not cache a failure', async () => {
    const wrong = provider.options({ clientId: undefined });
    await expect(factory.get('1', wrong)).rejects.toMatchObject({ name: 'ConfigurationError' });
    await expect(factory.get('1', account('1'))).resolves.toBeDefined();
  });

  it('refuses a max of 0', () => {
    expect(() => new PixClientFactory({ max: 0 })).toThrow(/above 0/);
  });
});
