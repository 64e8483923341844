import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../errors/index.js';
import { sleep } from '../runtime/index.js';
import { claimReadings, runReading } from './checks.js';
import { claimCommands, runCommand } from './commands.js';
import type { LedgerCore } from './core.js';
import type { LedgerHandler } from './handlers.js';
import { claimNotices, runNotice } from './notices.js';

/**
 * Does what is due: commands, readings and notices. Every process of the application runs one; the
 * rows decide who does what. A row that fails is due again later, and does not hold up others.
 */
export class LedgerEngine {
  readonly #logger = new Logger('PixLedger');
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | undefined;
  #isReachable = true;

  constructor(
    private readonly core: LedgerCore,
    private readonly handlers: () => readonly LedgerHandler[],
  ) {}

  start(): void {
    this.#loop ??= this.#poll();
  }

  /** Starts nothing more, and waits for what is running. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
    await Promise.all(this.#running);
  }

  /** Runs work that {@link stop} waits for. Its error is only logged: the row is due again. */
  track(work: Promise<void>, what: string): Promise<void> {
    const run = work
      .catch((error: unknown) => {
        this.#logger.warn(toLogLine(`${what} failed and is repeated: ${toErrorText(error)}`));
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /**
   * Does once what is due now, and waits for it.
   *
   * @returns how many rows were taken
   */
  async runOnce(): Promise<number> {
    const works = await this.#claim(this.core.concurrency);
    await Promise.all(works);
    return works.length;
  }

  async #poll(): Promise<void> {
    const { concurrency } = this.core;
    while (!this.#stopped.signal.aborted) {
      let taken = 0;
      const free = concurrency - this.#running.size;
      try {
        if (free > 0) taken = (await this.#claim(free)).length;
        if (!this.#isReachable) this.#logger.log('The tables of the ledger are reachable again.');
        this.#isReachable = true;
      } catch (error) {
        if (this.#isReachable) {
          this.#logger.error(
            toLogLine(`The tables of the ledger cannot be read: ${toErrorText(error)}`),
          );
        }
        this.#isReachable = false;
      }
      if (taken === 0 && this.#running.size < concurrency) await this.#pause();
      else await this.#waitForRoom();
    }
  }

  #pause(...others: AbortSignal[]): Promise<boolean> {
    return sleep(this.core.runtime, this.core.poll, this.#stopped.signal, ...others);
  }

  /** There may be more: waits until half of the places are free, so that a few statements take many rows. */
  async #waitForRoom(): Promise<void> {
    const hasRoom = new AbortController();
    const pause = this.#pause(hasRoom.signal).then(() => 'over' as const);
    while (this.#running.size > this.core.concurrency / 2) {
      if ((await Promise.race([pause, ...this.#running])) === 'over') return;
    }
    hasRoom.abort();
  }

  async #claim(limit: number): Promise<Promise<void>[]> {
    const { core } = this;
    const handlers = this.handlers();
    const commands = await claimCommands(core, limit);
    const readings = await claimReadings(core, limit);
    const notices = await claimNotices(core, handlers, limit);
    return [
      ...commands.map((each) =>
        this.track(runCommand(core, each), `The command ${each.operation}`),
      ),
      ...readings.map((each) =>
        this.track(runReading(core, each), `The reading of a ${each.what}`),
      ),
      ...notices.flatMap((each) => {
        const handler = handlers.find(
          ({ id, event }) => id === each.handler && event === each.event,
        );
        if (!handler) return [];
        return this.track(runNotice(core, handler, each), handler.id);
      }),
    ];
  }
}
