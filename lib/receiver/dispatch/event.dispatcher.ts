// Passes an event to its handlers, each once in effect.

import { Logger } from '@nestjs/common';
import {
  ConfigurationError,
  inEvent,
  toErrorText,
  toLogLine,
  toLogStack,
} from '../../errors/index.js';
import { isLogLevelEnabled, observe, type PixTelemetry } from '../../observe/index.js';
import { isThenable } from '../../runtime/index.js';
import { contentDigest, type PixEvent, toEventLabels, toLogKey } from '../events.js';
import type { PixEventClaim, PixEventStore } from '../stores/event-store.js';
import { Lease } from '../stores/shared-store.js';
import type { Arrival, DispatchOptions, EventOrigin, EventSink, Gate } from './event-sink.js';
import {
  type EventHandler,
  type EventHandlerRegistry,
  type PixEventContext,
  type PixEventErrorListener,
  type PixEventLogOptions,
  reportFailure,
} from './handlers.js';
import { type PixDeliveryOutcome, PixWebhookStats, worse } from './outcomes.js';

/** The outcome of the handlers of an event. */
type DispatchOutcome = Extract<PixDeliveryOutcome, 'handled' | 'duplicate' | 'running' | 'failed'>;

/** Receives the reason of a failure, with credentials and tax ids redacted. */
type FailureListener = (reason: string) => void;

/** One delivery of an event. */
interface Delivery {
  readonly digest: string;
  readonly onFailure: FailureListener | undefined;
  /** When its handlers may run; absent: at once. */
  readonly gate: Gate | undefined;
  /** Whether the delivery contradicts an earlier one; reported once. */
  isContradictory: boolean;
}

/** The event that a handler processes. */
interface Work {
  readonly event: PixEvent;
  readonly handler: EventHandler;
  readonly arrival: Arrival;
  /** The key under which the store holds the claim. */
  readonly key: string;
  readonly delivery: Delivery;
}

export interface DispatcherOptions {
  readonly store: PixEventStore;
  readonly onError?: PixEventErrorListener | undefined;
  readonly log?: PixEventLogOptions | undefined;
  /** Context of the log lines. Default: `PixWebhookReceiver`. */
  readonly context?: string;
  readonly telemetry?: PixTelemetry | undefined;
}

/**
 * Runs the handlers of an event, each until it has succeeded once, independent of the others.
 */
export class EventDispatcher implements EventSink {
  readonly #logger: Logger;
  readonly #telemetry: PixTelemetry | undefined;
  readonly #inFlight = new Map<string, { digest: string; outcome: Promise<DispatchOutcome> }>();

  constructor(
    private readonly registry: EventHandlerRegistry,
    private readonly options: DispatcherOptions,
    private readonly stats = new PixWebhookStats(),
  ) {
    this.#logger = new Logger(options.context ?? 'PixWebhookReceiver');
    this.#telemetry = options.telemetry;
  }

