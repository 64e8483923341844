import type { ServerResponse } from 'node:http';
import type { CancelTimer } from 'nestjs-pix/internal';
import { toClock } from '../control-api/system.routes.js';
import type { SimulatorState } from '../domain/state.js';
import { topicOfStore } from '../families/families.js';
import type { Fault } from '../faults/rules.js';
import type { Reply } from '../http/messages.js';
import type { AnyRecordStore } from '../kernel/records.js';
import type { SimulatorStats } from '../kernel/stats.js';

/** Topic of the records of each store. */
const TOPICS: ReadonlyMap<string, string> = new Map([...topicOfStore, ['deliveries', 'webhooks']]);

const ALL_TOPICS = new Set([...TOPICS.values(), 'faults']);

/** Milliseconds in which changes are collected into one event, so that a load test does not flood the page. */
const BATCH_DELAY = 120;

/** Polling interval in milliseconds for state that emits no changes: clock, counts and faults. */
const POLL_INTERVAL = 500;

/** Sends changes to open pages as server-sent events. It does nothing while no page is open. */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  readonly #topics = new Set<string>();
  #cancelBatch: CancelTimer | undefined;
  #cancelPoll: CancelTimer | undefined;
  #unsubscribe: (() => void) | undefined;
  #lastStatus = '';

  constructor(private readonly state: SimulatorState) {}

  /** Returns a reply that streams events until the page is closed. */
  open(): Reply {
    return {
      status: 200,
      headers: {},
      transmit: (response) => {
        response.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
        });
        this.#add(response);
      },
    };
  }

  #add(response: ServerResponse): void {
    if (this.#pages.size === 0) this.#start();
    this.#pages.add(response);
    response.on('close', () => {
      this.#pages.delete(response);
      if (this.#pages.size === 0) this.#stop();
    });
    response.write(formatEvent('status', this.#status()));
  }

  #start(): void {
    const collect = ({ name }: AnyRecordStore): void => {
      this.#collect(TOPICS.get(name));
    };
    this.#unsubscribe = this.state.changes.subscribe({
      changed: collect,
      removed: collect,
      cleared: () => {
        for (const topic of ALL_TOPICS) this.#collect(topic);
      },
    });
    this.#planPoll();
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#cancelPoll?.();
    this.#cancelBatch?.();
    this.#cancelBatch = undefined;
    this.#topics.clear();
  }

  #collect(topic: string | undefined): void {
    if (topic === undefined) return;
    this.#topics.add(topic);
    const sendBatch = () => {
      this.#cancelBatch = undefined;
      const event: ChangedEvent = { topics: [...this.#topics] };
      this.#send('changed', event);
      this.#topics.clear();
    };
    this.#cancelBatch ??= this.state.runtime.after(BATCH_DELAY, sendBatch, { background: true });
  }

  #planPoll(): void {
    const run = () => {
      this.#planPoll();
      this.#poll();
    };
    this.#cancelPoll = this.state.runtime.after(POLL_INTERVAL, run, { background: true });
  }

  /** Sends the status if it has changed, except for the passing of time. */
  #poll(): void {
    const status = this.#status();
    const { offset, rate } = this.#toClockOffset(status);
    const now = JSON.stringify({ ...status, clock: { offset, rate } });
    if (now === this.#lastStatus) return;
    this.#lastStatus = now;
    this.#send('status', status);
  }

  #status(): StatusEvent {
    const { clock, stats, faults, requests } = this.state;
    return {
      clock: toClock(clock),
      stats,
      faults: faults.list().map(({ id, struck }) => ({ id, struck })),
      requests: requests.total,
    };
  }

  /**
   * Returns the offset from the machine's clock. It is constant at the machine's rate; at other rates it always
   * changes.
   */
  #toClockOffset({ clock: { now, rate } }: StatusEvent) {
    const distance = Date.parse(now) - this.state.runtime.now();
    return { offset: rate === 1 ? Math.round(distance / 1_000) : distance, rate };
  }

  #send(event: string, data: unknown): void {
    const text = formatEvent(event, data);
    for (const page of this.#pages) page.write(text);
  }
}

function formatEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Data of a `status` event. */
export interface StatusEvent {
  clock: ReturnType<typeof toClock>;
  stats: SimulatorStats;
  /** How often each fault was injected. */
  faults: Pick<Fault, 'id' | 'struck'>[];
  /** Number of logged requests. */
  requests: number;
}

/** Data of a `changed` event. */
export interface ChangedEvent {
  topics: string[];
}
