import type { SimulatorClock } from '../../kernel/clock.js';
import { resolveDelivery } from '../../faults/delivery-faults.js';
import type { Faults } from '../../faults/faults.js';
import type { QuirkyWebhooks } from '../../profiles/quirks.js';
import type { RecordFeed } from '../../kernel/record-feed.js';
import type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './delivery.js';
import { toDelivery } from './delivery.record.js';
import type { DeliveryRecord } from './delivery.record.js';
import { DeliveryStore } from './delivery.store.js';
import type { WebhookSender } from './webhook-sender.js';
import { deliveryUrl } from './webhook-url.js';

/** Hears of a delivery, as a copy, after each attempt. */
export type DeliveryListener = (delivery: WebhookDelivery) => void;

export interface WebhookDeliveriesOptions {
  readonly clock: SimulatorClock;
  readonly sender: WebhookSender;
  /** Milliseconds before each repetition. */
  readonly retryDelays: readonly number[];
  readonly faults: Faults;
  readonly changes: RecordFeed;
  readonly quirks: QuirkyWebhooks;
}

/**
 * Delivers events at least once, as providers do: each is repeated after the delays of the schedule until a 2xx
 * answers, and fails when the schedule is used up. Deliveries do not wait for one another.
 */
export class WebhookDeliveries {
  /** The deliveries as they are kept. */
  readonly store: DeliveryStore;
  private readonly pending = new Map<DeliveryRecord, () => void>();
  private readonly waiting = new Set<() => void>();
  private readonly listeners = new Set<DeliveryListener>();

  constructor(private readonly options: WebhookDeliveriesOptions) {
    this.store = new DeliveryStore(options.changes);
  }

  /** Every delivery, the oldest first, as copies. */
  list(): WebhookDelivery[] {
    return Array.from(this.store.values(), toDelivery);
  }

  /** How many deliveries are on record. */
  get size(): number {
    return this.store.size;
  }

  /** The latest, the newest first, as copies. */
  newest(count: number): WebhookDelivery[] {
    return [...this.store.values()].slice(-count).reverse().map(toDelivery);
  }

  get(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    return record && toDelivery(record);
  }

  /** @param event the body of the notification: an object with one list */
  enqueue(kind: DeliveryKind, webhookUrl: string, event: object): void {
    const { faults, quirks } = this.options;
    const target = deliveryUrl(webhookUrl, kind, quirks.keepPathParameter).href;
    const isBare = kind === 'pix' && quirks.bareArray === true;
    const body: unknown = isBare ? Object.values(event)[0] : event;
    const { copies, delay, lost } = resolveDelivery(faults, kind);
    for (let copy = 0; copy < copies; copy += 1) {
      const dueAt = this.options.clock.now() + delay;
      const record = { kind, target, body, state: 'pending' as const, attempts: [], dueAt };
      if (lost) this.lose({ ...record, state: 'failed' });
      else this.plan(this.store.create(record), delay);
    }
  }

  /**
   * Attempts a delivery again at once, whatever has become of it.
   *
   * @returns the delivery before that attempt; `undefined` when there is none of that number
   */
  redeliver(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    if (record === undefined) return undefined;
    this.pending.get(record)?.();
    this.plan(record, 0);
    return toDelivery(record);
  }

  /** Goes on with the pending deliveries of a restored store. */
  resume(): void {
    const now = this.options.clock.now();
    for (const record of [...this.store.values()]) {
      if (record.state === 'pending') this.plan(record, Math.max(0, record.dueAt - now));
    }
  }

  /** Calls `listener` after each attempt, until the function returned is called. */
  subscribe(listener: DeliveryListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Resolves when no delivery is pending. */
  async idle(): Promise<void> {
    // Checked again: an undone change empties the list and fills it again.
    while (this.pending.size > 0) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  close(): void {
    this.giveUp();
    this.options.sender.close();
  }

  /** Cancels the next attempts of all pending deliveries. */
  giveUp(): void {
    for (const cancel of this.pending.values()) cancel();
    this.pending.clear();
    this.announceIdle();
  }

  private lose(record: Omit<DeliveryRecord, 'id'>): void {
    const lost = this.store.create(record);
    this.store.update(lost, ({ attempts }) => {
      attempts.push({ at: this.options.clock.iso(), error: 'LOST' });
    });
    this.announce(lost);
  }

  private plan(record: DeliveryRecord, delay: number): void {
    const { clock } = this.options;
    const cancel = clock.after(delay, () => {
      void this.attempt(record);
    });
    this.pending.set(record, cancel);
    this.store.update(record, (draft) => {
      draft.state = 'pending';
      draft.dueAt = clock.now() + delay;
    });
  }

  private async attempt(record: DeliveryRecord): Promise<void> {
    const { clock, sender } = this.options;
    const attempt: DeliveryAttempt = { at: clock.iso() };
    const planned = this.pending.get(record);
    record.attempts.push(attempt);
    try {
      attempt.status = await sender.send(new URL(record.target), JSON.stringify(record.body));
    } catch (error) {
      attempt.error = codeOf(error);
    }
    // Cleared or planned anew meanwhile: what follows is no longer this attempt's to say.
    if (planned === undefined || this.pending.get(record) !== planned) return;
    this.conclude(record, attempt);
  }

  private conclude(record: DeliveryRecord, { status = 0 }: DeliveryAttempt): void {
    const delay = this.options.retryDelays[record.attempts.length - 1];
    const delivered = status >= 200 && status < 300;
    if (delivered || delay === undefined) {
      this.pending.delete(record);
      this.store.update(record, (draft) => {
        draft.state = delivered ? 'delivered' : 'failed';
      });
    } else this.plan(record, delay);
    this.announce(record);
    this.announceIdle();
  }

  private announce(record: DeliveryRecord): void {
    for (const listener of this.listeners) listener(toDelivery(record));
  }

  private announceIdle(): void {
    if (this.pending.size > 0) return;
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'ERROR';
}
