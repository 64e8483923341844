import { Prng, seedOf } from './prng.js';
import type { Process } from './process.js';

/** Work that a transaction does at its commit, all of it or nothing. */
type Work = () => void;

/** An open transaction. */
export class Transaction {
  private readonly checks: Work[] = [];
  private readonly works: Work[] = [];

  /** Adds a condition, which throws when it does not hold at the commit. */
  check(check: Work): void {
    this.checks.push(check);
  }

  /** Adds a change. It sees the database as it is at the commit, under its locks. */
  change(work: Work): void {
    this.works.push(work);
  }

  /** @internal */
  commit(): void {
    for (const check of this.checks) check();
    for (const work of this.works) work();
  }
}

/** The error of a database that is away, or of a connection to it that broke. */
class DatabaseError extends Error {}

/** The shop's database server. It outlives the shop's processes, answers after a while, and fails on command. */
export class Database {
  /** Whether it can be reached. */
  isUp = true;
  /** How often the connection breaks at a statement, before or after it took effect. */
  breakRate = 0;
  private statements = 0;

  constructor(
    private readonly seed: number,
    private readonly machine: { after(ms: number, action: () => void): unknown },
  ) {}

  /** Runs one statement for a process. It takes effect although the process may be gone by then. */
  run<T>(process: Process, statement: () => T): Promise<T> {
    const prng = new Prng(seedOf(this.seed, 'statement', this.statements++));
    const [there, back] = [prng.whole(1, 4), prng.whole(1, 4)];
    const breaks = prng.chance(this.breakRate) ? prng.pick(['before', 'after'] as const) : 'never';
    return process.bring(
      new Promise<T>((resolve, reject) => {
        const fail = () => reject(new DatabaseError('The connection to the database broke.'));
        this.machine.after(there, () => {
          if (!this.isUp || breaks === 'before') {
            this.machine.after(back, fail);
            return;
          }
          let end: () => void;
          try {
            const result = statement();
            end = breaks === 'after' ? fail : () => resolve(result);
          } catch (error) {
            end = () => reject(error instanceof Error ? error : new Error(String(error)));
          }
          this.machine.after(back, end);
        });
      }),
    );
  }

  /**
   * Opens a transaction, lets `work` fill it, and commits it.
   *
   * @throws DatabaseError when it was rolled back, or when the connection broke in the commit, which leaves it unknown
   */
  async transaction(
    process: Process,
    work: (transaction: Transaction) => void | Promise<void>,
  ): Promise<void> {
    const transaction = new Transaction();
    await this.run(process, () => undefined);
    await work(transaction);
    await this.run(process, () => transaction.commit());
  }
}
