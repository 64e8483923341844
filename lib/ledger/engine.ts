import { ConfigurationError, toErrorText, toLogLine } from '../errors/index.js';
import { sleep, within } from '../runtime/index.js';
import type { PixCharge } from './charge.js';
import { claimCommands, type ClaimedCommand, collectCreations, runCommand } from './commands.js';
import type { LedgerCore } from './journal.js';
import { claimNotices, type LedgerHandler, runNotice } from './notices.js';
import { claimReadings, runReading } from './records.js';
import { list, sql, type Sql } from './store.js';

/** Rows that were taken: the lane of each, what it is, and how to do it. */
type Work = readonly (readonly [lane: string, what: string, run: () => Promise<unknown>])[];

/** A sort of work. Each lane of it has places of its own: work that hangs holds up only its own lane. */
interface Sort {
  /** Whether any of it is due. */
  readonly isDue: Sql;
  /** Takes rows, but none of the lanes that are full. */
  readonly claim: (limit: number, full: readonly string[]) => Promise<Work>;
  /** With its lane. */
  readonly running: Map<Promise<unknown>, string>;
  /** Since when as many run as may, while others are due; `Infinity` once it was logged. */
  fullSince?: number | undefined;
}

/** How long the loop collects changes before it looks again, in milliseconds. */
const COLLECT_MS = 20;

/** How many full lanes of a sort one process works on at once. */
const MOST_LANES = 10;

/**
 * Does what is due: commands, readings and notices. Every process of the application runs one; the
 * rows decide who does what. A row that fails is due again later, and does not hold up others: each
 * sort has places of its own, so that handlers run while the bank does not answer.
 */
export class LedgerEngine {
  readonly #sorts: readonly Sort[];
  /** Commands that `PixLedger.ready` runs. */
  readonly #ready = new Map<Promise<unknown>, string>();
  readonly #creations;
  #loop: Promise<void> | undefined;
  #isReachable = true;

  constructor(
    private readonly core: LedgerCore,
    handlers: () => readonly LedgerHandler[],
  ) {
    this.#creations = collectCreations(core);
    const { command, charge, payment, notice } = core.store.tables;
    const due = sql`due <= now()`;
    const isFree = sql`${due} AND (lease_until IS NULL OR lease_until < now())`;
    // In this order, so that the index is used whatever the planner knows of the table.
    const isDue = (table: Sql, only: Sql) =>
      sql`(SELECT true FROM ${table} WHERE ${only} ORDER BY due LIMIT 1)`;
    const sorts: Omit<Sort, 'running'>[] = [
      {
        isDue: isDue(command, isFree),
        claim: async (limit, full) =>
          (await claimCommands(core, limit, full)).map((each) => [
            `${each.account} ${each.operation}`,
            `The command ${each.operation}`,
            () => this.run(each),
          ]),
      },
      {
        isDue: sql`${isDue(charge, due)} OR ${isDue(payment, due)}`,
        claim: async (limit, full) =>
          (await claimReadings(core, limit, full)).map((each) => [
            each.row.account,
            `The reading of a ${each.what}`,
            () => runReading(core, each),
          ]),
      },
      {
        isDue: isDue(notice, isFree),
        claim: async (limit, full) => {
          const known = handlers();
          return (await claimNotices(core, known, limit, full)).flatMap((each) =>
            known
              .filter(({ id, event }) => id === each.handler && event === each.event)
              .map((own) => [own.id, own.id, () => runNotice(core, own, each)] as const),
          );
        },
      },
    ];
    this.#sorts = sorts.map((sort) => ({ ...sort, running: new Map() }));
  }

  start(): void {
    this.#loop ??= this.#poll();
  }

  /** Waits for what is running, after {@link LedgerCore.stopping} has aborted. */
  async stop(): Promise<void> {
    await this.#loop;
    await Promise.all([
      ...this.#ready.keys(),
      ...this.#sorts.flatMap(({ running }) => [...running.keys()]),
    ]);
  }

