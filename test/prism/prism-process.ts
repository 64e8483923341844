import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./cli/', import.meta.url));
const PRISM = join(FOLDER, 'node_modules/@stoplight/prism-cli/dist/index.js');

/** How long Prism may take to listen, in milliseconds. */
const START_LIMIT = 30_000;

/** Installs the version of the lockfile in cli/, once. */
export function installPrism(): void {
  if (existsSync(PRISM)) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
}

/** A running Prism. */
export class PrismProcess {
  private constructor(
    readonly origin: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * Starts Prism, which refuses what breaks the document: requests, and as a proxy responses too.
   *
   * @param file where to write the document
   * @param upstream the server behind the proxy; without one, Prism answers with examples
   * @param ca a file with the authority of the server's certificate
   */
  static async start(
    file: string,
    document: object,
    upstream?: { readonly url: string; readonly ca: string },
  ): Promise<PrismProcess> {
    writeFileSync(file, JSON.stringify(document));
    const port = await findFreePort();
    // As a mock it would refuse examples of the file, such as a CEP of 9 characters.
    const what = upstream ? ['proxy', file, upstream.url, '--errors'] : ['mock', file];
    const child = spawn(
      process.execPath,
      [PRISM, ...what, '--port', String(port), '--verboseLevel', 'warn'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...(upstream && { NODE_EXTRA_CA_CERTS: upstream.ca }) },
      },
    );
    const prism = new PrismProcess(`http://127.0.0.1:${port}`, child);
    await prism.#listening();
    return prism;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }

  async #listening(): Promise<void> {
    const end = Date.now() + START_LIMIT;
    while (this.child.exitCode === null && Date.now() < end) {
      if (await fetch(this.origin).catch(() => undefined)) return;
      await wait(50);
    }
    await this.close();
    throw new Error('Prism does not listen.');
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
