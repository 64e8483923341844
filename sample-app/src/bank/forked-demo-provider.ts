import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { definePixProvider, pixScopes } from 'nestjs-pix';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { DemoProvider, type DemoProviderAccess } from './demo-provider.js';

/** Time limits of start and stop, in milliseconds. */
const START_TIMEOUT = 30_000;
const STOP_TIMEOUT = 3_000;

/**
 * Runs the simulated provider as a separate process, with the library's command: `nestjs-pix simulator --port 0 --out
 * <folder> --json`. It ends when the IPC channel to the shop closes, even if the shop crashes.
 */
@Injectable()
export class ForkedDemoProvider extends DemoProvider {
  readonly #logger = new Logger('SimulatedBank');
  #child: ChildProcess | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: ShopSettings) {
    super();
  }

  async start(): Promise<DemoProviderAccess> {
    const folder = await mkdtemp(join(tmpdir(), 'loja-ipe-'));
    // The shop may exit before the simulated bank watches the channel.
    const killOnExit = () => {
      this.#child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    process.once('exit', killOnExit);
    try {
      const ready = JSON.parse(await this.#run(folder)) as ReadyLine;
      return await readAccess(ready);
    } finally {
      process.off('exit', killOnExit);
      // The files have been read. Do not leave private keys on disk.
      await rm(folder, { recursive: true, force: true });
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.connected) return;
    const exited = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
    child.disconnect();
    await exited;
    clearTimeout(timer);
  }

  /** @returns the line that the command prints when it is ready */
  async #run(folder: string): Promise<string> {
    const options = ['--port', '0', '--out', folder, '--json', ...stateOption(this.settings)];
    const child = fork(command(), ['simulator', ...options], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Not in the terminal's process group, so that Ctrl+C stops the shop first and the bank afterwards.
      detached: true,
    });
    this.#child = child;
    const ready = await firstLine(child);
    child.once('exit', (code) => {
      if (this.#child) this.#logger.error(`The simulated bank stopped (exit code ${String(code)})`);
    });
    this.#logger.log(`The simulated bank runs as process ${String(child.pid)}`);
    return ready;
  }
}

/** Persists the state of the bank if orders are stored on disk, so that their charges exist after a restart. */
function stateOption({ database }: ShopSettings): string[] {
  if ('url' in database || database.directory.includes('://')) return [];
  return ['--state', `${database.directory}-banco`];
}

/** What the command prints when it is ready: addresses and paths of files. */
interface ReadyLine {
  readonly url: string;
  readonly tokenUrl: string;
  readonly controlUrl: string;
  readonly clientId: string;
  readonly files: Readonly<
    Record<'ca' | 'cert' | 'key' | 'webhookCert' | 'webhookKey' | 'clientSecret', string>
  >;
}

/** Returns the path of the library's command, from its package.json. */
function command(): string {
  const require = createRequire(import.meta.url);
  const manifest = require('nestjs-pix/package.json') as { bin: { 'nestjs-pix': string } };
  return join(dirname(require.resolve('nestjs-pix/package.json')), manifest.bin['nestjs-pix']);
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error('The simulated bank did not start within 30 seconds'));
    }, START_TIMEOUT);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The simulated bank did not start (exit code ${String(code)})`));
    });
    if (!child.stdout) throw new Error('The simulated bank was started without a pipe');
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
  });
}

async function readAccess({ files, ...ready }: ReadyLine): Promise<DemoProviderAccess> {
  const read = (path: string) => readFile(path, 'utf8');
  const ca = await read(files.ca);
  const clientCertificate = { cert: await read(files.cert), key: await read(files.key) };
  const provider = definePixProvider({
    name: 'banco-simulado',
    code: '000',
    production: { baseUrl: ready.url, tokenUrl: ready.tokenUrl },
    scopes: pixScopes,
    mutualTls: true,
  });
  return {
    controlUrl: ready.controlUrl,
    pix: {
      provider,
      clientId: ready.clientId,
      clientSecret: await read(files.clientSecret),
      certificate: clientCertificate,
      ca,
      // The simulated bank hosts the payloads of its QR Codes on this machine.
      payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    },
    ca,
    clientCertificate,
    webhookCertificate: { cert: await read(files.webhookCert), key: await read(files.webhookKey) },
  };
}
