import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPixClient, PixClientFactory, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

let provider: ScriptedProvider;
let client: PixClient;
const factory = new PixClientFactory();

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  const options = provider.options({ headers: { 'x-api-key': 'header-secret-1' } });
  client = await createPixClient(options);
  await client.cob.get('a'.repeat(26));
  await factory.get('tenant', options);
});

afterAll(async () => {
  await client.close();
  await factory.close();
  await provider.close();
});

describe('a printed object of an account', () => {
  it.each<[string, () => object]>([
    ['the client', () => client],
    ['a service', () => client.cob],
    ['the caller of a service', () => Reflect.get(client.cob, 'caller') as object],
    ['the fields of the caller', () => ({ ...(Reflect.get(client.cob, 'caller') as object) })],
    ['the tokens', () => client.tokens],
    ['the fields of the tokens', () => Object.assign({}, client.tokens)],
    ['the factory', () => factory],
  ])('contains no secret: %s', (_, find) => {
    const object = find();
    const printed = [
      inspect(object, { depth: 10, showHidden: true }),
      JSON.stringify(object),
      inspect({ object }, { depth: 10 }),
    ].join('\n');
    expect(printed).not.toMatch(/secret-1|token-1|BEGIN|x-api-key|127\.0\.0\.1/);
  });

  it('cannot be copied with its secrets', () => {
    const copy = () => {
      try {
        return inspect(structuredClone(client), { depth: 10 });
      } catch (error) {
        return String(error);
      }
    };
    expect(copy()).not.toMatch(/secret-1|x-api-key|BEGIN/);
  });

  it('identifies the account', () => {
    expect(inspect(client)).toBe('PixClient { provider: scripted, environment: production }');
    expect(JSON.parse(JSON.stringify(client))).toEqual({
      provider: 'scripted',
      environment: 'production',
      clientId: 'client-1',
    });
    expect(inspect(client.tokens)).toBe('TokenService { provider: scripted, clientId: client-1 }');
  });
});
