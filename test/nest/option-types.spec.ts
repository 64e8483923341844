import 'reflect-metadata';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import {
  createPixClient,
  InMemoryTokenStore,
  PixClientFactory,
  PixModule,
  type PixModuleOptions,
} from '../../lib/index.js';
import { findPixProvider } from '../../lib/spec.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});

afterAll(async () => {
  await provider.close();
});

/** Returns the error with which a client with these options is refused; `undefined` if it is accepted. */
async function refusal(options: object): Promise<Error | undefined> {
  const given = { ...provider.options(), ...options };
  return createPixClient(given).then(
    async (client) => {
      await client.close();
      return undefined;
    },
    (error: unknown) => error as Error,
  );
}

/** Values of a wrong type for every option that are not its own. */
const EVERY_KIND: Readonly<Record<string, unknown>> = {
  null: null,
  text: 'false',
  'empty text': '',
  'a number': 5.5,
  'not a number': Number.NaN,
  'a list': [],
  'an object': { unknwon: 1 },
  true: true,
  'a function': () => undefined,
  'a symbol': Symbol('x'),
  'a big integer': 5n,
};

/** For each option, the kinds of {@link EVERY_KIND} that it accepts. */
const ACCEPTED: Readonly<Record<keyof PixModuleOptions, readonly string[]>> = {
  provider: [],
  simulator: [],
  environment: [],
  clientId: ['text'],
  clientSecret: ['text'],
  clientAuth: [],
  certificate: [],
  ca: [],
  certificateCheckInterval: ['a number'],
  mutualTls: [],
  scopes: ['text'],
  features: ['a list'],
  leastPrivilege: ['true'],
  checkScopes: ['true'],
  sandboxToken: [],
  contaCorrente: [],
  appKey: ['text'],
  chave: [],
  proxy: [],
  http: ['true'],
  headers: [],
  timeout: ['a number'],
  deadline: ['a number'],
  retry: [],
  tokenStore: [],
  rateLimit: [],
  validate: ['true'],
  allowUnknownFields: ['true'],
  telemetry: [],
  log: [],
  onRequest: ['a function'],
  onResponse: ['a function'],
  payload: [],
  baseUrl: [],
  tokenUrl: [],
  baseUrls: [],
  tokenUrls: [],
};

/** The classes of the errors that documented checks of an option throw (docs/interface.md#scopes). */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  scopes: ['TypeError', 'ValueError'],
  ca: ['ConfigurationError', 'CertificateError'],
};

describe('an option', () => {
  it('accepts or refuses a value by its type, as documented', async () => {
    for (const [option, accepted] of Object.entries(ACCEPTED)) {
      for (const [kind, value] of Object.entries(EVERY_KIND)) {
        const error = await refusal({ [option]: value });
        if (accepted.includes(kind)) {
          expect([option, kind, error]).toEqual([option, kind, undefined]);
          continue;
        }
        expect(error?.message).toMatch(new RegExp(option, 'i'));
        expect(CLASSES[option] ?? ['ConfigurationError', 'ValueError']).toContain(error?.name);
      }
    }
  });

  it('is treated as absent when it is undefined', async () => {
    const others = Object.keys(ACCEPTED).filter(
      (name) => !['provider', 'clientId', 'certificate'].includes(name),
    );
    const undefinedOptions = Object.fromEntries(others.map((name) => [name, undefined]));
    const nested = {
      headers: { 'x-a': undefined },
      retry: { attempts: undefined },
      rateLimit: { whenExceeded: undefined, store: undefined },
      payload: { timeout: undefined, ca: undefined },
      baseUrls: { cob: undefined },
    };
    expect(await refusal({ ...undefinedOptions, ca: provider.options().ca })).toBeUndefined();
    expect(await refusal(nested)).toBeUndefined();
  });
});

describe('a misspelt name', () => {
  it.each(Object.keys(ACCEPTED))('of %s is refused with the similar known name', async (name) => {
    const misspelt = `${name.slice(0, -1)}x${name.slice(-1)}`;
    expect((await refusal({ [misspelt]: undefined }))?.message).toBe(
      `${misspelt} is not an option: did you mean ${name}?`,
    );
  });

  it.each<[object, string]>([
    [
      { certificate: { cert: 'a', kye: 'b' } },
      'certificate.kye is not an option: did you mean key?',
    ],
    [
      { certificate: { pfx: 'a', passphrse: 'b' } },
      'certificate.passphrse is not an option: did you mean passphrase?',
    ],
    [
      { rateLimit: { whenExceded: 'throw' } },
      'rateLimit.whenExceded is not an option: did you mean whenExceeded?',
    ],
    [
      { rateLimit: { store: { client: { defineCommand: () => undefined }, keyPrefx: 'x' } } },
      'rateLimit.store.keyPrefx is not an option: did you mean keyPrefix?',
    ],
    [
      { payload: { allowPrivateAdresses: true } },
      'payload.allowPrivateAdresses is not an option: did you mean allowPrivateAddresses?',
    ],
    [{ retry: { atempts: 1 } }, 'retry.atempts is not an option: did you mean attempts?'],
    [
      { baseUrls: { cobb: 'https://a.example' } },
      'baseUrls.cobb is not a family: did you mean cob?',
    ],
  ])('at any depth is refused: %j', async (options, message) => {
    expect((await refusal(options))?.message).toContain(message);
  });
});