  /** Runs a claimed command. */
  run(command: ClaimedCommand): Promise<PixCharge | undefined> {
    return runCommand(this.core, command, this.#creations);
  }

  /** Runs work that {@link stop} waits for. Its error is only logged: the row is due again. */
  track<T>(
    what: string,
    work: () => Promise<T>,
    running = this.#ready,
    lane = '',
  ): Promise<T | undefined> {
    const run = work()
      .catch((error: unknown) => {
        const text = `${what} failed and is repeated: ${toErrorText(error)}`;
        this.core.logger.warn(toLogLine(text));
        return undefined;
      })
      .finally(() => running.delete(run));
    running.set(run, lane);
    return run;
  }

  /**
   * Does once what is due now, and waits for it.
   *
   * @returns how many rows were taken
   */
  async runOnce(): Promise<number> {
    const works = await this.#claim();
    await Promise.all(works);
    return works.length;
  }

  async #poll(): Promise<void> {
    const { runtime, poll, stopping, changes, logger } = this.core;
    while (!stopping.aborted) {
      // Many changes are one look.
      const change = changes.next;
      let taken: Promise<unknown>[] = [];
      try {
        taken = await this.#claim();
        if (!this.#isReachable) logger.log('The tables of the ledger are reachable again.');
        this.#isReachable = true;
      } catch (error) {
        const text = `The tables of the ledger cannot be read: ${toErrorText(error)}`;
        if (this.#isReachable) logger.error(toLogLine(text));
        this.#isReachable = false;
      }
      // A few statements take many rows: waits until half of what was taken is done.
      const hasRoom = new AbortController();
      let left = taken.length;
      for (const each of taken) {
        void each.then(() => {
          left -= 1;
          if (left <= taken.length / 2) hasRoom.abort();
        });
      }
      const wake = taken.length > 0 ? hasRoom.signal : this.#isReachable ? change : undefined;
      await sleep(runtime, COLLECT_MS, stopping);
      await sleep(runtime, poll, stopping, wake);
    }
  }

  async #claim(): Promise<Promise<unknown>[]> {
    const works: Promise<unknown>[] = [];
    // One statement for all sorts, since most looks find nothing.
    const conditions = this.#sorts.map(({ isDue }) => isDue);
    const [isDue = []] = await this.core.store.run<(boolean | null)[]>(
      sql`SELECT jsonb_build_array(${list(conditions)}) AS row`,
    );
    for (const [at, sort] of this.#sorts.entries()) {
      const { claim, running } = sort;
      const { full, room } = findRoom(running, this.core.concurrency);
      if (full.length > 0 && isDue[at]) this.#reportFull(sort, full);
      else sort.fullSince = undefined;
      if (!isDue[at] || room <= 0) continue;
      for (const [lane, what, run] of await claim(room, full))
        works.push(this.track(what, run, running, lane));
    }
    return works;
  }

  /** Logs once that running work holds up work that is due. */
  #reportFull(sort: Sort, full: readonly string[]): void {
    const { runtime, lease, concurrency, logger } = this.core;
    const now = runtime.elapsed();
    sort.fullSince ??= now;
    if (now - sort.fullSince <= lease) return;
    sort.fullSince = Infinity;
    logger.warn(
      `${full.join(', ')}: ${concurrency} at once for ${lease / 1000} seconds, and others wait. Set a time limit in handlers, or raise concurrency.`,
    );
  }
}

/** Finds the lanes without a place, and how many rows can be taken of any other lane. */
function findRoom(running: ReadonlyMap<unknown, string>, concurrency: number) {
  const counts = new Map<string, number>();
  for (const lane of running.values()) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count >= concurrency).map(([lane]) => lane);
  const most = Math.max(0, ...[...counts.values()].filter((count) => count < concurrency));
  return { full, room: Math.min(concurrency - most, MOST_LANES * concurrency - running.size) };
}

/** A connection to PostgreSQL: a `Client` of `pg` that is not connected yet. */
export interface PixListenClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: 'notification' | 'error' | 'end', listener: (payload: never) => void): unknown;
  end(): Promise<unknown>;
}

/** How long the notification of the test may take, and the pause before a new connection. */
const LIMIT_MS = 5000;

/** Hears of the changes of other processes, and tells them of those of this one. */
export class LedgerListener {
  readonly #channel: string;
  #client: PixListenClient | undefined;

  constructor(
    private readonly core: LedgerCore,
    private readonly open: () => PixListenClient,
  ) {
    this.#channel = core.store.tables.notice.text.replace('.', '_').replaceAll('"', '');
  }

  /** @throws ConfigurationError if the connection delivers no notifications */
  async start(): Promise<void> {
    const { runtime, changes } = this.core;
    const heard = new Promise<void>((resolve) => {
      changes.next.addEventListener('abort', () => resolve());
    });
    await this.#connect();
    await this.#notify();
    try {
      await within(runtime, LIMIT_MS, 'LISTEN', heard);
    } catch (error) {
      await this.stop();
      throw new ConfigurationError(
        'PixLedgerModule: the connection of listen delivers no notifications. Connect to PostgreSQL itself, not through PgBouncer in transaction mode.',
        { cause: error },
      );
    }
    void this.#tellOthers();
  }

  async stop(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = this.open();
    client.on('notification', () => this.core.changes.announce(true));
    client.on('error', () => undefined);
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN "${this.#channel}"`);
    } catch (error) {
      await this.stop(); // a standby takes connections, and no LISTEN
      throw error;
    }
    client.on('end', () => void this.#reconnect());
  }

  /** Polling goes on meanwhile. */
  async #reconnect(): Promise<void> {
    const { runtime, stopping, logger } = this.core;
    while (await sleep(runtime, LIMIT_MS, stopping)) {
      try {
        await this.#connect();
        return;
      } catch (error) {
        logger.warn(toLogLine(`The connection for LISTEN cannot be opened: ${toErrorText(error)}`));
      }
    }
  }

  /** Outside of the transactions that change rows: NOTIFY holds a lock on all commits of the server. */
  async #tellOthers(): Promise<void> {
    const { runtime, stopping, changes } = this.core;
    for (;;) {
      const isQuiet = await sleep(runtime, LIMIT_MS, stopping, changes.nextOwn);
      if (stopping.aborted) return;
      if (!isQuiet) await this.#notify().catch(() => undefined);
    }
  }

  async #notify(): Promise<void> {
    await this.core.store.run(sql`SELECT to_jsonb(pg_notify(${this.#channel}, '')::text) AS row`);
  }
}