  /**
   * A store that batches takes all events of a notification at once, and they wait for their turns
   * with their leases; with another store, they wait before. Never rejects.
   */
  dispatch(
    event: PixEvent,
    arrival: Arrival,
    { gate, onFailure }: DispatchOptions & { readonly onFailure?: FailureListener } = {},
  ): Promise<DispatchOutcome> {
    if (!gate || this.options.store.batches === true) {
      return this.#dispatch(event, arrival, { gate, onFailure });
    }
    return gate(() => this.#dispatch(event, arrival, { gate: undefined, onFailure }));
  }

  async #dispatch(event: PixEvent, arrival: Arrival, how: Pick<Delivery, 'gate' | 'onFailure'>) {
    const handlers = this.registry.of(event.type, arrival.receiver);
    if (handlers.length === 0) return this.#unhandled(event, arrival);
    // Begins with a field: docs/decisions.md D256.
    const delivery: Delivery = { digest: contentDigest(event), ...how, isContradictory: false };
    let outcome: DispatchOutcome = 'duplicate';
    for (const handler of handlers) {
      const key = `${event.key}@${handler.id}`;
      outcome = worse(outcome, await this.#once({ event, handler, arrival, key, delivery }));
    }
    if (delivery.isContradictory) this.stats.reportContradiction(event, this.#logger);
    this.#report(event, arrival, outcome);
    return outcome;
  }

  /** A failure was logged with its reason. An event that another process handles is a failed delivery. */
  #report({ type, key }: PixEvent, { receiver, origin }: Arrival, outcome: DispatchOutcome): void {
    this.#telemetry?.countEvent({ receiver, type, outcome, origin });
    if (outcome === 'failed') return;
    const level = outcome === 'running' ? 'log' : (this.options.log?.success ?? false);
    if (level === false || !isLogLevelEnabled(level)) return;
    this.#logger[level](`${type} ${toLogKey(key)}: ${outcome}`);
  }

  /**
   * Handles each event once at a time: a concurrent second delivery waits for the first and shares
   * its outcome.
   */
  #once(work: Work): Promise<DispatchOutcome> {
    const { key, delivery } = work;
    const first = this.#inFlight.get(key);
    if (first) {
      if (first.digest !== delivery.digest) delivery.isContradictory = true;
      return first.outcome.then((outcome) => (outcome === 'handled' ? 'duplicate' : outcome));
    }
    const end = () => this.#inFlight.delete(key);
    const outcome = inEvent(() => this.#claimAndRun(work)).finally(end);
    this.#inFlight.set(key, { digest: delivery.digest, outcome });
    return outcome;
  }

  async #claimAndRun(work: Work): Promise<DispatchOutcome> {
    const { event, handler, arrival, key, delivery } = work;
    const { store } = this.options;
    let claim: PixEventClaim;
    try {
      const found = await store.begin(key, delivery.digest);
      claim = typeof found === 'string' ? { state: found, known: true } : found;
    } catch (error) {
      return this.#failed(`The event store could not begin ${toLogKey(key)}`, error, work);
    }
    if (claim.conflicting === true) delivery.isContradictory = true;
    if (claim.state !== 'new') return claim.state === 'done' ? 'duplicate' : 'running';
    if (wasNotifiedBefore(event, arrival.origin, claim, store)) {
      this.#logger.warn(
        `${toLogKey(event.key)} carries a refund and is older than the memory of the event store, so it is recorded as handled ` +
          'before. If the payment was missed, run PixReconciler.run({ inicio, fim }).',
      );
      return this.#complete(work, claim, 'duplicate');
    }
    const end: RunEnd = { isOwn: false, isCertain: false };
    const context = new HandlerContext(store, claim, work, end);
    try {
      const handle = () => {
        if (claim instanceof Lease) claim.throwIfLost();
        else claim.signal?.throwIfAborted();
        return this.#run(work, context);
      };
      const { gate } = delivery;
      const returned = gate ? gate(handle) : handle();
      if (isThenable(returned)) await returned;
    } catch (error) {
      await this.#release(work, claim);
      return this.#failed(`${handler.id} failed on ${toLogKey(event.key)}`, error, work);
    }
    if (end.isCertain) return 'handled';
    return end.isOwn ? this.#verifyCompletion(work, claim) : this.#complete(work, claim, 'handled');
  }

  /** Without an observer, a synchronous handler causes no promise. */
  #run({ event, handler, arrival }: Work, context: PixEventContext): unknown {
    if (!this.#telemetry) return handler.run(event.payload, context);
    const labels = toEventLabels(event, arrival.receiver);
    const activity = { kind: 'handler', event: labels, handler: handler.id } as const;
    return observe(
      this.#telemetry,
      activity,
      () => new Promise((resolve) => resolve(handler.run(event.payload, context))),
    );
  }

  /** A store in memory causes no promise. */
  #complete(
    work: Work,
    claim: PixEventClaim,
    outcome: 'handled' | 'duplicate',
  ): DispatchOutcome | Promise<DispatchOutcome> {
    const fail = (error: unknown) =>
      this.#failed(`The event store could not complete ${toLogKey(work.key)}`, error, work);
    try {
      const completed = this.options.store.complete(work.key, claim.fence);
      return isThenable(completed) ? completed.then(() => outcome, fail) : outcome;
    } catch (error) {
      return fail(error);
    }
  }

  /** The transaction may have been rolled back without an error, or may not have been awaited. */
  async #verifyCompletion(work: Work, claim: PixEventClaim): Promise<DispatchOutcome> {
    const { event, handler, key } = work;
    try {
      if (await this.options.store.isComplete?.(key)) return 'handled';
    } catch (error) {
      return this.#failed(`The event store could not complete ${toLogKey(key)}`, error, work);
    }
    await this.#release(work, claim);
    const what = `${handler.id} completes in a transaction on ${toLogKey(event.key)}`;
    const error = new Error('its transaction was not committed when it returned');
    return this.#failed(what, error, work);
  }

  async #release({ key }: Work, claim: PixEventClaim): Promise<void> {
    try {
      await this.options.store.fail(key, claim.fence);
    } catch (error) {
      this.#log(`The event store could not release ${toLogKey(key)}`, error);
    }
  }

  #unhandled({ type, key }: PixEvent, { receiver, origin }: Arrival): DispatchOutcome {
    if (type === 'pix.enviado') this.stats.countItems({ ignored: 1, malformed: 0 });
    this.#logger.debug(`No handler for ${type}: ${toLogKey(key)}`);
    this.#telemetry?.countEvent({ receiver, type, outcome: 'unhandled', origin });
    return 'handled';
  }

  /**
   * Logs and reports a failure. An application's error may quote the payer, so tax ids and
   * credentials are redacted.
   */
  #failed(what: string, error: unknown, { event, arrival, handler, delivery }: Work) {
    const reason = this.#log(what, error);
    delivery.onFailure?.(reason);
    const { receiver, tenant, receivedAt } = arrival;
    const failure = { event: event.type, eventKey: event.key, receiver, tenant, receivedAt };
    reportFailure(this.options.onError, error, { ...failure, handler: handler.id }, this.#logger);
    return 'failed' as const;
  }

  #log(what: string, error: unknown): string {
    const reason = toLogLine(`${what}: ${toErrorText(error)}`);
    this.#logger.error(reason, toLogStack(error));
    return reason;
  }
}

