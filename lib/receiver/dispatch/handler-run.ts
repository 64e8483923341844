import { ConfigurationError } from '../../errors/index.js';
import type { PixEvent, PixEventType } from '../notifications/pix-event.js';
import type { PixEventClaim, PixEventStore } from '../stores/pix-event-store.js';
import type { PixTransaction, PixTransactionClient } from '../stores/pix-transaction.js';
import type { EventHandler } from './event-handler.js';
import type { Arrival } from './event-sink.js';
import type { PixEventContext } from './pix-event-context.js';

/** The event that a handler processes. */
export interface RunSubject {
  readonly event: PixEvent;
  readonly handler: EventHandler;
  readonly arrival: Arrival;
  /** The key under which the store holds the claim. */
  readonly key: string;
}

/**
 * One run of a handler on a claimed event; it is the context that the handler receives.
 * @internal
 */
export class HandlerRun implements PixEventContext {
  readonly event: PixEventType;
  readonly eventKey: string;
  readonly receiver: string;
  readonly tenant: string | undefined;
  readonly receivedAt: Date;
  readonly #store: PixEventStore;
  readonly #claim: PixEventClaim;
  readonly #subject: RunSubject;
  #signal: AbortSignal | undefined;
  #completesItself = false;
  #isCompleted = false;

  constructor(store: PixEventStore, claim: PixEventClaim, subject: RunSubject) {
    this.event = subject.event.type;
    this.eventKey = subject.event.key;
    this.receiver = subject.arrival.receiver;
    this.tenant = subject.arrival.tenant;
    this.receivedAt = subject.arrival.receivedAt;
    this.#store = store;
    this.#claim = claim;
    this.#subject = subject;
  }

  get fence(): number {
    return this.#claim.fence ?? 0;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#claim.signal ?? new AbortController().signal);
  }

  /** Returns a bound function, so that a handler may destructure it from its context. */
  get completeIn(): PixEventContext['completeIn'] {
    return (transaction) => this.#completeIn(transaction);
  }

  get transaction(): PixEventContext['transaction'] {
    return (work) => this.#transaction(work);
  }

  /** Whether a transaction that completes the event is known to be committed. */
  get isCompleted(): boolean {
    return this.#isCompleted;
  }

  /**
   * Whether the handler completes the event in a transaction, which may not be committed or may
   * have been rolled back in the meantime.
   */
  get completesItself(): boolean {
    return this.#completesItself;
  }

  async #completeIn(transaction: PixTransaction): Promise<void> {
    const { key, handler } = this.#subject;
    if (!this.#store.completeIn) throw noTransactions(handler, 'completeIn');
    await this.#store.completeIn(transaction, key, this.fence);
    this.#completesItself = true;
  }

  async #transaction<T>(work: (client: PixTransactionClient) => Promise<T>): Promise<T> {
    const { key, handler } = this.#subject;
    if (!this.#store.transaction) throw noTransactions(handler, 'transaction');
    // From the start: a handler may return without waiting for it.
    this.#completesItself = true;
    const result = await this.#store.transaction(key, this.fence, work);
    this.#isCompleted = true;
    return result;
  }
}

function noTransactions(
  { id }: EventHandler,
  method: 'completeIn' | 'transaction',
): ConfigurationError {
  return new ConfigurationError(
    `${id} calls ${method}(), which requires a PostgresEventStore in the database of the transaction: configure it in the ` +
      'receiver (or worker) as option `store`.',
  );
}
