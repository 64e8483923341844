import { Logger } from '@nestjs/common';
import { ConfigurationError, toErrorText, toLogLine, toLogStack } from '../../errors/index.js';
import { isLogLevelEnabled, observe, type PixTelemetry } from '../../observe/index.js';
import { isThenable, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import {
  contentDigest,
  DEFAULT_RECEIVER,
  type PixEvent,
  type PixEventType,
  toEventLabels,
  toLogKey,
} from '../events.js';
import type {
  PixEventClaim,
  PixEventStore,
  PixTransaction,
  PixTransactionClient,
} from '../stores/event-store.js';
import type { Arrival, DispatchOptions, EventOrigin, EventSink, Gate } from './event-sink.js';
import {
  type EventHandler,
  type EventHandlerRegistry,
  type PixEventContext,
  type PixEventErrorListener,
  type PixEventLogOptions,
  reportFailure,
} from './handlers.js';
import { type PixDeliveryOutcome, PixWebhookStats, worst } from './outcomes.js';

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

type Work = RunSubject & { readonly delivery: Delivery };

interface InFlight {
  readonly digest: string;
  readonly outcome: Promise<DispatchOutcome>;
}

export interface DispatcherOptions {
  readonly store: PixEventStore;
  readonly onError?: PixEventErrorListener | undefined;
  readonly log?: PixEventLogOptions | undefined;
  /** Default: the runtime of the process. */
  readonly runtime?: PixRuntime;
}

/** Where the dispatcher reports its work. */
interface DispatcherObservers {
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
  readonly #inFlight = new Map<string, InFlight>();

  constructor(
    private readonly registry: EventHandlerRegistry,
    private readonly options: DispatcherOptions,
    private readonly stats = new PixWebhookStats(),
    { context = 'PixWebhookReceiver', telemetry }: DispatcherObservers = {},
  ) {
    this.#logger = new Logger(context);
    this.#telemetry = telemetry;
  }

  /**
   * A store that batches takes all events of a notification at once, and they wait for their turns
   * with their leases; with another store, they wait before. Never rejects.
   */
  dispatch(
    event: PixEvent,
    arrival: Arrival = this.#arriveNow(),
    { gate, onFailure }: DispatchOptions & { readonly onFailure?: FailureListener } = {},
  ): Promise<DispatchOutcome> {
    if (!gate || this.options.store.batches === true) {
      return this.#dispatch(event, arrival, { gate, onFailure });
    }
    return gate(() => this.#dispatch(event, arrival, { gate: undefined, onFailure }));
  }

  async #dispatch(
    event: PixEvent,
    arrival: Arrival,
    how: Pick<Delivery, 'gate' | 'onFailure'>,
  ): Promise<DispatchOutcome> {
    const handlers = this.registry.of(event.type, arrival.receiver);
    if (handlers.length === 0) return this.#unhandled(event, arrival);
    const digest = contentDigest(event);
    const delivery: Delivery = { digest, ...how, isContradictory: false };
    const outcomes: DispatchOutcome[] = [];
    for (const handler of handlers) {
      const key = `${event.key}@${handler.id}`;
      outcomes.push(await this.#once({ event, handler, arrival, key, delivery }));
    }
    if (delivery.isContradictory) this.stats.reportContradiction(event, this.#logger);
    const outcome = worst(outcomes);
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

  #arriveNow(): Arrival {
    const receivedAt = new Date((this.options.runtime ?? systemRuntime).now());
    return { receiver: DEFAULT_RECEIVER, receivedAt, origin: 'notification' };
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
    const outcome = this.#handle(work);
    this.#inFlight.set(key, { digest: delivery.digest, outcome });
    return outcome;
  }

  async #handle(work: Work): Promise<DispatchOutcome> {
    try {
      return await this.#claimAndRun(work);
    } finally {
      this.#inFlight.delete(work.key);
    }
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
    if (wasNotifiedBefore(event, arrival.origin, claim, store))
      return this.#recordWithoutRun(work, claim);

    const run = new HandlerRun(store, claim, work);
    try {
      const { gate } = delivery;
      const returned = gate ? gate(() => this.#runHeld(work, run, claim)) : this.#run(work, run);
      if (isThenable(returned)) await returned;
    } catch (error) {
      await this.#release(work, claim);
      return this.#failed(`${handler.id} failed on ${toLogKey(event.key)}`, error, work);
    }
    return this.#complete(work, claim, run);
  }

  /** Runs a handler that has waited for its turn. @throws LeaseLostError if its event was lost */
  #runHeld(work: Work, run: HandlerRun, { signal }: PixEventClaim): unknown {
    signal?.throwIfAborted();
    return this.#run(work, run);
  }

  /** Without an observer, a synchronous handler causes no promise. */
  #run({ event, handler, arrival }: Work, run: HandlerRun): unknown {
    if (!this.#telemetry) return handler.run(event.payload, run);
    const labels = toEventLabels(event, arrival.receiver);
    const activity = { kind: 'handler', event: labels, handler: handler.id } as const;
    return observe(
      this.#telemetry,
      activity,
      () => new Promise((resolve) => resolve(handler.run(event.payload, run))),
    );
  }

  async #complete(work: Work, claim: PixEventClaim, run: HandlerRun): Promise<DispatchOutcome> {
    const { event, handler, key } = work;
    const { store } = this.options;
    if (run.isCompleted) return 'handled';
    try {
      if (!run.completesItself) {
        const completed = store.complete(key, claim.fence);
        if (isThenable(completed)) await completed;
        return 'handled';
      }
      // The transaction may have been rolled back without an error, or may not have been awaited.
      if (await store.isComplete?.(key)) return 'handled';
    } catch (error) {
      return this.#failed(`The event store could not complete ${toLogKey(key)}`, error, work);
    }
    await this.#release(work, claim);
    const problem = new Error('its transaction was not committed when it returned');
    return this.#failed(
      `${handler.id} completes in a transaction on ${toLogKey(event.key)}`,
      problem,
      work,
    );
  }

  /** Records a payment as handled without running its handler; see {@link wasNotifiedBefore}. */
  async #recordWithoutRun(work: Work, claim: PixEventClaim) {
    const { event, key } = work;
    this.#logger.warn(
      `${toLogKey(event.key)} carries a refund and is older than the memory of the event store, so it is recorded as handled ` +
        'before. If the payment was missed, run PixReconciler.run({ inicio, fim }).',
    );
    try {
      await this.options.store.complete(key, claim.fence);
      return 'duplicate';
    } catch (error) {
      return this.#failed(`The event store could not complete ${toLogKey(key)}`, error, work);
    }
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
    const { onError } = this.options;
    reportFailure(onError, error, { ...failure, handler: handler.id }, this.#logger);
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

/** The event that a handler processes. */
interface RunSubject {
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
class HandlerRun implements PixEventContext {
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
