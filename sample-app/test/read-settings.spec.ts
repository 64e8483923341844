import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '../src/settings/read-settings.js';

const SECRET = 'a-secret-that-must-never-be-printed';

let folder: string;
let pem: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loja-'));
  pem = join(folder, 'some.pem');
  writeFileSync(pem, 'PEM TEXT');
});
afterAll(() => rmSync(folder, { recursive: true }));

const bank = () => ({
  PIX_PROVIDER: 'inter',
  PIX_CLIENT_ID: 'loja',
  PIX_CLIENT_SECRET: SECRET,
  PIX_CERT: pem,
  PIX_KEY: pem,
  ADMIN_EMAIL: 'Dona@loja.example',
  ADMIN_PASSWORD: 'twelve letters',
  PIX_CHAVE: 'loja@example.com',
  PIX_WEBHOOK_URL: 'https://loja.example.com/webhooks/pix',
  PIX_WEBHOOK_SECRET: SECRET,
});

function readProblems(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('expected a SettingsError');
}

describe('readSettings without configuration', () => {
  it('returns loopback, a simulated bank and a database in memory', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      database: { directory: 'memory://' },
      orderExpiration: 3600,
      requestsPerMinute: 30,
      adminEmail: 'demo@loja.example',
      adminPassword: 'demo',
      allowedHosts: [],
      trustedProxies: [],
      role: 'all',
      logFormat: 'text',
      logLevel: 'debug',
    });
  });

  it('returns the same for .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
    expect(readSettings(parseEnv(example) as Record<string, string>)).toEqual(readSettings({}));
  });
});

describe('readSettings, lists', () => {
  it('accepts commas with and without spaces', () => {
    const settings = readSettings({
      ALLOWED_HOSTS: 'loja.example.com, pix.example.com,',
      TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::/32 , 192.0.2.1',
    });
    expect(settings.allowedHosts).toEqual(['loja.example.com', 'pix.example.com']);
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
  });

  it.each([
    'proxy.example.com',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0',
  ])('refuses %s in TRUSTED_PROXIES', (TRUSTED_PROXIES) => {
    expect(readProblems({ TRUSTED_PROXIES })).toContain('TRUSTED_PROXIES must list IP addresses');
  });
});

describe('readSettings, SHOP_CNPJ', () => {
  it.each(['11.222.333/0001-81', '11222333000181'])(
    'writes %s as invoices show it',
    (SHOP_CNPJ) => {
      expect(readSettings({ SHOP_CNPJ }).cnpj).toBe('11.222.333/0001-81');
    },
  );

  it('refuses one with wrong check digits', () => {
    expect(readProblems({ SHOP_CNPJ: '11.222.333/0001-82' })).toContain('SHOP_CNPJ must be');
  });
});

