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

/** The simulator as its users start it, with an answer's worth of the provider that the client was written for. */
async function openBank(out: string, ...options: string[]): Promise<Bank> {
  const child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'simulator', '--port', '0', '--out', out, '--json', ...options],
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

/** A forward proxy (RFC 9110, CONNECT) that knows one address, whoever is asked for. */
async function openProxy(port: string): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }, client, head) => {
    asked.push(url);
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
  return { url: `http://127.0.0.1:${address.port}`, asked, close: () => void server.close() };
}

describe('a published client of somebody else’s, unmodified', () => {
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

  async function play(project: string, env: Record<string, string>): Promise<unknown> {
    const { ca, settings } = bank!;
    const { stdout } = await run(process.execPath, ['main.mjs'], {
      cwd: project,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: ca, PIX_SIMULATOR: settings, ...env },
    });
    return JSON.parse(stdout);
  }

  it('sdk-node-apis-efi, reached as Efí by its own host name: charge, payment, query, refund', async () => {
    const project = await install('efi-sdk');
    const host = 'pix.api.efipay.com.br';
    bank = await openBank(join(folder, 'efi'), '--quirks', 'efi', '--name', host);
    const proxy = await openProxy(bank.port);
    try {
      expect(await play(project, { HTTPS_PROXY: proxy.url })).toEqual({
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
      expect(new Set(proxy.asked)).toEqual(new Set([`${host}:443`]));
    } finally {
      proxy.close();
      await close();
    }
  });

  it('brpix-api-node, by its documented baseURL: charge, payment, query, refund', async () => {
    const project = await install('brpix');
    bank = await openBank(join(folder, 'br'), '--quirks', 'efi');
    try {
      expect(await play(project, {})).toEqual({
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
