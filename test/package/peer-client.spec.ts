import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const consumers = join(root, 'test/consumers');

interface Bank {
  process: ChildProcess;
  port: string;
  ca: string;
  settings: string;
}

/** Starts the command of the simulator, with the quirks of the provider that the client supports. */
async function openBank(out: string, ...options: string[]): Promise<Bank> {
  const child = spawn(
    process.execPath,
    ['devkit/dist/cli/main.js', 'simulator', '--port', '0', '--out', out, '--json', ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const { url, files } = JSON.parse(String(value)) as {
    url: string;
    files: { ca: string; settings: string };
  };
  return { process: child, port: new URL(url).port, ...files };
}

/** Opens a forward proxy (RFC 9110, CONNECT) that connects every request to one address. */
async function openProxy(port: string): Promise<{ url: string; targets: string[]; close(): void }> {
  const targets: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }, client, head) => {
    targets.push(url);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, targets, close: () => void server.close() };
}

describe('an unmodified third-party client with the simulator', () => {
  let folder: string;
  let bank: Bank | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-peer-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function close(): Promise<void> {
    if (bank === undefined) return;
    const ended = once(bank.process, 'exit');
    bank.process.kill('SIGTERM');
    await ended;
  }

  async function install(name: string): Promise<string> {
    const project = join(folder, name);
    await cp(join(consumers, name), project, { recursive: true });
    await cp(join(consumers, 'bank.mjs'), join(project, 'bank.mjs'));
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-save'], { cwd: project });
    return project;
  }

  async function runClient(project: string, env: Record<string, string>): Promise<unknown> {
    const { ca, settings } = bank!;
    const { stdout } = await run(process.execPath, ['main.mjs'], {
      cwd: project,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: ca, PIX_SIMULATOR: settings, ...env },
    });
    return JSON.parse(stdout);
  }

  it('sdk-node-apis-efi creates, pays, queries and refunds a charge at the host name of Efí', async () => {
    const project = await install('efi-sdk');
    const host = 'pix.api.efipay.com.br';
    bank = await openBank(join(folder, 'efi'), '--quirks', 'efi', '--name', host);
    const proxy = await openProxy(bank.port);
    try {
      expect(await runClient(project, { HTTPS_PROXY: proxy.url })).toEqual({
        created: 'ATIVA',
        copiaECola: true,
        before: 'ATIVA',
        after: 'CONCLUIDA',
        received: '37.00',
        listed: 1,
        refund: '7.00',
        settled: 'DEVOLVIDO',
        missing: 'cob_nao_encontrado',
      });
      expect(new Set(proxy.targets)).toEqual(new Set([`${host}:443`]));
    } finally {
      proxy.close();
      await close();
    }
  });

  it('sdk-node-apis-efi 2.0.1 makes its 51 calls of the Pix API', async () => {
    const project = await install('efi-sdk-2');
    const host = 'pix.api.efipay.com.br';
    bank = await openBank(join(folder, 'efi-2'), '--quirks', 'efi', '--name', host);
    const proxy = await openProxy(bank.port);
    try {
      const { results, version, ...rest } = (await runClient(project, {
        HTTPS_PROXY: proxy.url,
      })) as { results: Record<string, unknown>; version: string };
      expect(version).toBe('2.0.1');
      expect(Object.entries(results).filter(([, result]) => result !== 'ok')).toEqual([]);
      expect(Object.keys(results)).toHaveLength(51);
      expect(rest).toMatchObject({
        idRec: expect.stringMatching(/^RR/),
        image: 'data:image/png;base64,',
        decoded: { tipoCob: 'cob', valor: { original: '37.00' } },
      });
    } finally {
      proxy.close();
      await close();
    }
  });

  it('brpix-api-node creates, pays, queries and refunds a charge at its documented baseURL', async () => {
    const project = await install('brpix');
    bank = await openBank(join(folder, 'br'), '--quirks', 'efi');
    try {
      expect(await runClient(project, {})).toEqual({
        created: 'ATIVA',
        before: 'ATIVA',
        after: 'CONCLUIDA',
        refund: '7.00',
        settled: 'DEVOLVIDO',
      });
    } finally {
      await close();
    }
  });
});
