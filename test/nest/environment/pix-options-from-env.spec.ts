import 'reflect-metadata';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { pixOptionsFromEnv } from '../../../lib/nest/index.js';

const account = {
  PIX_PROVIDER: 'inter',
  PIX_CLIENT_ID: 'loja',
  PIX_CERT: '/etc/pix/cert.pem',
  PIX_KEY: '/etc/pix/key.pem',
};

function readProblems(env: Record<string, string>): readonly string[] {
  try {
    pixOptionsFromEnv(env);
  } catch (error) {
    return (error as { details: { problems: string[] } }).details.problems;
  }
  throw new Error('expected a ConfigurationError');
}

describe('pixOptionsFromEnv', () => {
  it('reads every option that a variable can contain', () => {
    const options = pixOptionsFromEnv({
      ...account,
      PIX_ENVIRONMENT: 'sandbox',
      PIX_BASE_URL: 'https://api.example',
      PIX_TOKEN_URL: 'https://token.example',
      PIX_CLIENT_SECRET: 'segredo',
      PIX_PASSPHRASE: 'senha',
      PIX_CA: 'ca.pem',
      PIX_PROXY: 'http://loja:senha@proxy.example:3128',
      PIX_SANDBOX_TOKEN: 'token',
      PIX_CONTA_CORRENTE: '12345-6',
      PIX_APP_KEY: 'app',
      PIX_CHAVE: 'loja@example.com',
      PIX_FEATURES: 'pix-automatico',
      PIX_SCOPES: 'cob.read, cob.write',
      PIX_CLIENT_AUTH: 'body',
      PIX_MUTUAL_TLS: 'false',
      PIX_TIMEOUT: '2.5',
      PIX_DEADLINE: '20',
    });
    expect(options).toEqual({
      provider: 'inter',
      environment: 'sandbox',
      baseUrl: 'https://api.example',
      tokenUrl: 'https://token.example',
      clientId: 'loja',
      clientSecret: 'segredo',
      certificate: { cert: '/etc/pix/cert.pem', key: '/etc/pix/key.pem', passphrase: 'senha' },
      ca: 'ca.pem',
      proxy: 'http://loja:senha@proxy.example:3128',
      sandboxToken: 'token',
      contaCorrente: '12345-6',
      appKey: 'app',
      chave: 'loja@example.com',
      features: ['pix-automatico'],
      scopes: ['cob.read', 'cob.write'],
      clientAuth: 'body',
      mutualTls: false,
      timeout: 2.5,
      deadline: 20,
    });
  });

  it('reads the variables of another prefix', () => {
    const env = { ...account, PIX_FILIAL_PROVIDER: 'sicoob', PIX_FILIAL_CLIENT_ID: 'filial' };
    expect(
      pixOptionsFromEnv({ ...env, PIX_FILIAL_PFX: 'a.p12' }, { prefix: 'PIX_FILIAL_' }),
    ).toEqual({ provider: 'sicoob', clientId: 'filial', certificate: { pfx: 'a.p12' } });
    expect(() => pixOptionsFromEnv(env, { prefix: 'PIX_FILIAL_' })).toThrow(
      'PIX_FILIAL_CERT and PIX_FILIAL_KEY, or PIX_FILIAL_PFX, are missing',
    );
  });

  it.each([{ prefix: 'PIX_FILIAL' }, { prefix: 'pix_' }, { prefixo: 'PIX_' }])(
    'refuses the options %j',
    (options) => {
      expect(() => pixOptionsFromEnv(account, options)).toThrow(/^pixOptionsFromEnv: prefix/);
    },
  );

  it('reads process.env by default', () => {
    process.env.PIX_TESTE_PROVIDER = 'simulator';
    process.env.PIX_TESTE_SIMULATOR = './pix-certs';
    try {
      expect(pixOptionsFromEnv(undefined, { prefix: 'PIX_TESTE_' })).toEqual({
        provider: 'simulator',
        simulator: './pix-certs',
      });
    } finally {
      delete process.env.PIX_TESTE_PROVIDER;
      delete process.env.PIX_TESTE_SIMULATOR;
    }
  });

  it('lists all missing variables in one error', () => {
    expect(readProblems({})).toEqual([
      'PIX_PROVIDER is missing: name of a built-in provider, or `simulator`',
      'PIX_CLIENT_ID is missing: client identifier',
      'PIX_CERT and PIX_KEY, or PIX_PFX, are missing: the client certificate of the bank',
    ]);
  });

  it('names a set variable that a missing one resembles', () => {
    expect(readProblems({ ...account, PIX_CLIENT_ID: '', PIX_CLIENTID: 'hidden' })).toEqual([
      'PIX_CLIENT_ID is missing: client identifier (PIX_CLIENTID is set: is its name misspelt?)',
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ PIX_TIMEOUT: '30s' }, 'PIX_TIMEOUT must be a number of seconds'],
    [{ PIX_DEADLINE: '-1' }, 'PIX_DEADLINE must be a number of seconds'],
    [{ PIX_CLIENT_AUTH: 'header' }, "PIX_CLIENT_AUTH must be 'basic' or 'body'"],
    [{ PIX_MUTUAL_TLS: 'true' }, 'PIX_MUTUAL_TLS must be false'],
    [{ PIX_ENVIRONMENT: 'test' }, "PIX_ENVIRONMENT must be 'production' or 'sandbox'"],
    [{ PIX_SANDBOX_TOKEN: 'x' }, 'PIX_SANDBOX_TOKEN is for PIX_ENVIRONMENT=sandbox only'],
  ])('refuses %j', (env, problem) => {
    expect(readProblems({ ...account, ...env })).toEqual([expect.stringContaining(problem)]);
  });

  it('requires neither client nor certificate of a sandbox with a fixed token', () => {
    const sandbox = { PIX_PROVIDER: 'sicoob', PIX_ENVIRONMENT: 'sandbox' };
    expect(pixOptionsFromEnv({ ...sandbox, PIX_SANDBOX_TOKEN: 'fixed' })).toEqual({
      provider: 'sicoob',
      environment: 'sandbox',
      sandboxToken: 'fixed',
    });
    expect(readProblems(sandbox)).toEqual([expect.stringContaining('PIX_CLIENT_ID is missing')]);
  });

  it('requires no certificate if a proxy provides mutual TLS', () => {
    const env = { PIX_PROVIDER: 'bb', PIX_CLIENT_ID: 'loja', PIX_MUTUAL_TLS: 'false' };
    expect(pixOptionsFromEnv(env)).toEqual({ provider: 'bb', clientId: 'loja', mutualTls: false });
  });
});

