import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { PixClient, PixModule, type PixModuleOptions } from '../../lib/index.js';
import { TestAuthority } from '../support/certificates.js';
import { toPkcs12, type Pkcs12Cipher } from '../support/pkcs12.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

let provider: ScriptedProvider;
let folder: string;

function p12(passphrase: string, cipher: Pkcs12Cipher = 'aes256'): Buffer {
  const { cert, key } = provider.client;
  return toPkcs12({ certificates: [cert], keys: [key], passphrase, cipher });
}

/** Returns the error with which an application with these options fails to start. */
async function failure(options: Partial<PixModuleOptions>): Promise<Error> {
  const error: unknown = await Test.createTestingModule({
    imports: [PixModule.forRoot(provider.options(options))],
  })
    .compile()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(provider.connections).toBe(0);
  return error as Error;
}

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  folder = await mkdtemp(join(tmpdir(), 'pix-config-'));
});

afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

describe('an invalid configuration', () => {
  it.each<[string, Partial<PixModuleOptions>, string, RegExp]>([
    [
      'an unknown provider',
      { provider: 'banco-x' as never },
      'ConfigurationError',
      /Unknown provider "banco-x".*sicoob.*definePixProvider/s,
    ],
    ['an absent provider', { provider: undefined as never }, 'ConfigurationError', /provider/i],
    [
      'a provider without addresses',
      { provider: { name: 'x', code: '1' } as never },
      'ConfigurationError',
      /production must be an object; scopes must be a list/,
    ],
    ['an empty scope list', { scopes: [] }, 'ValueError', /contains no scope/],
    ['scopes of another type', { scopes: 5 as never }, 'TypeError', /PixScopeGroup/],
    [
      'a redefined authorization header',
      { headers: { authorization: 'x' } },
      'ValueError',
      /"authorization" cannot be redefined/,
    ],
    [
      'a redefined Client_Id header',
      { headers: { Client_Id: 'x' } },
      'ValueError',
      /"Client_Id" cannot be redefined/,
    ],
    ['another clientAuth', { clientAuth: 'header' as never }, 'ValueError', /'basic' or 'body'/],
    ['a time limit of zero', { timeout: 0 }, 'ValueError', /timeout/],
    [
      'another environment',
      { environment: 'staging' as never },
      'ConfigurationError',
      /'production' or 'sandbox'/,
    ],
    ['no clientId', { clientId: undefined }, 'ConfigurationError', /clientId is required/],
    [
      'an empty secret',
      { clientSecret: '' },
      'ConfigurationError',
      /clientSecret must be a non-empty string/,
    ],
    [
      'a plain http address',
      { baseUrl: 'http://bank.example' },
      'ConfigurationError',
      /baseUrl must be an absolute https URL/,
    ],
    [
      'a sandbox that the profile lacks',
      { environment: 'sandbox' },
      'ConfigurationError',
      /no sandbox in its profile/,
    ],
    [
      'a sandbox token in production',
      { sandboxToken: 'x' },
      'ConfigurationError',
      /sandboxToken is for environment: 'sandbox' only/,
    ],
    [
      'a known provider without a certificate',
      { provider: 'bb', certificate: undefined },
      'ConfigurationError',
      /certificate is required: bb/,
    ],
    [
      'a custom profile without a certificate at a custom address',
      { certificate: undefined, baseUrl: 'https://pix.example.com' },
      'ConfigurationError',
      /certificate is required: .* mutualTls: false/,
    ],
    ['mutualTls other than false', { mutualTls: true as never }, 'ConfigurationError', /mutualTls/],
    [
      'a name in another letter case',
      { provider: ' Sicoob' as never },
      'ConfigurationError',
      /Unknown provider " Sicoob"\. Did you mean "sicoob"\?/,
    ],
    [
      'a mistyped option',
      { clientSecrect: 'x' } as never,
      'ConfigurationError',
      /^clientSecrect is not an option: did you mean clientSecret\?$/,
    ],
    [
      'an option that resembles no known one',
      { constructor: 1 } as never,
      'ConfigurationError',
      /constructor is not an option; known: provider, /,
    ],
    ['milliseconds', { timeout: 30_000 }, 'ConfigurationError', /30000 milliseconds, set 30\.$/],
    [
      'a time limit of hours',
      { timeout: [5, 3600] },
      'ConfigurationError',
      /timeout is in seconds/,
    ],
    [
      'two forms of a certificate',
      { certificate: { pfx: Buffer.from('x'), cert: 'a', key: 'b' } },
      'ConfigurationError',
      /either pfx, or cert and key/,
    ],
    [
      'Banco do Brasil without an application key',
      { provider: 'bb' },
      'ConfigurationError',
      /^appKey is required: bb .*gw-dev-app-key/,
    ],
    [
      'a key that is no Pix key',
      { chave: '123' },
      'ValueError',
      /^chave must be a Pix key: CPF, CNPJ, email address/,
    ],
    [
      'the sandbox of sicoob without its token',
      { provider: 'sicoob', environment: 'sandbox' },
      'ConfigurationError',
      /sandboxToken is required/,
    ],
    [
      'the sandbox of sicredi with a fixed token',
      {
        ...{ provider: 'sicredi', environment: 'sandbox', sandboxToken: 'x' },
        ...{ baseUrl: undefined, certificate: undefined },
      },
      'ConfigurationError',
      /refuses a fixed token; it requires clientId and .*certificate is required: sicredi/s,
    ],
    [
      'the sandbox of itau, which needs no certificate, with a fixed token',
      {
        ...{ provider: 'itau', environment: 'sandbox', sandboxToken: 'x' },
        ...{ baseUrl: undefined, certificate: undefined },
      },
      'ConfigurationError',
      /^(?!.*certificate)sandboxToken .* refuses a fixed token/s,
    ],
  ])('fails at start before any connection for %s', async (_, options, name, message) => {
    const error = await failure(options);
    expect(error).toMatchObject({ name });
    expect(error.message).toMatch(message);
  });

  it('fails at start before any connection with one error that lists all problems', async () => {
    const error = await failure({
      clientId: undefined,
      environment: 'staging' as never,
      scopes: [],
      timeout: -1,
      certificate: { pfx: join(folder, 'none.p12') },
    });
    expect(error.name).toBe('ConfigurationError');
    for (const part of ['5 problems', 'clientId', 'environment', 'scope', 'timeout', 'none.p12']) {
      expect(error.message).toContain(part);
    }
  });
});