describe('readSettings with a bank', () => {
  it('needs the credited account for Pix Automático, and none without it', () => {
    expect(readSettings(bank()).bank).not.toHaveProperty('conta');
    const automatico = { ...bank(), PIX_FEATURES: 'pix-automatico' };
    expect(readProblems(automatico)).toContain('PIX_RECEBEDOR_CONTA is missing');
    const account = { PIX_RECEBEDOR_CONTA: '012682', PIX_RECEBEDOR_AGENCIA: '9708' };
    expect(readSettings({ ...automatico, ...account }).bank?.conta).toEqual({
      conta: '012682',
      agencia: '9708',
      tipoConta: 'CORRENTE',
    });
  });

  it('passes the variables to the library', () => {
    const settings = readSettings({
      ...bank(),
      PIX_PASSPHRASE: 'lock',
      PIX_ENVIRONMENT: 'sandbox',
    });
    expect(settings.bank).toMatchObject({
      chave: 'loja@example.com',
      pix: {
        provider: 'inter',
        environment: 'sandbox',
        clientId: 'loja',
        clientSecret: SECRET,
        certificate: { cert: pem, key: pem, passphrase: 'lock' },
      },
      webhook: { url: 'https://loja.example.com/webhooks/pix', secret: SECRET },
    });
  });

  it('stores orders on disk, because charges outlive the process', () => {
    expect(readSettings(bank()).database).toEqual({
      directory: expect.stringMatching(/sample-app\/\.data$/),
    });
  });

  it('requires neither client nor certificate for a sandbox with a fixed token', () => {
    const { ADMIN_EMAIL, ADMIN_PASSWORD, PIX_CHAVE, PIX_WEBHOOK_URL, PIX_WEBHOOK_SECRET } = bank();
    const settings = readSettings({
      PIX_PROVIDER: 'sicoob',
      PIX_ENVIRONMENT: 'sandbox',
      PIX_SANDBOX_TOKEN: SECRET,
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      PIX_CHAVE,
      PIX_WEBHOOK_URL,
      PIX_WEBHOOK_SECRET,
    });
    expect(settings.bank?.pix).toMatchObject({ sandboxToken: SECRET });
    expect(settings.bank?.pix).not.toHaveProperty('certificate');
  });

  it('configures a separate listener for mutual TLS of the webhook', () => {
    const settings = readSettings({
      ...bank(),
      PIX_WEBHOOK_CA: pem,
      PIX_WEBHOOK_CERT: pem,
      PIX_WEBHOOK_KEY: pem,
      PIX_WEBHOOK_SUBJECT: 'pix.banco.example.com',
    });
    expect(settings.bank?.webhook.listener).toEqual({
      subject: 'pix.banco.example.com',
      host: '0.0.0.0',
      port: 8443,
      ca: 'PEM TEXT',
      cert: 'PEM TEXT',
      key: 'PEM TEXT',
    });
  });
});

it('readSettings reads no secret and no key of the webhook for a worker, which serves none', () => {
  const variables = {
    ...bank(),
    SHOP_ROLE: 'worker',
    DATABASE_URL: 'postgres://database',
    REDIS_URL: 'rediss://redis',
    PIX_TOKEN_KEY: '0'.repeat(64),
    PIX_WEBHOOK_KEY: join(folder, 'missing.key'),
  };
  const { webhook } = readSettings(variables).bank ?? {};
  expect(webhook).toEqual({ url: 'https://loja.example.com/webhooks/pix' });
});

describe('readSettings with an invalid configuration', () => {
  it('reports all problems at once, each with its variable', () => {
    const message = readProblems({
      PORT: '70000',
      ORDER_EXPIRATION_SECONDS: 'soon',
      DATABASE_URL: 'mysql://root@localhost/test',
      DATABASE_DIR: './orders',
      PIX_PROVIDER: 'banco-da-esquina',
      PIX_ENVIRONMENT: 'staging',
      PIX_CERT: pem,
      PIX_WEBHOOK_URL: 'http://loja.example.com',
      PIX_WEBHOOK_CA: join(folder, 'missing.pem'),
      PIX_BASE_URL: 'not an address',
    });
    for (const name of [
      'PORT',
      'ORDER_EXPIRATION_SECONDS',
      'DATABASE_URL',
      'DATABASE_URL and DATABASE_DIR',
      'PIX_PROVIDER',
      'PIX_ENVIRONMENT',
      'PIX_CLIENT_ID',
      'PIX_CERT and PIX_KEY',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'PIX_CHAVE',
      'PIX_WEBHOOK_URL',
      'PIX_WEBHOOK_CERT and PIX_WEBHOOK_KEY',
      'PIX_WEBHOOK_CA',
      'PIX_BASE_URL',
    ]) {
      expect(message).toContain(`- ${name} `);
    }
  });

  it('does not repeat values, which may be secrets', () => {
    const message = readProblems({
      PIX_CLIENT_SECRET: SECRET,
      PIX_PASSPHRASE: SECRET,
      PIX_SANDBOX_TOKEN: SECRET,
      DATABASE_URL: `mysql://root:${SECRET}@localhost/test`,
      PIX_BASE_URL: `http://user:${SECRET}@example.com`,
    });
    expect(message).not.toContain(SECRET);
  });

  it.each([
    ['a certificate is set in two forms', { PIX_PFX: 'loja.p12' }, 'set only one'],
    ['the secret of the webhook is short', { PIX_WEBHOOK_SECRET: 'short' }, '16 characters'],
    [
      'a subject is set without an authority',
      { PIX_WEBHOOK_SUBJECT: 'pix.banco.example.com' },
      'PIX_WEBHOOK_SUBJECT needs PIX_WEBHOOK_CA',
    ],
    ['the back office has no password', { ADMIN_PASSWORD: '' }, 'ADMIN_PASSWORD must have 12'],
    ['the back office has a short password', { ADMIN_PASSWORD: 'demo' }, 'ADMIN_PASSWORD'],
    ['the webhook has no authentication', { PIX_WEBHOOK_SECRET: '' }, 'anyone could report'],
  ])('refuses it when %s', (_, change, words) => {
    expect(readProblems({ ...bank(), ...change })).toContain(words);
  });
});

