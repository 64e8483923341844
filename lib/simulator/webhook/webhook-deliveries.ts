import type { SimulatorClock } from '../clock.js';
import type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './delivery.js';
import type { WebhookSender } from './webhook-sender.js';
import { deliveryUrl } from './webhook-url.js';

/** How many ended deliveries are kept for inspection. */
const KEPT = 10_000;

/** Hears of a delivery, as a copy, after each attempt. */
export type DeliveryListener = (delivery: WebhookDelivery) => void;

/**
 * Delivers events at least once, as providers do: each is repeated after the delays of the schedule until a 2xx
 * answers, and fails when the schedule is used up. Deliveries do not wait for one another.
 */
export class WebhookDeliveries {
  private deliveries: WebhookDelivery[] = [];
  private readonly pending = new Map<WebhookDelivery, () => void>();
  private readonly waiting = new Set<() => void>();
  private readonly listeners = new Set<DeliveryListener>();
  private nextId = 1;

  constructor(
    private readonly clock: SimulatorClock,
    private readonly sender: WebhookSender,
    /** Milliseconds before each repetition. */
    private readonly retryDelays: readonly number[],
  ) {}

  /** Every delivery, the oldest first, as copies. */
  list(): WebhookDelivery[] {
    return structuredClone(this.deliveries);
  }

  enqueue(kind: DeliveryKind, webhookUrl: string, body: unknown): void {
    const url = deliveryUrl(webhookUrl, kind);
    const delivery: WebhookDelivery = {
      id: this.nextId++,
      kind,
      url: url.origin + url.pathname,
      body,
      state: 'pending',
      attempts: [],
    };
    this.deliveries.push(delivery);
    this.forgetOldest();
    this.plan(delivery, url, JSON.stringify(body), 0);
  }

  /** Calls `listener` after each attempt, until the function returned is called. */
  subscribe(listener: DeliveryListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Resolves when no delivery is pending. */
  idle(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  /** Forgets all deliveries and gives up the pending ones. */
  clear(): void {
    for (const cancel of this.pending.values()) cancel();
    this.pending.clear();
    this.deliveries = [];
    this.nextId = 1;
    this.announceIdle();
  }

  close(): void {
    this.clear();
    this.sender.close();
  }

  private plan(delivery: WebhookDelivery, url: URL, body: string, delay: number): void {
    const cancel = this.clock.after(delay, () => {
      void this.attempt(delivery, url, body);
    });
    this.pending.set(delivery, cancel);
  }

  private async attempt(delivery: WebhookDelivery, url: URL, body: string): Promise<void> {
    const attempt: DeliveryAttempt = { at: this.clock.iso() };
    delivery.attempts.push(attempt);
    try {
      attempt.status = await this.sender.send(url, body);
    } catch (error) {
      attempt.error = codeOf(error);
    }
    // Cleared meanwhile: nobody waits for this delivery any more.
    if (!this.pending.has(delivery)) return;
    this.conclude(delivery, url, body, attempt);
  }

  private conclude(
    delivery: WebhookDelivery,
    url: URL,
    body: string,
    { status = 0 }: DeliveryAttempt,
  ): void {
    const delay = this.retryDelays[delivery.attempts.length - 1];
    if (status >= 200 && status < 300) delivery.state = 'delivered';
    else if (delay === undefined) delivery.state = 'failed';
    if (delivery.state === 'pending') this.plan(delivery, url, body, delay ?? 0);
    else this.pending.delete(delivery);
    for (const listener of this.listeners) listener(structuredClone(delivery));
    this.announceIdle();
  }

  private announceIdle(): void {
    if (this.pending.size > 0) return;
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  /** In steps, so that a long run does not copy the list at each event. */
  private forgetOldest(): void {
    if (this.deliveries.length < 2 * KEPT) return;
    const old = this.deliveries.length - KEPT;
    this.deliveries = this.deliveries.filter(
      (delivery, position) => position >= old || delivery.state === 'pending',
    );
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'ERROR';
}
