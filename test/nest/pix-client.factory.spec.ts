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
  it('makes the client of an account once, for any number of callers', async () => {
    let made = 0;
    const options = () => {
      made += 1;
      return account('one');
    };
    const clients = await Promise.all(
      Array.from({ length: 50 }, () => factory.get('one', options)),
    );
    expect(new Set(clients).size).toBe(1);
    expect(made).toBe(1);
  });

  it('keeps accounts apart, their tokens too', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}` } });
    for (const key of ['one', 'other']) {
      const client = await factory.get(key, account(key));
      await client.cob.get(TXID);
    }
    expect(provider.requests.map(({ headers }) => headers.client_id)).toEqual(['one', 'other']);
    expect(new Set(provider.requests.map(({ headers }) => headers.authorization)).size).toBe(2);
  });

  it('never gives a client the token of another account that differs only in its secret', async () => {
    provider.token = ({ headers }) =>
      headers.authorization === `Basic ${Buffer.from('shared:right').toString('base64')}`
        ? { body: { access_token: 'of-the-owner' } }
        : { status: 401, body: { error: 'invalid_client' } };
    const options = (clientSecret: string) =>
      provider.options({ clientId: 'shared', clientSecret });
    const owner = await factory.get('owner', options('right'));
    await expect(owner.tokens.getToken()).resolves.toBe('of-the-owner');
    const stranger = await factory.get('stranger', options('wrong'));
    await expect(stranger.tokens.getToken()).rejects.toMatchObject({ status: 401 });
    await expect(stranger.tokens.getToken()).rejects.toMatchObject({ status: 401 });
    // The refusal is remembered, and the owner's token is untouched.
    expect(provider.tokenRequests).toHaveLength(2);
    await expect(owner.tokens.getToken()).resolves.toBe('of-the-owner');
  });

  it('gives each client a token store of its own, or that of the options', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}` } });
    const one = await factory.get('1', account('same'));
    const other = await factory.get('2', account('same'));
    expect(await one.tokens.getToken()).not.toBe(await other.tokens.getToken());
    const sharing = new PixClientFactory({ tokenStore: new InMemoryTokenStore() });
    const [third, fourth] = [
      await sharing.get('1', account('same')),
      await sharing.get('2', account('same')),
    ];
    expect(await third.tokens.getToken()).toBe(await fourth.tokens.getToken());
    await sharing.close();
  });

  it('lets the one used least recently go, and its idle connections close', async () => {
    const first = await factory.get('1', account('1'));
    await first.cob.get(TXID);
    const second = await factory.get('2', account('2'));
    expect(await factory.get('1', account('1'))).toBe(first);
    await factory.get('3', account('3'));
    expect(factory.size).toBe(2);
    expect(await factory.get('1', account('1'))).toBe(first);
    expect(await factory.get('2', account('2'))).not.toBe(second);
  });

  it('lets a call end that is under way in a client that was let go', async () => {
    const client = await factory.get('1', account('1'));
    provider.api = () => {
      factory.evict('1');
      return { body: { txid: TXID } };
    };
    await expect(client.cob.get(TXID)).resolves.toEqual({ txid: TXID });
    await provider.disconnected();
    expect(factory.size).toBe(0);
  });

  it('does not keep a failure', async () => {
    const wrong = provider.options({ clientId: undefined });
    await expect(factory.get('1', wrong)).rejects.toMatchObject({ name: 'ConfigurationError' });
    await expect(factory.get('1', account('1'))).resolves.toBeDefined();
  });

  it('takes a bound above 0 only', () => {
    expect(() => new PixClientFactory({ max: 0 })).toThrow(/above 0/);
  });
});