describe('an invalid value', () => {
  it.each<[object, string]>([
    [{ deadline: 30_000 }, 'For 30000 milliseconds, set 30.'],
    [{ timeout: [5000, 30_000] }, 'For 5000 milliseconds, set 5.'],
    [{ payload: { timeout: 30_000 } }, 'payload.timeout is in seconds'],
    [{ payload: { timeout: -1 } }, 'payload.timeout must be'],
    [{ retry: { baseDelay: 250 } }, 'retry.baseDelay is in seconds'],
    [{ headers: 'x-api-key: abc' }, 'headers must be an object'],
    [{ headers: { 'x-a': null } }, 'headers.x-a must be text, not null'],
    [{ headers: { 'x-a': ['a'] } }, 'headers.x-a must be text'],
    [{ scopes: 'cob.wirte' }, 'scopes: cob.wirte is not a known scope: did you mean cob.write?'],
    [{ scopes: [{ scopes: [5] }] }, 'PixScopeGroup'],
    [{ tokenStore: {} }, 'tokenStore must be a store with the methods get, set and delete'],
    [{ ca: [] }, 'ca contains no certificate'],
    [{ certificate: { pfx: 'a', passphrase: 1234 } }, 'certificate.passphrase must be text'],
    [{ rateLimit: { store: {} } }, 'rateLimit.store.client must be a client of ioredis'],
  ])('is refused: %j', async (options, message) => {
    expect((await refusal(options))?.message).toContain(message);
  });

  it('does not include scopes of other products', async () => {
    expect(await refusal({ scopes: 'boletos.read extrato.read cob.read' })).toBeUndefined();
  });
});

describe('production without a certificate', () => {
  it.each(['', null, false, 0, Number.NaN, [], {}])('is refused: certificate %p', async (value) => {
    const options = { provider: 'sicoob', clientId: 'x', certificate: value };
    await expect(createPixClient(options as never)).rejects.toThrow(/certificate/);
  });

  it('is not permitted by environment null', async () => {
    const options = { provider: 'sicoob', clientId: 'x', environment: null };
    await expect(createPixClient(options as never)).rejects.toThrow(/environment must be/);
  });
});

it('lists the wrong types and all other problems in one error', async () => {
  const error = await refusal({ clientSecret: 5, headers: 'x', deadline: 0, validat: true });
  for (const part of ['4 problems', 'clientSecret', 'headers', 'deadline', 'validat ']) {
    expect(error?.message).toContain(part);
  }
});

describe('absent options', () => {
  it.each([undefined, null, 5, 'x', []])('%p are refused', async (options) => {
    const expected = expect.objectContaining({ name: 'ConfigurationError' });
    await expect(createPixClient(options as never)).rejects.toEqual(expected);
    expect(() => PixModule.forRoot(options as never)).toThrow(expected);
    expect(() => PixModule.forRootAsync(options as never)).toThrow(expected);
    await expect(new PixClientFactory().get('a', options as never)).rejects.toEqual(expected);
    const start = Test.createTestingModule({
      imports: [PixModule.forRootAsync({ useFactory: () => options as never })],
    }).compile();
    await expect(start).rejects.toEqual(expected);
  });

  it.each([
    [{}, /useFactory, useClass or useExisting is required/],
    [{ useFactroy: () => 1 }, /useFactroy is not an option: did you mean useFactory\?/],
    [{ useFactory: 5 }, /useFactory must be a function/],
    [{ useFactory: () => 1, inject: 'x' }, /inject must be a list/],
    [{ useFactory: () => 1, isGlobal: 'false' }, /isGlobal must be true or false/],
  ])('forRootAsync(%j) is refused', (options, message) => {
    expect(() => PixModule.forRootAsync(options as never)).toThrow(message);
  });

  it.each([{ isGlobal: 'true' }, { name: '' }, { name: null }])(
    'forRoot with %j is refused',
    (extras) => {
      const options = { ...provider.options(), ...extras };
      expect(() => PixModule.forRoot(options as never)).toThrow(/^PixModule.forRoot: /);
    },
  );
});

describe('PixClientFactory', () => {
  it.each([null, 5, { mx: 5 }, { max: null }, { max: '5' }, { tokenStore: {} }])(
    'refuses the options %j',
    (options) => {
      expect(() => new PixClientFactory(options as never)).toThrow(
        expect.objectContaining({ name: 'ConfigurationError' }),
      );
    },
  );

  it.each([undefined, null, '', 5])(
    'refuses the key %p, which accounts would share',
    async (key) => {
      const factory = new PixClientFactory({ tokenStore: new InMemoryTokenStore() });
      await expect(factory.get(key as never, provider.options())).rejects.toThrow(
        /^tenantKey must/,
      );
      expect(factory.size).toBe(0);
    },
  );
});

describe('a printed dynamic module', () => {
  it('contains no option', () => {
    const module = PixModule.forRoot({
      provider: findPixProvider('bb'),
      clientId: 'canary-id',
      clientSecret: 'canary-secret',
      appKey: 'canary-key',
    });
    const printed = [inspect(module, { depth: 10, showHidden: true }), JSON.stringify(module)];
    expect(printed.join('\n')).not.toContain('canary');
  });

  it('has another JSON than a module with other options', () => {
    const [one, two] = [
      PixModule.forRoot(provider.options()),
      PixModule.forRoot(provider.options()),
    ];
    expect(JSON.stringify(one)).not.toBe(JSON.stringify(two));
  });
});
