// Observes client, receiver and ledger with OpenTelemetry.

import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  Module,
  type DynamicModule,
} from '@nestjs/common';
import { DiscoveryService, DiscoveryModule } from '@nestjs/core';
import {
  context,
  createNoopMeter,
  diag,
  metrics,
  ProxyTracerProvider,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type MeterProvider,
  type Span,
  type SpanContext,
  type TracerProvider,
} from '@opentelemetry/api';
import { toErrorText, toLogLine } from '../errors/index.js';
import { VERSION } from '../nest/version.js';
import {
  type PixAccountLabels,
  type PixAccountReadings,
  type PixActivity,
  type PixEventCount,
  type PixLedgerReadings,
  type PixTelemetry,
  PIX_TELEMETRY,
} from '../observe/index.js';
import { objectOf, checkOptions, withMethods } from '../options/index.js';
import {
  DEFAULT_RECEIVER,
  type PixEventQueue,
  type ReceiverSettings,
  type WorkerSettings,
  listInstances,
  RECEIVER_SETTINGS,
  WORKER_SETTINGS,
} from '../receiver/index.js';
import { remember, systemRuntime } from '../runtime/index.js';
import { Instruments, pixAttributes, type Observe } from './metrics.js';
import {
  describeSpan,
  findErrorType,
  findParent,
  injectTrace,
  recordMetric,
  toAttributes,
  toAccountAttributes,
} from './spans.js';

/** Options of `openTelemetry()` and `PixOpenTelemetryModule.forRoot`. */
export interface PixOpenTelemetryOptions {
  /** Creates the spans. Default: the global one, which the SDK of the application sets. */
  tracerProvider?: TracerProvider | undefined;
  /** Creates the metrics. Default: the global one. */
  meterProvider?: MeterProvider | undefined;
}

const OPTIONS = objectOf<PixOpenTelemetryOptions>({
  tracerProvider: withMethods('a TracerProvider', ['getTracer']),
  meterProvider: withMethods('a MeterProvider', ['getMeter']),
});

/** What a provider of traces delegates to without an SDK. */
// oxlint-disable-next-line typescript/no-deprecated -- version 1 of the API has no other way to find out
const NO_TRACES = new ProxyTracerProvider().getDelegate();

const MAX_CHARGES = 10_000;

/** Reports to OpenTelemetry. */
class OpenTelemetry implements PixTelemetry {
  readonly #options: PixOpenTelemetryOptions;
  readonly #accounts = new Set<WatchedAccount>();
  /**
   * The spans of the latest calls that created charges in this process, by txid. A webhook carries no
   * trace context from its charge, because the provider is between them.
   */
  readonly #charges = new Map<string, SpanContext>();
  /** The accounts of the ledgers. */
  readonly #ledgers = new Map<() => Promise<PixLedgerReadings>, string>();
  readonly #registrations: ((instruments: Instruments) => void)[] = [];
  /** A meter provider that is known to be the one without an SDK. */
  #idleMeters: MeterProvider | undefined;
  #metrics: { readonly provider: MeterProvider; readonly instruments: Instruments } | undefined;