describe('readSettings, several processes', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/loja';
  const REDIS_URL = 'redis://127.0.0.1:6379';
  const PIX_TOKEN_KEY = Buffer.alloc(32, 7).toString('base64');

  it('returns the role of the process and what processes share', () => {
    const env = { ...bank(), DATABASE_URL, REDIS_URL, PIX_TOKEN_KEY, SHOP_ROLE: 'worker' };
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    expect(
      readSettings({
        ...env,
        METRICS_PORT: '9464',
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'warn',
        OTEL_EXPORTER_OTLP_ENDPOINT,
      }),
    ).toMatchObject({
      otlpEndpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      role: 'worker',
      redis: { url: REDIS_URL, tokenKey: PIX_TOKEN_KEY },
      metricsPort: 9464,
      logFormat: 'json',
      logLevel: 'warn',
    });
  });

  it('logs no line for each request to a real bank by default', () => {
    expect(readSettings(bank()).logLevel).toBe('log');
  });

  it('accepts Redis in the demo with one process', () => {
    const { redis } = readSettings({ DATABASE_URL, REDIS_URL });
    expect(redis).toEqual({ url: REDIS_URL });
  });

  it.each([
    ['an embedded database with Redis', { REDIS_URL }, 'REDIS_URL needs DATABASE_URL'],
    ['an embedded database to migrate', { SHOP_ROLE: 'migrate' }, 'migrate needs DATABASE_URL'],
    ['a worker without Redis', { SHOP_ROLE: 'worker' }, 'worker needs REDIS_URL'],
    [
      'a web process of the demo',
      { DATABASE_URL, REDIS_URL, SHOP_ROLE: 'web' },
      'web needs a bank',
    ],
    ['an unknown role', { SHOP_ROLE: 'both' }, 'SHOP_ROLE must be all or web or worker or migrate'],
    ['an unknown format', { LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be text or json'],
    ['an unknown level', { LOG_LEVEL: 'info' }, 'LOG_LEVEL must be fatal or error or warn or log'],
    ['a port that is none', { METRICS_PORT: '99999' }, 'METRICS_PORT must be a whole number'],
    ['another kind of server', { REDIS_URL: 'http://127.0.0.1' }, 'begins with redis: or rediss:'],
  ])('refuses %s', (_, env, problem) => {
    expect(readProblems(env)).toContain(problem);
  });

  it('requires a key for the tokens in Redis with a bank, and never prints it', () => {
    const env = { ...bank(), DATABASE_URL, REDIS_URL };
    expect(readProblems(env)).toContain('PIX_TOKEN_KEY is missing');
    const problems = readProblems({ ...env, PIX_TOKEN_KEY: 'too-short' });
    expect(problems).toContain('PIX_TOKEN_KEY must be 32 bytes');
    expect(problems).not.toContain('too-short');
  });
});
