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

const START_PATIENCE = 30_000;
const STOP_PATIENCE = 3_000;

/**
 * The simulated provider as a process of its own, started by the library's command as anybody
 * would: `nestjs-pix simulator --port 0 --out <folder> --json`. It ends with the shop, however the
 * shop ends, because it watches the channel between the two.
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
    // The shop may fail to open for another reason before its bank is ready to notice.
    const abandon = () => {
      this.#child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    process.once('exit', abandon);
    try {
      const ready = JSON.parse(await this.#run(folder)) as ReadyLine;
      return await readAccess(ready);
    } finally {
      process.off('exit', abandon);
      // What was in it is in memory by now, and keys need not lie about.
      await rm(folder, { recursive: true, force: true });
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.connected) return;
    const gone = once(child, 'exit');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE);
    child.disconnect();
    await gone;
    clearTimeout(impatience);
  }

  /** @returns the line that says it is ready */
  async #run(folder: string): Promise<string> {
    const options = ['--port', '0', '--out', folder, '--json', ...stateOption(this.settings)];
    const child = fork(command(), ['simulator', ...options], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Out of the terminal's group, so that Ctrl+C closes the shop first and its bank afterwards.
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

/** Orders that are kept on disk need a bank that still knows their charges after a restart. */
function stateOption({ database }: ShopSettings): string[] {
  if ('url' in database || database.directory.includes('://')) return [];
  return ['--state', `${database.directory}-banco`];
}

/** What the command prints when it is ready: addresses, and where it has put the rest. */
interface ReadyLine {
  readonly url: string;
  readonly tokenUrl: string;
  readonly controlUrl: string;
  readonly clientId: string;
  readonly files: Readonly<
    Record<'ca' | 'cert' | 'key' | 'webhookCert' | 'webhookKey' | 'clientSecret', string>
  >;
}

/** The library's command, as its package names it. */
function command(): string {
  const require = createRequire(import.meta.url);
  const manifest = require('nestjs-pix/package.json') as { bin: { 'nestjs-pix': string } };
  return join(dirname(require.resolve('nestjs-pix/package.json')), manifest.bin['nestjs-pix']);
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error('The simulated bank did not start in time'));
    }, START_PATIENCE);
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
    },
    ca,
    clientCertificate,
    webhookCertificate: { cert: await read(files.webhookCert), key: await read(files.webhookKey) },
  };
}