/**
 * Whether a received Pix counts as handled before, although the store has no record of it: its
 * notification carries a refund, so the payment was notified earlier, and it is older than the
 * store's memory. The in-memory store remembers nothing from before the process started; without
 * this rule, every refund of an older Pix would run the handlers of the payment again.
 *
 * Does not apply to Pix that the reconciler lists: that is how a payment is recovered whose
 * notification was lost.
 */
export function wasNotifiedBefore(
  event: PixEvent,
  origin: EventOrigin,
  claim: PixEventClaim,
  store: PixEventStore,
): boolean {
  if (event.type !== 'pix.recebido' || origin === 'list' || claim.known === true) return false;
  const { devolucoes = [], horario } = event.payload;
  if (devolucoes.length === 0 || !store.remembersSince) return false;
  return Date.parse(horario) < store.remembersSince().getTime();
}

/** One run of a handler on a claimed event. A class: an object literal with an accessor costs each event 3 KB. */
class HandlerContext implements PixEventContext {
  readonly event: PixEventContext['event'];
  readonly eventKey: string;
  readonly receiver: string;
  readonly tenant: string | undefined;
  readonly receivedAt: Date;
  readonly fence: number;
  /** Functions, so that a handler may destructure them from its context. */
  readonly completeIn: PixEventContext['completeIn'];
  readonly transaction: PixEventContext['transaction'];
  readonly #claim: PixEventClaim;
  #signal: AbortSignal | undefined;

  constructor(
    store: PixEventStore,
    claim: PixEventClaim,
    { event, arrival, handler, key }: Work,
    end: RunEnd,
  ) {
    this.event = event.type;
    this.eventKey = event.key;
    this.receiver = arrival.receiver;
    this.tenant = arrival.tenant;
    this.receivedAt = arrival.receivedAt;
    const { fence = 0 } = claim;
    this.fence = fence;
    this.#claim = claim;
    this.completeIn = async (transaction) => {
      if (!store.completeIn) throw noTransactions(handler, 'completeIn');
      await store.completeIn(transaction, key, fence);
      end.isOwn = true;
    };
    this.transaction = async (effect) => {
      if (!store.transaction) throw noTransactions(handler, 'transaction');
      // From the start: a handler may return without waiting for it.
      end.isOwn = true;
      const result = await store.transaction(key, fence, effect);
      end.isCertain = true;
      return result;
    };
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#claim.signal ?? new AbortController().signal);
  }
}

/** How a run completes its event. */
interface RunEnd {
  /** In a transaction of the handler, which may not be committed or may have been rolled back in the meantime. */
  isOwn: boolean;
  /** In a transaction that is known to be committed. */
  isCertain: boolean;
}

function noTransactions({ id }: EventHandler, method: 'completeIn' | 'transaction') {
  return new ConfigurationError(
    `${id} calls ${method}(), which requires a PostgresEventStore in the database of the transaction: configure it in the ` +
      'receiver (or worker) as option `store`.',
  );
}
