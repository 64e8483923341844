import type {
  PixEventQueue,
  PixQueuedEvent,
  PixQueueVerdict,
} from '../../../lib/receiver/index.js';

/** A queue in memory that records its calls. */
export class Queue implements PixEventQueue {
  readonly waiting: PixQueuedEvent[] = [];
  readonly verdicts: PixQueueVerdict[] = [];
  readonly calls: string[] = [];
  reachable = true;
  handle: ((event: PixQueuedEvent) => Promise<PixQueueVerdict>) | undefined;

  async open(): Promise<void> {
    this.calls.push('open');
    if (!this.reachable) throw new Error('no connection');
  }

  async enqueue(event: PixQueuedEvent): Promise<void> {
    if (!this.reachable) throw new Error('no connection, token=abc');
    this.waiting.push(JSON.parse(JSON.stringify(event)));
  }

  async work(handle: (event: PixQueuedEvent) => Promise<PixQueueVerdict>) {
    this.calls.push('work');
    this.handle = handle;
    return async () => {
      this.calls.push('stop');
    };
  }

  async close(): Promise<void> {
    this.calls.push('close');
  }

  /** Passes the waiting events to the worker. */
  async deliver(): Promise<PixQueueVerdict[]> {
    return Promise.all(this.waiting.splice(0).map((event) => this.handle!(event)));
  }
}
