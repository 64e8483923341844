import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { PixProviderName } from '../../lib/index.js';
import { pixProviders } from '../../lib/providers/index.js';

const root = resolve(import.meta.dirname, '../..');

/** What `nestjs-pix simulator --json` prints. */
interface Ready {
  readonly url: string;
  readonly files: Readonly<Record<'ca' | 'cert' | 'key' | 'settings', string>>;
}

/** A simulated bank in a process of its own, and a proxy that leads every host name to it. */
export interface OpenBank extends Ready {
  /** The bank's host names. */
  readonly hosts: readonly string[];
  readonly proxy: string;
  /** What clients connected to through the proxy: `pix.api.efipay.com.br:443`. */
  readonly targets: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * Starts the command of the simulator with the quirks of a bank. Its certificate has the host names of the bank, so that
 * a client that honors `HTTPS_PROXY` reaches it unchanged.
 *
 * @param command arguments of Node that start the command: a built one, or its source
 */
export async function openBank(
  command: readonly string[],
  name: PixProviderName,
  out: string,
): Promise<OpenBank> {
  const { baseUrl, tokenUrl } = pixProviders[name].production;
  const hosts = [...new Set([baseUrl, tokenUrl].map((url) => new URL(url).hostname))];
  const options = ['--port', '0', '--out', out, '--json', '--no-rate-limits', '--quirks', name];
  const child = spawn(process.execPath, [...command, 'simulator', ...options, '--name', ...hosts], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const ready = JSON.parse(String(value)) as Ready;
  const proxy = await openProxy(new URL(ready.url).port);
  return { ...ready, ...proxy, hosts, close: () => end(child, proxy.close) };
}

async function end(child: ChildProcess, closeProxy: () => void): Promise<void> {
  closeProxy();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Opens a forward proxy (RFC 9110, CONNECT) that connects every request to one port. */
async function openProxy(
  port: string,
): Promise<{ proxy: string; targets: Set<string>; close(): void }> {
  const targets = new Set<string>();
  const server = createServer();
  server.on('connect', ({ url = '' }, client, head) => {
    targets.add(url);
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
  return { proxy: `http://127.0.0.1:${address.port}`, targets, close: () => void server.close() };
}
