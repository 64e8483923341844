import type { ServerResponse } from 'node:http';
import { toClock } from '../control-api/clock.routes.js';
import type { CancelTimer } from '../../runtime/index.js';
import type { AnyRecordStore } from '../kernel/record-feed.js';
import type { Reply } from '../http/reply.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';

/** What a page shows of a store's records. */
const TOPICS: Readonly<Record<string, string>> = {
  cobs: 'charges',
  cobvs: 'charges',
  cobrs: 'recurrences',
  recs: 'recurrences',
  solicRecs: 'recurrences',
  pix: 'payments',
  webhooks: 'webhooks',
  webhookRec: 'webhooks',
  webhookCobR: 'webhooks',
  deliveries: 'webhooks',
};

const EVERYTHING = new Set([...Object.values(TOPICS), 'faults']);

/** Changes within this many milliseconds are told together: a load test must not flood the page. */
const GATHERED = 120;

/** How often what no record tells of is looked at: clock, counts, faults. */
const GLANCE = 500;

/** Tells open pages what has changed, as server-sent events. With no page open it does nothing. */
export class EventStream {
  private readonly pages = new Set<ServerResponse>();
  private readonly topics = new Set<string>();
  private cancelGathering: CancelTimer | undefined;
  private cancelGlance: CancelTimer | undefined;
  private unsubscribe: (() => void) | undefined;
  private told = '';

  constructor(private readonly state: SimulatorState) {}

  /** An answer that goes on until the page is closed. */
  open(): Reply {
    return {
      status: 200,
      headers: {},
      transmit: (response) => {
        response.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
        });
        this.add(response);
      },
    };
  }

  private add(response: ServerResponse): void {
    if (this.pages.size === 0) this.start();
    this.pages.add(response);
    response.on('close', () => {
      this.pages.delete(response);
      if (this.pages.size === 0) this.stop();
    });
    response.write(eventOf('status', this.status()));
  }

  private start(): void {
    const gather = ({ name }: AnyRecordStore): void => {
      this.gather(TOPICS[name]);
    };
    this.unsubscribe = this.state.changes.subscribe({
      changed: gather,
      removed: gather,
      cleared: () => {
        for (const topic of EVERYTHING) this.gather(topic);
      },
    });
    this.planGlance();
  }

  private stop(): void {
    this.unsubscribe?.();
    this.cancelGlance?.();
    this.cancelGathering?.();
    this.cancelGathering = undefined;
    this.topics.clear();
  }

  private gather(topic: string | undefined): void {
    if (topic === undefined) return;
    this.topics.add(topic);
    const tell = () => {
      this.cancelGathering = undefined;
      this.send('changed', { topics: [...this.topics] });
      this.topics.clear();
    };
    this.cancelGathering ??= this.state.runtime.after(GATHERED, tell, { background: true });
  }

  private planGlance(): void {
    const look = () => {
      this.planGlance();
      this.glance();
    };
    this.cancelGlance = this.state.runtime.after(GLANCE, look, { background: true });
  }

  /** Tells the status when something of it has changed other than that time has passed. */
  private glance(): void {
    const status = this.status();
    const { offset, rate } = this.clockOf(status);
    const now = JSON.stringify({ ...status, clock: { offset, rate } });
    if (now === this.told) return;
    this.told = now;
    this.send('status', status);
  }

  private status() {
    const { clock, stats, faults } = this.state;
    return {
      clock: toClock(clock),
      stats: stats.snapshot(),
      faults: faults.list().map(({ id, struck }) => ({ id, struck })),
    };
  }

  /** At the machine's rate a clock stays as far from the machine's; otherwise it is told anew each time. */
  private clockOf({ clock: { now, rate } }: { clock: { now: string; rate: number } }) {
    const distance = Date.parse(now) - this.state.runtime.now();
    return { offset: rate === 1 ? Math.round(distance / 1_000) : distance, rate };
  }

  private send(event: string, data: unknown): void {
    const text = eventOf(event, data);
    for (const page of this.pages) page.write(text);
  }
}

function eventOf(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
