import 'reflect-metadata';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/public.js';
import { ordinaryPixScopes } from '../../../lib/providers/index.js';
import { TestAuthority, toPkcs12 } from '../../support/certificates.js';
import { AccountFiles } from '../support/account-files.js';
import { runCommand } from '../support/run-command.js';

interface Row {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

const passphrase = 'senha-correta';
const PASSPHRASE = { PIX_CERT: '', PIX_KEY: '', PIX_PASSPHRASE: passphrase };

let bank: PixSimulator;
let files: AccountFiles;
let authority: TestAuthority;
const closing: (() => void)[] = [];

beforeAll(async () => {
  bank = await PixSimulator.start({ quirks: 'inter' });
  files = await AccountFiles.create(bank, 'inter');
  authority = await TestAuthority.create('Other authority');
});
afterAll(async () => {
  for (const close of closing) close();
  await bank.close();
  await files.remove();
});

/** Runs the command and returns the problems and warnings. */
async function diagnose(
  changes: Readonly<Record<string, string>>,
): Promise<{ exitCode: number; problems: readonly Row[]; out: string }> {
  const env = await files.writeEnv(changes);
  const { exitCode, out } = await runCommand(['doctor', '--env', env, '--json', '--timeout', '3']);
  const rows = (JSON.parse(out) as { checks: Row[] }).checks;
  return { exitCode, out, problems: rows.filter(({ fix }) => fix !== undefined) };
}

/** Starts a bank whose clock is ten minutes ahead. */
async function startFastBank(): Promise<{ url: string; close: () => void }> {
  const { ca } = bank.moduleOptions;
  const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
  const listener = createServer(
    { ...server, ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      response.setHeader('Date', new Date(Date.now() + 600_000).toUTCString());
      response.setHeader('Content-Type', 'application/json');
      response.end(
        request.method === 'POST'
          ? '{"access_token":"abc","token_type":"Bearer","expires_in":300}'
          : '{"parametros":{"inicio":"2026-01-01T00:00:00Z","fim":"2026-01-01T00:00:00Z","paginacao":{"paginaAtual":0,"itensPorPagina":100,"quantidadeDePaginas":1,"quantidadeTotalDeItens":0}},"pix":[]}',
      );
    },
  );
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    close: () => {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

/** A set of credentials that is broken in one way, and the only problem that the command must report. */
interface BrokenSet {
  readonly name: string;
  break(): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  readonly check: string;
  readonly status?: string;
  readonly message: RegExp;
  readonly fix: RegExp;
}

const sets: readonly BrokenSet[] = [
  {
    name: 'a missing file',
    break: () => ({ PIX_CERT: '/nowhere/client.pem' }),
    check: 'files',
    message: /PIX_CERT: \/nowhere\/client\.pem does not exist/,
    fix: /ls -ld \/nowhere\/client\.pem/,
  },
  {
    name: 'a wrong passphrase',
    break: async () => {
      const { certificate } = bank.moduleOptions;
      const pfx = toPkcs12({
        certificates: [certificate.cert],
        keys: [certificate.key],
        passphrase,
      });
      const PIX_PFX = await files.write('client.p12', pfx);
      return { ...PASSPHRASE, PIX_PFX, PIX_PASSPHRASE: 'errada' };
    },
    check: 'files',
    message: /PIX_PFX: .*client\.p12 does not open with the passphrase in PIX_PASSPHRASE/,
    fix: /Correct PIX_PASSPHRASE/,
  },
  {
    name: 'PEM in the variable of PKCS#12',
    break: () => ({ ...PASSPHRASE, PIX_PFX: files.path('client.pem') }),
    check: 'files',
    message: /PIX_PFX: .*client\.pem is PEM, not PKCS#12/,
    fix: /PIX_CERT=.*client\.pem/,
  },
  {
    name: 'the key of another certificate',
    break: async () => {
      const { key } = await authority.issueClient();
      return { PIX_KEY: await files.write('other.key', key) };
    },
    check: 'key',
    message: /does not belong/,
    fix: /openssl x509 .*\nopenssl pkey/,
  },
  {
    name: 'an expired certificate',
    break: async () => {
      const { cert, key } = await authority.issueClient({
        notBefore: new Date('2024-01-01'),
        notAfter: new Date('2025-01-01'),
      });
      return {
        PIX_CERT: await files.write('expired.pem', cert),
        PIX_KEY: await files.write('expired.key', key),
      };
    },
    check: 'dates',
    message: /expired\.pem has expired/,
    fix: /openssl req -new/,
  },
  {
    name: 'a PKCS#12 file with RC2',
    break: async () => {
      const { certificate } = bank.moduleOptions;
      const pfx = toPkcs12({
        certificates: [certificate.cert],
        keys: [certificate.key],
        passphrase,
        cipher: 'rc2-40',
      });
      return { ...PASSPHRASE, PIX_PFX: await files.write('old.pfx', pfx) };
    },
    check: 'cipher',
    status: 'warning',
    message: /RC2-40: this library reads the file/,
    fix: /npx nestjs-pix convert-p12 .*old\.pfx --out/,
  },
  {
    name: 'a server of an unknown authority',
    break: async () => ({ PIX_CA: await files.write('other-ca.pem', authority.cert) }),
    check: 'tls',
    message: /unknown authority|intermediate certificate is missing/,
    fix: /PIX_CA.*openssl s_client -connect 127\.0\.0\.1/s,
  },
  {
    name: 'a certificate that the bank does not know',
    break: async () => {
      const { cert, key } = await authority.issueClient();
      return {
        PIX_CERT: await files.write('unknown.pem', cert),
        PIX_KEY: await files.write('unknown.key', key),
      };
    },
    check: 'tls',
    message: /refuses the client certificate, or requires one/,
    fix: /fingerprint/,
  },
  {
    name: 'a name that does not exist',
    break: () => ({
      PIX_BASE_URL: 'https://nestjs-pix.invalid',
      PIX_TOKEN_URL: 'https://nestjs-pix.invalid/token',
    }),
    check: 'dns',
    message: /the name nestjs-pix\.invalid does not exist/,
    fix: /nslookup nestjs-pix\.invalid/,
  },
  {
    name: 'a closed port',
    break: () => ({
      PIX_BASE_URL: 'https://127.0.0.1:1',
      PIX_TOKEN_URL: 'https://127.0.0.1:1/token',
    }),
    check: 'port',
    message: /nothing answers at port 1 of 127\.0\.0\.1 \(ECONNREFUSED\)/,
    fix: /nc -vz 127\.0\.0\.1 1/,
  },
  {
    name: 'a wrong client secret',
    break: () => ({ PIX_CLIENT_SECRET: 'segredo-de-outro-cliente' }),
    check: 'token',
    message: /the bank refuses PIX_CLIENT_ID or PIX_CLIENT_SECRET \(HTTP 401/,
    fix: /PIX_CLIENT_SECRET=/,
  },
  {
    name: 'a clock that is wrong',
    break: async () => {
      const { url, close } = await startFastBank();
      closing.push(close);
      return { PIX_BASE_URL: url, PIX_TOKEN_URL: `${url}/token` };
    },
    check: 'clock',
    message: /this machine's clock differs from the bank's by (59\d|60\d) s/,
    fix: /timedatectl set-ntp true/,
  },
];

describe('nestjs-pix doctor', () => {
  it('finds no problem in working credentials', async () => {
    const { exitCode, problems, out } = await diagnose({});
    expect({ exitCode, problems }).toEqual({ exitCode: 0, problems: [] });
    expect(JSON.parse(out)).toMatchObject({ ok: true });
  });

  it.each(sets)('finds $name, and nothing else', async (set) => {
    const { exitCode, problems, out } = await diagnose(await set.break());
    const status = set.status ?? 'failed';
    expect(problems).toEqual([
      {
        check: set.check,
        status,
        message: expect.stringMatching(set.message),
        fix: expect.stringMatching(set.fix),
      },
    ]);
    expect(exitCode).toBe(status === 'failed' ? 2 : 0);
    expect(out).not.toMatch(/PRIVATE KEY|senha-correta|segredo-de-outro-cliente/);
  });

  it.each(['sicredi', 'c6'] as const)(
    'names the scopes that the bank does not grant, at a bank as %s',
    async (quirks) => {
      const granted = ordinaryPixScopes.filter((scope) => !scope.startsWith('webhook'));
      const strict = await PixSimulator.start({ quirks, scopes: [...granted] });
      const account = await AccountFiles.create(strict);
      const env = await account.writeEnv({ PIX_PROVIDER: quirks });
      const { exitCode, out } = await runCommand(['doctor', '--env', env]);
      await strict.close();
      await account.remove();
      expect(out).toMatch(
        /✗ Granted scopes +the bank does not grant: webhook\.(read|write) webhook\.(read|write)/,
      );
      expect(out).toMatch(/PIX_SCOPES="[^"]*cob\.write[^"]*"/);
      expect(exitCode).toBe(2);
    },
  );
});
