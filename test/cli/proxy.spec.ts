import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/public.js';
import { startProxy, type TestProxy } from '../transport/support/proxy.js';
import { AccountFiles } from './support/account-files.js';
import { runCommand } from './support/run-command.js';

const password = 'senha-do-proxy-1';
const chave = 'loja@example.com';

interface Row {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

let bank: PixSimulator;
let files: AccountFiles;
const proxies: TestProxy[] = [];

beforeAll(async () => {
  bank = await PixSimulator.start({ quirks: 'efi' });
  files = await AccountFiles.create(bank, 'efi');
});
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});
afterAll(async () => {
  await bank.close();
  await files.remove();
});

async function proxyWith(status?: number | 'silent'): Promise<TestProxy> {
  const proxy = await startProxy(status);
  proxies.push(proxy);
  return proxy;
}

async function diagnose(PIX_PROXY: string) {
  const env = await files.writeEnv({ PIX_PROXY });
  const { exitCode, out } = await runCommand(['doctor', '--env', env, '--json', '--timeout', '2']);
  const rows = (JSON.parse(out) as { checks: Row[] }).checks;
  return { exitCode, out, rows, problems: rows.filter(({ fix }) => fix !== undefined) };
}

describe('PIX_PROXY', () => {
  it.each<[string, string[]]>([
    ['doctor', ['doctor']],
    ['probe', ['probe', '--read-only', '--pause', '0']],
    ['webhook', ['webhook', 'list']],
    ['reconcile', ['reconcile', '--from', '2026-01-01T00:00:00Z', '--orders', '-']],
  ])('is the only way to the bank for %s', async (_, args) => {
    const proxy = await proxyWith();
    const env = await files.writeEnv({
      PIX_PROXY: `http://loja:${password}@${proxy.host}`,
      PIX_CHAVE: chave,
    });
    const before = bank.control.stats.requests;
    const { out, err } = await runCommand([...args, '--env', env], {
      stdin: `txid;valor\n${'a'.repeat(30)};1,00\n`,
    });
    expect(bank.control.stats.requests).toBeGreaterThan(before);
    expect(new Set(proxy.targets)).toEqual(new Set([new URL(bank.url).host]));
    const credentials = `Basic ${Buffer.from(`loja:${password}`).toString('base64')}`;
    expect(new Set(proxy.credentials)).toEqual(new Set([credentials]));
    expect(out + err).not.toContain(password);
  });
});

describe('nestjs-pix doctor with a proxy', () => {
  it('reports which proxy opens the connection', async () => {
    const proxy = await proxyWith();
    const { exitCode, rows, out } = await diagnose(`http://loja:${password}@${proxy.host}`);
    expect(exitCode).toBe(0);
    const message = expect.stringContaining(`${proxy.host} opens the connection to 127.0.0.1`);
    expect(rows).toContainEqual({ check: 'proxy', status: 'ok', message });
    expect(rows).toContainEqual({ check: 'dns', status: 'skipped', message: 'done by the proxy' });
    expect(out).not.toContain(password);
  });

  it.each<[string, number | 'silent', string, RegExp, RegExp]>([
    ['requires a user', 407, '', /requires a user and a password \(proxy: 407\)/, /user:password@/],
    ['refuses the user', 407, 'loja:x@', /refuses the user or the password/, /%40/],
    ['refuses the host', 403, '', /refuses the connection to 127\.0\.0\.1:\d+/, /allow CONNECT/],
    ['cannot reach the bank', 502, '', /cannot reach 127\.0\.0\.1:\d+/, /curl -v --proxy http:/],
    [
      'does not answer',
      'silent',
      '',
      /does not answer \(proxy: timeout\)/,
      /curl -v --proxy http:/,
    ],
  ])('explains a proxy that %s', async (_, status, user, message, fix) => {
    const proxy = await proxyWith(status);
    const { exitCode, problems } = await diagnose(`http://${user}${proxy.host}`);
    expect(exitCode).toBe(2);
    expect(problems).toEqual([
      {
        check: 'proxy',
        status: 'failed',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      },
    ]);
  });

  it.each([
    ['127.0.0.1:1', /does not answer \(proxy: ECONNREFUSED\)/],
    ['nestjs-pix.invalid:3128', /the name of the proxy nestjs-pix\.invalid:3128 does not exist/],
  ])('explains the address %s, and masks the password', async (host, message) => {
    const { problems, out } = await diagnose(`http://loja:${password}@${host}`);
    expect(problems).toEqual([
      expect.objectContaining({ check: 'proxy', message: expect.stringMatching(message) }),
    ]);
    expect(out).not.toContain(password);
  });

  it('explains a proxy that does not use TLS', async () => {
    const proxy = await proxyWith();
    const { problems } = await diagnose(`https://${proxy.host}`);
    expect(problems).toEqual([
      expect.objectContaining({
        check: 'proxy',
        message: expect.stringContaining('the connection to the proxy'),
        fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      }),
    ]);
  });
});
