import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SimulatorFiles } from '../../../devkit/cli/simulator.files.js';
import {
  createPixClient,
  definePixProvider,
  pixScopes,
  type PixClient,
} from '../../../lib/index.js';
import { WebhookReceiver } from '../../simulator/support/webhook-receiver.js';

const command = fileURLToPath(new URL('../../../devkit/dist/cli/main.js', import.meta.url));

/** Where records of an application would be, which the tests do not run. */
const APPLICATION = 'http://localhost:9/pix/{id}';

interface Ready {
  url: string;
  tokenUrl: string;
  consoleUrl: string;
  clientId: string;
  files: SimulatorFiles;
}

/** The built command `nestjs-pix simulator` with its console, and a client for it. */
export class SimulatorProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly consoleUrl: string,
    readonly pix: PixClient,
    /** A webhook listener that the simulator trusts. */
    readonly receiver: WebhookReceiver,
  ) {}

  /** @param state folder of an earlier simulator whose state to use; the earlier instance removes it */
  static async start(state?: string, consolePort = 0): Promise<SimulatorProcess> {
    const folder = state ?? (await mkdtemp(join(tmpdir(), 'pix-console-')));
    const ports = ['--port', '0', '--console-port', String(consolePort)];
    const options = [...ports, '--application-url', APPLICATION, '--json'];
    const child = spawn(
      process.execPath,
      [command, 'simulator', ...options, '--out', folder, '--state', join(folder, 'state')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface(child.stdout)) {
      const ready = JSON.parse(line) as Ready;
      const { ca, webhookCert, webhookKey } = ready.files;
      const [authority, cert, key] = await Promise.all([ca, webhookCert, webhookKey].map(text));
      const receiver = await WebhookReceiver.startWith(authority!, { cert: cert!, key: key! });
      return new SimulatorProcess(
        child,
        folder,
        ready.consoleUrl,
        await createClient(ready),
        receiver,
      );
    }
    throw new Error('The simulator ended before it was ready.');
  }

  /** Restarts the simulator with the same state and console port, after it has ended. */
  startAgain(): Promise<SimulatorProcess> {
    const { port } = new URL(this.consoleUrl);
    return SimulatorProcess.start(this.folder, Number(port));
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
    await this.pix.close();
    await this.receiver.close();
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true });
  }
}

async function createClient({ url, tokenUrl, clientId, files }: Ready): Promise<PixClient> {
  return createPixClient({
    retry: false,
    provider: definePixProvider({
      name: 'banco-simulado',
      code: '000',
      production: { baseUrl: url, tokenUrl },
      scopes: pixScopes,
      mutualTls: true,
    }),
    clientId,
    clientSecret: await text(files.clientSecret!),
    certificate: { cert: files.cert, key: files.key },
    ca: files.ca,
  });
}

function text(path: string): Promise<string> {
  return readFile(path, 'utf8');
}