  constructor(options: PixOpenTelemetryOptions = {}) {
    checkOptions('openTelemetry()', options, OPTIONS);
    this.#options = options;
    this.addGauges((instruments) => {
      instruments.watch('client', (observe) => observeAccounts(this.#accounts, observe));
      instruments.watch('ledger', (observe) => observeLedgers(this.#ledgers, observe));
    });
  }

  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T> {
    const started = this.isActive() ? attempt(() => this.#start(activity)) : undefined;
    if (!started) return work();
    return context.with(started.context, () => this.#run(activity, started.span, work));
  }

  countEvent({ receiver, type, outcome, origin }: PixEventCount): void {
    if (!this.isActive()) return;
    attempt(() =>
      this.#openInstruments().record('events', {
        [pixAttributes.receiver]: receiver,
        [pixAttributes.eventType]: type,
        [pixAttributes.outcome]: outcome,
        [pixAttributes.origin]: origin,
      }),
    );
  }

  injectTrace(): Record<string, string> | undefined {
    return attempt(injectTrace);
  }

  watchAccount(account: PixAccountLabels, readings: PixAccountReadings): () => void {
    const watched = { account, readings: new WeakRef(readings) };
    this.#accounts.add(watched);
    return () => this.#accounts.delete(watched);
  }

  watchLedger(account: string, read: () => Promise<PixLedgerReadings>): () => void {
    this.#ledgers.set(read, account);
    return () => this.#ledgers.delete(read);
  }

  /** Registers gauges, again if the application sets another meter provider. */
  addGauges(register: (instruments: Instruments) => void): void {
    this.#registrations.push(register);
    if (this.#metrics) register(this.#metrics.instruments);
  }

  /** Starts to report gauges; other metrics begin with the first activity. */
  start(): void {
    this.#openInstruments();
  }

  /** Whether there is an SDK, so that an application without one pays nothing. */
  isActive(): boolean {
    const { tracerProvider = trace.getTracerProvider(), meterProvider } = this.#options;
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    if (!(tracerProvider instanceof ProxyTracerProvider)) return true;
    if (tracerProvider.getDelegate() !== NO_TRACES) return true;
    const provider = meterProvider ?? metrics.getMeterProvider();
    return this.#idleMeters !== provider && !this.#isIdle(provider);
  }

  #isIdle(provider: MeterProvider): boolean {
    const isIdle = provider.getMeter('nestjs-pix') === createNoopMeter();
    if (isIdle) this.#idleMeters = provider;
    return isIdle;
  }

  /** The global meter provider, unlike that of traces, does not forward to one that is set later. */
  #openInstruments(): Instruments {
    const provider = this.#options.meterProvider ?? metrics.getMeterProvider();
    if (this.#metrics?.provider !== provider) {
      const instruments = new Instruments(provider, VERSION);
      this.#metrics = { provider, instruments };
      for (const register of this.#registrations) register(instruments);
    }
    return this.#metrics.instruments;
  }

  #start(activity: PixActivity): { readonly span: Span; readonly context: Context } {
    const parent = findParent(activity);
    const { name, kind } = describeSpan(activity);
    const attributes = toAttributes(activity);
    const provider = this.#options.tracerProvider ?? trace.getTracerProvider();
    const links = this.#findLinks(activity);
    const tracer = provider.getTracer('nestjs-pix', VERSION);
    const span = tracer.startSpan(name, { kind, attributes, links }, parent);
    return { span, context: trace.setSpan(parent, span) };
  }

  async #run<T>(activity: PixActivity, span: Span, work: () => Promise<T>): Promise<T> {
    const began = systemRuntime.elapsed();
    try {
      const result = await work();
      attempt(() => this.#end(activity, span, began));
      return result;
    } catch (error) {
      attempt(() => this.#end(activity, span, began, error ?? 'undefined'));
      throw error;
    }
  }

  #end(activity: PixActivity, span: Span, began: number, error?: unknown): void {
    const seconds = (systemRuntime.elapsed() - began) / 1000;
    const errorType = findErrorType(activity, error);
    const failure = errorType !== undefined && { 'error.type': errorType };
    const attributes = { ...toAttributes(activity), ...failure };
    if (span.isRecording()) {
      span.setAttributes(attributes);
      // Without the text of the error, which may quote a payer.
      if (failure) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
    this.#rememberCharge(activity, span);
    recordMetric(this.#openInstruments(), activity, seconds, attributes);
  }

  #rememberCharge(activity: PixActivity, span: Span): void {
    if (activity.kind !== 'call' || !activity.isWrite || activity.txid === undefined) return;
    const spanContext = span.spanContext();
    if (activity.outcome === 'failure' || !trace.isSpanContextValid(spanContext)) return;
    remember(this.#charges, activity.txid, spanContext, MAX_CHARGES);
  }

  /** Links the events of a charge to the call that created it. */
  #findLinks(activity: PixActivity): Link[] {
    const txid = 'event' in activity ? activity.event.txid : undefined;
    const charge = txid === undefined ? undefined : this.#charges.get(txid);
    return charge ? [{ context: charge }] : [];
  }
}

/** Returns `undefined` if the SDK fails: an error of it must not keep a call from being made, or make it look failed. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    diag.error(toLogLine(`nestjs-pix could not report to OpenTelemetry: ${toErrorText(error)}`));
    return undefined;
  }
}

/**
 * Creates the observer for the option `telemetry` of `createPixClient`. With Nest, import
 * `PixOpenTelemetryModule` instead.
 *
 * @throws ConfigurationError if an option is unknown or invalid
 *
 * @example
 * ```ts
 * const pix = await createPixClient({ provider: 'sicoob', clientId, certificate, telemetry: openTelemetry() });
 * ```
 */
export function openTelemetry(options: PixOpenTelemetryOptions = {}): PixTelemetry {
  const telemetry = new OpenTelemetry(options);
  telemetry.start();
  return telemetry;
}

/** An account that its client references; collected with a client that nobody uses any more. */
interface WatchedAccount {
  readonly account: PixAccountLabels;
  readonly readings: WeakRef<PixAccountReadings>;
}

/** The clients of a factory have the same attributes, so their values are combined. */
function observeAccounts(watched: Set<WatchedAccount>, observe: Observe): void {
  const groups = new Map<string, [PixAccountLabels, PixAccountReadings[]]>();
  for (const each of watched) {
    const readings = each.readings.deref();
    if (!readings) {
      watched.delete(each);
      continue;
    }
    const key = JSON.stringify(each.account);
    const group: [PixAccountLabels, PixAccountReadings[]] = groups.get(key) ?? [each.account, []];
    group[1].push(readings);
    groups.set(key, group);
  }
  for (const [account, readings] of groups.values()) {
    const attributes = toAccountAttributes(account);
    const days = readings.map(({ certificateDaysLeft }) => certificateDaysLeft);
    const repeats = readings.map(({ retryBudgetLeft }) => retryBudgetLeft);
    observe('certificateDaysLeft', findLeast(days), attributes);
    observe('retryBudget', findLeast(repeats), attributes);
    const inFlight = readings.reduce((sum, each) => sum + each.inFlight, 0);
    observe('inFlight', inFlight, attributes);
  }
}

function findLeast(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b));
}

/** A ledger that cannot be read now is left out. */
async function observeLedgers(
  ledgers: ReadonlyMap<() => Promise<PixLedgerReadings>, string>,
  observe: Observe,
): Promise<void> {
  await observeEach(ledgers, async ([read, account]) => {
    const { unsettled, oldestUnsettled, tasks, differences } = await read();
    const attributes = { [pixAttributes.account]: account };
    observe('ledgerUnsettled', unsettled, attributes);
    observe('ledgerOldest', oldestUnsettled, attributes);
    observe('ledgerTasks', tasks, attributes);
    for (const [name, difference] of differences) {
      observe('ledgerDifference', difference, { [pixAttributes.account]: name });
    }
  });
}

/**
 * Queues that cannot be counted now, and cursors that were never saved, store no dead letters or cannot
 * be read now, are left out.
 */
async function observeReceivers(
  receivers: readonly ReceiverSettings[],
  workers: readonly WorkerSettings[],
  observe: Observe,
): Promise<void> {
  await Promise.all([
    observeEach(listQueues(receivers, workers), async ([queue, receiver]) => {
      const counts = await queue.count?.();
      if (!counts) return;
      const { waiting, running, delayed, deadLetters, unopened } = counts;
      const states = { waiting, running, delayed, dead_letter: deadLetters, unopened };
      for (const [state, count] of Object.entries(states)) {
        const { receiver: name, queueState } = pixAttributes;
        observe('queueEvents', count, { [name]: receiver, [queueState]: state });
      }
    }),
    observeEach(receivers, async ({ name, reconciler, hasTenants }) => {
      // Tenants have no cursor.
      if (reconciler.every === undefined || hasTenants) return;
      const saved = (await reconciler.cursor.load())?.getTime() ?? Number.NaN;
      const lag = Math.max(0, systemRuntime.now() - saved) / 1000;
      const attributes = { [pixAttributes.receiver]: name };
      observe('reconcilerLag', Number.isNaN(lag) ? undefined : lag, attributes);
    }),
    observeEach(receivers, async ({ name, reconciler }) => {
      const letters = await reconciler.cursor.deadLetters?.();
      observe('reconcilerDeadLetters', letters?.length, { [pixAttributes.receiver]: name });
    }),
  ]);
}

/** Lists each queue once, with the name of its receiver. */
function listQueues(
  receivers: readonly ReceiverSettings[],
  workers: readonly WorkerSettings[],
): ReadonlyMap<PixEventQueue, string> {
  const queues = new Map<PixEventQueue, string>();
  for (const { queue, receivers: names } of workers) {
    queues.set(queue, names?.length === 1 ? (names[0] ?? DEFAULT_RECEIVER) : DEFAULT_RECEIVER);
  }
  for (const { queue, name } of receivers) if (queue) queues.set(queue, name);
  return queues;
}

/** Ignores the failure of each, synchronous or not. */
async function observeEach<T>(all: Iterable<T>, read: (each: T) => Promise<void>): Promise<void> {
  await Promise.allSettled(Array.from(all, read));
}

/** The gauges of the receivers and workers of the application: queue, lag and dead letters of the reconciler. */
@Injectable()
export class ReceiverGauges implements OnApplicationBootstrap {
  constructor(
    @Inject(PIX_TELEMETRY) private readonly telemetry: OpenTelemetry,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    const receivers = listInstances<ReceiverSettings>(this.discovery, RECEIVER_SETTINGS);
    const workers = listInstances<WorkerSettings>(this.discovery, WORKER_SETTINGS);
    this.telemetry.addGauges((instruments) =>
      instruments.watch('receiver', (observe) => observeReceivers(receivers, workers, observe)),
    );
    this.telemetry.start();
  }
}

/**
 * Reports the accounts, receivers and workers of the application to OpenTelemetry: spans and metrics.
 * Import it once, in the root module. Without an SDK it has no effect.
 *
 * @example
 * ```ts
 * @Module({ imports: [PixOpenTelemetryModule.forRoot(), PixModule.forRoot(options)] })
 * class AppModule {}
 * ```
 */
@Module({})
export class PixOpenTelemetryModule {
  /** @throws ConfigurationError if an option is unknown or invalid */
  static forRoot(options: PixOpenTelemetryOptions = {}): DynamicModule {
    const telemetry = new OpenTelemetry(options);
    return {
      module: PixOpenTelemetryModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [{ provide: PIX_TELEMETRY, useValue: telemetry }, ReceiverGauges],
      exports: [PIX_TELEMETRY],
    };
  }
}
