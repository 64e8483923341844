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
  PIX_CHAVE: 'loja@example.com',
  PIX_WEBHOOK_URL: 'https://loja.example.com/webhooks/pix',
  PIX_WEBHOOK_SECRET: SECRET,
});

function problemsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('expected a SettingsError');
}

describe('without configuration', () => {
  it('the shop runs on loopback with a simulated bank and a database in memory', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      database: { directory: 'memory://' },
      orderExpiration: 3600,
      requestsPerMinute: 30,
      allowedHosts: [],
      trustedProxies: [],
    });
  });

  it('.env.example as it stands means the same', () => {
    const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
    expect(readSettings(parseEnv(example) as Record<string, string>)).toEqual(readSettings({}));
  });
});

describe('lists', () => {
  it('are separated by commas, with spaces or without', () => {
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
  ])('of proxies do not hold %s', (TRUSTED_PROXIES) => {
    expect(problemsOf({ TRUSTED_PROXIES })).toContain('TRUSTED_PROXIES must list IP addresses');
  });
});

describe('with a bank', () => {
  it('the library gets what the variables say', () => {
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

  it('orders are kept on disk, since its charges outlive the process', () => {
    expect(readSettings(bank()).database).toEqual({
      directory: expect.stringMatching(/sample-app\/\.data$/),
    });
  });

  it('a sandbox with a fixed token needs neither client nor certificate', () => {
    const { PIX_CHAVE, PIX_WEBHOOK_URL, PIX_WEBHOOK_SECRET } = bank();
    const settings = readSettings({
      PIX_PROVIDER: 'sicoob',
      PIX_ENVIRONMENT: 'sandbox',
      PIX_SANDBOX_TOKEN: SECRET,
      PIX_CHAVE,
      PIX_WEBHOOK_URL,
      PIX_WEBHOOK_SECRET,
    });
    expect(settings.bank?.pix).toMatchObject({ sandboxToken: SECRET, certificate: undefined });
  });

  it('mutual TLS of the webhook ends at a listener of its own', () => {
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

describe('a wrong configuration', () => {
  it('is told all at once, each problem by its variable', () => {
    const message = problemsOf({
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
      'PIX_CHAVE',
      'PIX_WEBHOOK_URL',
      'PIX_WEBHOOK_CERT and PIX_WEBHOOK_KEY',
      'PIX_WEBHOOK_CA',
      'PIX_BASE_URL',
    ]) {
      expect(message).toContain(`- ${name} `);
    }
  });

  it('never repeats a value, which may be a secret', () => {
    const message = problemsOf({
      PIX_CLIENT_SECRET: SECRET,
      PIX_PASSPHRASE: SECRET,
      PIX_SANDBOX_TOKEN: SECRET,
      DATABASE_URL: `mysql://root:${SECRET}@localhost/test`,
      PIX_BASE_URL: `http://user:${SECRET}@example.com`,
    });
    expect(message).not.toContain(SECRET);
  });

  it.each([
    ['a certificate is given in two forms', { PIX_PFX: 'loja.p12' }, 'use one'],
    ['the secret of the webhook is short', { PIX_WEBHOOK_SECRET: 'short' }, '16 characters'],
    [
      'a subject is given without an authority',
      { PIX_WEBHOOK_SUBJECT: 'pix.banco.example.com' },
      'PIX_WEBHOOK_SUBJECT needs PIX_WEBHOOK_CA',
    ],
    [
      'nothing tells the bank from anybody else',
      { PIX_WEBHOOK_SECRET: '' },
      'anybody could report',
    ],
  ])('is refused when %s', (_, change, words) => {
    expect(problemsOf({ ...bank(), ...change })).toContain(words);
  });
});
