import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../sample-app/test/support/simulated-bank.js';

const root = join(import.meta.dirname, '../..');

/** Logs of the processes, for a run that fails. */
export const LOG_FOLDER = join(root, 'test-output/load');

export type Variables = Readonly<Record<string, string>>;

/** Milliseconds that a process has to start, on a machine that is busy. */
const START_TIMEOUT = 120_000;

/** One process of the shop, which can be killed and started again on the same ports. */
export class LoadedShop {
  #child: ChildProcess | undefined;

  private constructor(
    readonly role: 'web' | 'worker',
    readonly name: string,
    readonly port: number,
    readonly webhookPort: number,
  ) {}

  static async reserve(role: 'web' | 'worker', index: number): Promise<LoadedShop> {
    const ports = [await findFreePort(), await findFreePort()] as const;
    return new LoadedShop(role, `${role}-${index}`, ...ports);
  }

  async start(variables: Variables): Promise<void> {
    mkdirSync(LOG_FOLDER, { recursive: true });
    const log = createWriteStream(join(LOG_FOLDER, `${this.name}.log`), { flags: 'a' });
    const child = spawn(process.execPath, ['sample-app/dist/main.js'], {
      cwd: root,
      env: {
        ...(process.env.PATH !== undefined && { PATH: process.env.PATH }),
        NO_COLOR: '1',
        ...variables,
        SHOP_ROLE: this.role,
        PORT: String(this.port),
        PIX_WEBHOOK_PORT: String(this.webhookPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr.pipe(log, { end: false });
    child.stdout.pipe(log, { end: false });
    await isReady(child, this.name);
  }

  /** Ends the process as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

function isReady(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${name} did not start: see ${LOG_FOLDER}`));
    const timer = setTimeout(fail, START_TIMEOUT);
    child.once('exit', () => {
      clearTimeout(timer);
      fail();
    });
    if (!child.stdout) throw new Error('A shop was started without a pipe');
    createInterface(child.stdout).on('line', (line) => {
      if (!line.includes('is ready at')) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve();
    });
  });
}