describe('a variable that nothing reads', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function listWarnings(env: Record<string, string>, prefix?: string): unknown[] {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    pixOptionsFromEnv(env, { prefix });
    return warn.mock.calls.map(([line]) => line as unknown);
  }

  it.each([
    ['PIX_TIMEUOT', 'PIX_TIMEOUT'],
    ['PIX_CLIENT_SECRT', 'PIX_CLIENT_SECRET'],
    ['PIX_PASSPHRASSE', 'PIX_PASSPHRASE'],
    ['PIX_APPKEY', 'PIX_APP_KEY'],
    ['PIX_WEBHOK_SECRET', 'PIX_WEBHOOK_SECRET'],
    ['pix_proxy', 'PIX_PROXY'],
  ])('is reported without its value if it resembles an absent one: %s', (name, meant) => {
    expect(listWarnings({ ...account, [name]: 'a-secret-value' })).toEqual([
      `Nothing reads the variable ${name}; ${meant} may be meant.`,
    ]);
  });

  it('is ignored if it resembles none, or belongs to another account', () => {
    const others = { PIX_URL: 'x', PIX_FILIAL_CLIENT_ID: 'x', PIX_A_KEY: 'x', PIXEL_RATIO: '2' };
    expect(listWarnings({ ...account, ...others })).toEqual([]);
  });

  it('is ignored while the one that it resembles is set', () => {
    expect(listWarnings({ ...account, PIX_KEYS: 'x', PIX_CERTS: 'x' })).toEqual([]);
  });

  it('is found with the prefix of the account', () => {
    const named = Object.fromEntries(
      Object.entries(account).map(([name, value]) => [name.replace('PIX_', 'PIX_LOJA_'), value]),
    );
    expect(listWarnings({ ...named, PIX_LOJA_TIMEUOT: '3' }, 'PIX_LOJA_')).toEqual([
      'Nothing reads the variable PIX_LOJA_TIMEUOT; PIX_LOJA_TIMEOUT may be meant.',
    ]);
  });
});
