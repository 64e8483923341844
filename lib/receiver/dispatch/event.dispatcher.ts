import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine, toLogStack } from '../../errors/index.js';
import { isThenable, systemRuntime, type PixRuntime } from '../../runtime/index.js';
import { isLogLevelEnabled, observe, type PixTelemetry } from '../../telemetry/index.js';
import { contentDigest } from '../notifications/content-digest.js';
import { toEventLabels } from '../notifications/event-labels.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import type { PixEvent } from '../notifications/pix-event.js';
import { toLogKey } from '../notifications/to-log-key.js';
import type { PixEventClaim, PixEventStore } from '../stores/pix-event-store.js';
import { worst, type PixDeliveryOutcome } from './delivery-outcome.js';
import {
  reportFailure,
  type PixEventErrorListener,
  type PixEventLogOptions,
} from './event-failure.js';
import type { EventHandlerRegistry } from './event-handler.registry.js';
import type { Arrival, DispatchOptions, EventSink, Gate } from './event-sink.js';
import { HandlerRun, type RunSubject } from './handler-run.js';
import { PixWebhookStats } from './pix-webhook-stats.js';
import { wasNotifiedBefore } from './was-notified-before.js';

/** The outcome of the handlers of an event. */
export type DispatchOutcome = Extract<
  PixDeliveryOutcome,
  'handled' | 'duplicate' | 'running' | 'failed'
>;

/** Receives the reason of a failure, with credentials and tax ids redacted. */
export type FailureListener = (reason: string) => void;

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
export interface DispatcherObservers {
  /** Context of the log lines. Default: `PixWebhookReceiver`. */
  readonly context?: string;
  readonly telemetry?: PixTelemetry | undefined;
}

/**
 * Runs the handlers of an event, each until it has succeeded once, independent of the others.
 * @internal
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
