import { Prng, deriveSeed } from './prng.js';
import type { Process } from './process.js';

/** Part of a transaction; at the commit either all parts are executed or none. */
type Work = () => void;

/** An open transaction. */
export class Transaction {
  private readonly checks: Work[] = [];
  private readonly works: Work[] = [];

  /** Adds a condition, which throws when it is false at the commit. */
  check(check: Work): void {
    this.checks.push(check);
  }

  /** Adds a change. It runs at the commit, under the locks of the database. */
  change(work: Work): void {
    this.works.push(work);
  }

  /** @internal */
  commit(): void {
    for (const check of this.checks) check();
    for (const work of this.works) work();
  }
}

/** The error of an unavailable database or of an interrupted connection. */
class DatabaseError extends Error {}

/** The shop's database server. It outlives the shop's processes, responds with a delay, and fails on command. */
export class Database {
  /** Whether it can be reached. */
  isUp = true;
  /** Probability that the connection breaks at a statement, before or after its effect. */
  breakRate = 0;
  private statements = 0;

  constructor(
    private readonly seed: number,
    private readonly machine: { after(ms: number, action: () => void): unknown },
  ) {}

  /** Runs one statement for a process. It takes effect even if the process has ended. */
  run<T>(process: Process, statement: () => T): Promise<T> {
    const prng = new Prng(deriveSeed(this.seed, 'statement', this.statements++));
    const [there, back] = [prng.whole(1, 4), prng.whole(1, 4)];
    const breaks = prng.chance(this.breakRate) ? prng.pick(['before', 'after'] as const) : 'never';
    return process.receive(
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
   * Opens a transaction, passes it to `work`, and commits it.
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
