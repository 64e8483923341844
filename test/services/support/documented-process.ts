import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../support/compile.js';
import { unique } from './servers.js';

const HOOKS = pathToFileURL(join(ROOT, 'test/support/register-typescript.js')).href;

/** A process that runs printed code, in a folder where it finds the packages that it imports and the files that it names. */
export class DocumentedProcess {
  static readonly #all = new Set<DocumentedProcess>();
  static #folder: string | undefined;
  readonly #file: string;
  #child: ChildProcess | undefined;
  #port = 0;
  output = '';
  /** Ends that the test did not cause. */
  crashes = 0;

  private constructor(
    code: string,
    private readonly environment: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
  ) {
    const parent = join(ROOT, 'node_modules/.cache');
    mkdirSync(parent, { recursive: true });
    DocumentedProcess.#folder ??= mkdtempSync(join(parent, 'documented-'));
    this.#file = join(DocumentedProcess.#folder, `${unique('code')}.ts`);
    writeFileSync(this.#file, code);
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(DocumentedProcess.#folder, name), content);
    }
    DocumentedProcess.#all.add(this);
  }

  static async start(
    code: string,
    environment: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>> = {},
  ): Promise<DocumentedProcess> {
    const started = new DocumentedProcess(code, environment, files);
    await started.start();
    return started;
  }

  /** Kills all processes, and removes their code. */
  static async end(): Promise<void> {
    await Promise.all([...DocumentedProcess.#all].map((each) => each.kill()));
    DocumentedProcess.#all.clear();
    if (DocumentedProcess.#folder !== undefined)
      rmSync(DocumentedProcess.#folder, { recursive: true });
    DocumentedProcess.#folder = undefined;
  }

  /** @throws Error if the process has ended by itself */
  getPort(): number {
    if (this.crashes > 0) throw new Error(`The process has ended: ${this.output}`);
    return this.#port;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Starts the process again at its port. */
  async start(): Promise<void> {
    const file = join(import.meta.dirname, 'documented-code.ts');
    const child = fork(file, [this.#file, String(this.#port)], {
      cwd: dirname(this.#file),
      execArgv: ['--import', HOOKS],
      env: { ...process.env, ...this.environment },
      silent: true,
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.#child = child;
    child.on('exit', () => {
      if (child === this.#child) this.crashes += 1;
    });
    const [port] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(this.output))),
    ])) as [number];
    this.#port = port;
  }
}
