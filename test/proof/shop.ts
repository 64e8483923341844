import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Question, ShopSettings } from './shop-process.js';

/** A shop of several processes, each of which can be killed and replaced. */
export class Shop {
  readonly #children: ChildProcess[] = [];
  #questions = 0;

  constructor(private readonly settings: ShopSettings) {}

  async start(processes: number): Promise<void> {
    const started = Array.from({ length: processes }, () => this.#fork());
    this.#children.push(...(await Promise.all(started)));
  }

  /** Ends a process as a crash does, and starts another one. */
  async kill(at: number): Promise<void> {
    const child = this.#children[at]!;
    child.kill('SIGKILL');
    this.#children[at] = await this.#fork();
  }

  async stop(): Promise<void> {
    const ends = this.#children.map((child) => {
      child.send({ number: 0, question: { about: 'stop' } });
      return once(child, 'exit');
    });
    await Promise.all(ends);
  }

  /** Ends all processes at once, after a failure. */
  abandon(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  /** Asks a process, and the next one if it dies before it has answered. */
  async ask(at: number, question: Question): Promise<unknown> {
    for (let turn = at; ; turn += 1) {
      const child = this.#children[turn % this.#children.length]!;
      const answer = await this.#askChild(child, question);
      if (answer) return answer.result;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  #askChild(
    child: ChildProcess,
    question: Question,
  ): Promise<{ readonly result: unknown } | undefined> {
    if (!child.connected) return Promise.resolve(undefined);
    const number = (this.#questions += 1);
    return new Promise((done) => {
      const hear = (message: { number: number; result: unknown }) => {
        if (message.number === number) end(message);
      };
      const die = () => end(undefined);
      const end = (answer: { result: unknown } | undefined) => {
        child.off('message', hear);
        child.off('exit', die);
        done(answer);
      };
      child.on('message', hear);
      child.on('exit', die);
      child.send({ number, question }, (error) => error && die());
    });
  }

  async #fork(): Promise<ChildProcess> {
    const child = fork(
      join(import.meta.dirname, 'shop-process.ts'),
      [JSON.stringify(this.settings)],
      {
        cwd: resolve(import.meta.dirname, '../..'),
        execArgv: ['--import', './test/support/register-typescript.js'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    child.setMaxListeners(0);
    const exited = once(child, 'exit').then(() => {
      throw new Error('A process of the shop did not start.');
    });
    exited.catch(() => undefined);
    await Promise.race([once(child, 'message'), exited]);
    return child;
  }
}
