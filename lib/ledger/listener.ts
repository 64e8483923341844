import { ConfigurationError, toErrorText, toLogLine } from '../errors/index.js';
import { sleep, within } from '../runtime/index.js';
import type { LedgerCore } from './journal.js';
import { sql } from './store.js';

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
    await client.connect();
    await client.query(`LISTEN "${this.#channel}"`);
    this.#client = client;
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
