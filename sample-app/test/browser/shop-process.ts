import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyDatabase, type DatabaseDirectory } from '../support/database-directory.js';
import { NO_LIMIT } from '../support/start-shop.js';

const root = join(import.meta.dirname, '../../..');

/** The shop in a process of its own, as `npm start` runs it, on a free port. */
export class ShopProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** The address that it logged at startup. */
    readonly url: string,
    private readonly database: DatabaseDirectory | undefined,
  ) {}

  /**
   * @param env names its database; otherwise the shop has an empty one
   * @param command arguments of Node
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    command: readonly string[] = ['sample-app/dist/main.js'],
  ): Promise<ShopProcess> {
    const isNamed = 'DATABASE_URL' in env || 'DATABASE_DIR' in env;
    const database = isNamed ? undefined : await copyDatabase();
    const directory = database && { DATABASE_DIR: database.path };
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { PATH: process.env.PATH, NO_COLOR: '1', PORT: '0', ...NO_LIMIT, ...directory, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    child.stderr.on('data', (chunk) => lines.push(String(chunk)));
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      const url = /is ready at (http:\/\/\S+)/.exec(line)?.[1];
      if (url) {
        child.stdout.resume();
        return new ShopProcess(child, url, database);
      }
    }
    await database?.remove();
    throw new Error(`The shop did not start:\n${lines.join('\n')}`);
  }

  /** @returns the exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await exited) as [number | null];
    await this.database?.remove();
    return code;
  }
}