describe('a certificate at start', () => {
  it('throws a CertificateError that names a missing file', async () => {
    const path = join(folder, 'missing.pem');
    const error = await failure({ certificate: { cert: path, key: provider.client.key } });
    expect(error.name).toBe('CertificateError');
    expect(error.message).toContain(path);
  });

  it('throws a CertificateError without the wrong password', async () => {
    const path = join(folder, 'locked.p12');
    await writeFile(path, p12('right'));
    const error = await failure({ certificate: { pfx: path, passphrase: 'wrong-secret' } });
    expect(error.name).toBe('CertificateError');
    expect(error.message).toContain(path);
    expect(error.message).not.toContain('wrong-secret');
  });

  it('throws a CertificateError when it does not match its key', async () => {
    const other = await (await TestAuthority.create()).issueClient();
    const error = await failure({ certificate: { cert: provider.client.cert, key: other.key } });
    expect(error.name).toBe('CertificateError');
  });

  it('loads from a legacy .p12', async () => {
    const path = join(folder, 'legacy.p12');
    await writeFile(path, p12('p', 'rc2-40'));
    const app = await Test.createTestingModule({
      imports: [
        PixModule.forRoot(provider.options({ certificate: { pfx: path, passphrase: 'p' } })),
      ],
    }).compile();
    expect(app.get(PixClient)).toBeInstanceOf(PixClient);
    await app.close();
  });
});
