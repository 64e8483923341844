import type { PixServerWebhooks } from 'nestjs-pix';
import { getErrorCode } from 'nestjs-pix/internal';
import { resolveDelivery } from '../../faults/delivery-faults.js';
import type { Faults } from '../../faults/faults.js';
import { alterNotification } from '../../hostile/alter-records.js';
import type { HostileBank } from '../../hostile/hostile-bank.js';
import type { SimulatorClock } from '../../kernel/clock.js';
import type { RecordFeed } from '../../kernel/record-feed.js';
import type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './delivery.js';
import { toDelivery, type DeliveryRecord } from './delivery.record.js';
import { DeliveryStore } from './delivery.store.js';
import type { WebhookSender } from './webhook-sender.js';
import { deliveryUrl } from './webhook-url.js';

/** Receives a copy of a delivery after each attempt. */
export type DeliveryListener = (delivery: WebhookDelivery) => void;

export interface WebhookDeliveriesOptions {
  readonly clock: SimulatorClock;
  readonly sender: WebhookSender;
  /** Milliseconds before each further attempt. */
  readonly retryDelays: readonly number[];
  readonly faults: Faults;
  readonly hostile: HostileBank;
  readonly changes: RecordFeed;
  readonly quirks: PixServerWebhooks;
}

/**
 * Delivers events at least once, as providers do. A delivery is repeated after the delays of the schedule until a
 * response is 2xx, and fails when the schedule is used up. Deliveries do not wait for each other.
 */
export class WebhookDeliveries {
  readonly store: DeliveryStore;
  readonly #pending = new Map<DeliveryRecord, () => void>();
  readonly #waiting = new Set<() => void>();
  readonly #listeners = new Set<DeliveryListener>();

  constructor(private readonly options: WebhookDeliveriesOptions) {
    this.store = new DeliveryStore(options.changes);
  }

  /** Lists copies of all deliveries, oldest first. */
  list(): WebhookDelivery[] {
    return Array.from(this.store.values(), toDelivery);
  }

  /** Number of deliveries in the store. */
  get size(): number {
    return this.store.size;
  }

  /** Lists copies of the latest deliveries, newest first. */
  newest(count: number): WebhookDelivery[] {
    return [...this.store.values()].slice(-count).reverse().map(toDelivery);
  }

  get(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    return record && toDelivery(record);
  }

  /**
   * Plans the delivery of an event. Fault rules may duplicate, delay or lose it.
   *
   * @param event body of the notification: an object with one list
   */
  enqueue(kind: DeliveryKind, webhookUrl: string, event: object): void {
    const { faults, hostile, quirks } = this.options;
    const target = deliveryUrl(webhookUrl, kind, quirks.keepPathParameter).href;
    const isBare = kind === 'pix' && quirks.bareArray === true;
    const shown = hostile.isEmpty ? event : alterNotification(hostile, kind, event);
    const body: unknown = isBare ? Object.values(shown)[0] : shown;
    const { copies, delay, lost } = resolveDelivery(faults, kind);
    for (let copy = 0; copy < copies; copy += 1) {
      const dueAt = this.options.clock.now() + delay;
      const record = { kind, target, body, state: 'pending' as const, attempts: [], dueAt };
      if (lost) this.#recordLost({ ...record, state: 'failed' });
      else this.#plan(this.store.create(record), delay);
    }
  }

  /**
   * Attempts a delivery again immediately, in any state.
   *
   * @returns the delivery before that attempt; `undefined` if there is no delivery with that number
   */
  redeliver(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    if (record === undefined) return undefined;
    this.#pending.get(record)?.();
    this.#plan(record, 0);
    return toDelivery(record);
  }

  /** Plans the pending deliveries of a restored store. */
  resume(): void {
    const now = this.options.clock.now();
    for (const record of [...this.store.values()]) {
      if (record.state === 'pending') this.#plan(record, Math.max(0, record.dueAt - now));
    }
  }

  /** Calls `listener` after each attempt. @returns a function that ends the subscription */
  subscribe(listener: DeliveryListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when no delivery is pending. */
  async idle(): Promise<void> {
    // Check again: undoing a change clears the list and fills it again.
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.cancelPending();
    this.options.sender.close();
  }

  /** Cancels the next attempts of all pending deliveries. */
  cancelPending(): void {
    for (const cancel of this.#pending.values()) cancel();
    this.#pending.clear();
    this.#resolveIdle();
  }

  #recordLost(record: Omit<DeliveryRecord, 'id'>): void {
    const lost = this.store.create(record);
    this.store.update(lost, ({ attempts }) => {
      attempts.push({ at: this.options.clock.iso(), error: 'LOST' });
    });
    this.#notifyListeners(lost);
  }

  #plan(record: DeliveryRecord, delay: number): void {
    const { clock } = this.options;
    const cancel = clock.after(delay, () => {
      void this.#attempt(record);
    });
    this.#pending.set(record, cancel);
    this.store.update(record, (draft) => {
      draft.state = 'pending';
      draft.dueAt = clock.now() + delay;
    });
  }

  async #attempt(record: DeliveryRecord): Promise<void> {
    const planned = this.#pending.get(record);
    const begun: DeliveryAttempt = { at: this.options.clock.iso() };
    const index = this.store.update(record, ({ attempts }) => attempts.push(begun) - 1);
    const ended = { ...begun, ...(await this.#send(record)) };
    // The deliveries were cleared in the meantime.
    if (this.store.get(record.id) !== record) return;
    this.store.update(record, ({ attempts }) => {
      attempts[index] = ended;
    });
    // The delivery was planned again in the meantime: this attempt no longer decides its state.
    if (planned === undefined || this.#pending.get(record) !== planned) return;
    this.#conclude(record, ended);
  }

  async #send({ target, body }: DeliveryRecord): Promise<Omit<DeliveryAttempt, 'at'>> {
    try {
      return { status: await this.options.sender.send(new URL(target), JSON.stringify(body)) };
    } catch (error) {
      return { error: getErrorCode(error) ?? 'ERROR' };
    }
  }

  #conclude(record: DeliveryRecord, { status = 0 }: DeliveryAttempt): void {
    const delay = this.options.retryDelays[record.attempts.length - 1];
    const delivered = status >= 200 && status < 300;
    if (delivered || delay === undefined) {
      this.#pending.delete(record);
      this.store.update(record, (draft) => {
        draft.state = delivered ? 'delivered' : 'failed';
      });
    } else this.#plan(record, delay);
    this.#notifyListeners(record);
    this.#resolveIdle();
  }

  #notifyListeners(record: DeliveryRecord): void {
    for (const listener of this.#listeners) listener(toDelivery(record));
  }

  #resolveIdle(): void {
    if (this.#pending.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
