// Reads received Pix from the bank and passes on what no notification told.

import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { isObject, toErrorText, toLogLine, ValueError } from '../../errors/index.js';
import { observe, type PixReconciliationActivity, type PixTelemetry } from '../../observe/index.js';
import { type CancelTimer, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import type { EventSink } from '../dispatch/event-sink.js';
import type { PixDeliveryOutcome } from '../dispatch/outcomes.js';
import { findIdentifiers, isText, type PixEvent, scopeEvents, scopeKey } from '../events.js';
import type { PixEventStore } from '../stores/event-store.js';
import {
  PeriodReader,
  readListedEvents,
  readPeriod,
  type ReadPeriod,
  UnreadItems,
  type RecebidosFinder,
  isSettled,
  type PixReconciliation,
  type PixReconciliationPeriod,
  type PixReconciliationTenant,
  type ReconciledAccount,
  type ReconcilerSettings,
  ReconciliationCounter,
  findReconciledAccount,
} from './reconciliation.js';

/** The receiver whose Pix are reconciled. */
interface ReconciledReceiver {
  readonly name: string;
  /** Together with the name, the key of the lock. */
  readonly path: string;
  /** Whether a segment of its path is the tenant. */
  readonly hasTenants: boolean;
  readonly reconciler: ReconcilerSettings;
  /** Holds the lock, and records the handled events, unless workers of `queue` do. */
  readonly store: PixEventStore;
  readonly queue?: unknown;
  /** Default: the runtime of the process. */
  readonly runtime?: PixRuntime;
  readonly telemetry?: PixTelemetry | undefined;
}

/** A run of the reconciler. */
interface Run {
  readonly account: ReconciledAccount;
  readonly counter: ReconciliationCounter;
}

/** How a period is listed and passed on. */
interface Feeding {
  /** Lists Pix with refunds. Of a Pix received before this instant, only the refunds are passed on. */
  readonly refundsBefore?: number;
  /** Called with each part of the period after it was listed and passed on completely. */
  readonly partDone?: (part: ReadPeriod) => void | Promise<void>;
}

/**
 * Recovers payments whose notifications were lost: lists the received Pix at the provider and
 * passes those that never arrived to the same handlers, through the same store or queue, including
 * refunds in a final status. Exported by `PixWebhookReceiverModule`.
 *
 * Each period is listed a second time `lookback` later, so that a Pix that the provider lists up to
 * `lookback` late is found. An item that cannot be read becomes a dead letter of the cursor, and each
 * run tries it again.
 *
 * Reads a long list in parts of one page each and saves its cursor after each part, so that a
 * failed run continues where it stopped. A failed read is repeated a few times first.
 *
 * Use it with a persistent store: with the in-memory store, the first run after a restart passes on
 * Pix that were handled before.
 *
 * @example
 * ```ts
 * const { outcomes } = await reconciler.run({ inicio: '2026-09-01T00:00:00Z', fim: '2026-09-02T00:00:00Z' });
 * console.log(`${outcomes.handled} Pix had been missed`);
 * ```
 */
export class PixReconciler implements OnModuleDestroy {
  readonly #logger = new Logger('PixReconciler');
  readonly #ended = new AbortController();
  readonly #receiver: ReconciledReceiver;
  readonly #sink: EventSink;
  readonly #finder: RecebidosFinder;
  readonly #runtime: PixRuntime;
  readonly #reader: PeriodReader;
  readonly #unread: UnreadItems;
  #last: Promise<unknown> = Promise.resolve();
  #cancel: CancelTimer | undefined;
  #ticked: Promise<void> = Promise.resolve();
  /** Where a failed reading of older refunds continues, by tenant. */
  readonly #refundsReadUntil = new Map<string, Date>();

  /** Created by `PixWebhookReceiverModule`. @internal */
  constructor(receiver: ReconciledReceiver, sink: EventSink, finder: RecebidosFinder) {
    [this.#receiver, this.#sink, this.#finder] = [receiver, sink, finder];
    this.#runtime = receiver.runtime ?? systemRuntime;
    this.#reader = new PeriodReader(this.#logger, this.#runtime, this.#ended.signal);
    this.#unread = new UnreadItems(receiver.reconciler.cursor, this.#logger, this.#runtime);
  }

  /**
   * Reconciles a period. Without one, reconciles from the cursor until now and moves the cursor. Runs of one reconciler
   * are sequential.
   *
   * @param tenant required, together with a period, if the receiver's path has `:tenant`: tenants have no cursor
   * @throws ValueError if `inicio` or `fim` is not an instant, `fim` is before `inicio`, or a tenant is missing or not
   * allowed
   * @throws ConfigurationError if there is no source of received Pix
   * @throws PixAPIException if the provider cannot list them, also after repeats; the next run continues from there
   */
  run(
    period?: PixReconciliationPeriod,
    tenant?: PixReconciliationTenant,
  ): Promise<PixReconciliation> {
    const { name: receiver, telemetry } = this.#receiver;
    const activity: PixReconciliationActivity = {
      kind: 'reconciliation',
      receiver,
      listed: undefined,
    };
    const reconcile = async () => {
      const result = await this.#reconcile(period, tenant);
      activity.listed = result.listed;
      return result;
    };
    const run = this.#last.then(() => observe(telemetry, activity, reconcile));
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Stops a running listing and resolves when the current event is handled. */
  async onModuleDestroy(): Promise<void> {
    this.#ended.abort();
    this.#cancel?.();
    await this.#last;
    // Releases the lock before the store shuts down, so that the next process finds it free.
    await this.#ticked;
  }

  /**
   * Runs at the interval, one run at a time among all processes of a store: the next one is planned
   * after this one has ended. @internal
   */
  start(delay = 0): void {
    const { every } = this.#receiver.reconciler;
    if (every === undefined || this.#ended.signal.aborted) return;
    const tick = () => {
      this.#ticked = this.#tick().finally(() => this.start(every));
    };
    this.#cancel = this.#runtime.after(delay, tick, { background: true });
  }

  async #tick(): Promise<void> {
    try {
      await this.#runExclusively();
    } catch (error) {
      if (!this.#ended.signal.aborted)
        this.#logger.error(toLogLine(`Could not reconcile received Pix: ${toErrorText(error)}`));
    }
  }

  /** Runs with the store's lease as lock; the lease is released and never completed. */
  async #runExclusively(): Promise<void> {
    const { name, store, path } = this.#receiver;
    const key = scopeKey({ receiver: name }, `reconciler:${path}`);
    if ((await store.begin(key)) !== 'new') {
      this.#logger.debug('Another process is reconciling');
      return;
    }
    try {
      await this.run();
    } finally {
      await store.fail(key);
    }
  }

  async #reconcile(asked?: PixReconciliationPeriod, tenant?: PixReconciliationTenant) {
    const account = findReconciledAccount(this.#receiver, this.#finder, tenant);
    if (!asked && tenant) throw new ValueError('A tenant requires a period: inicio and fim.');
    const run: Run = { account, counter: new ReconciliationCounter() };
    const period = asked ? await this.#feed(readPeriod(asked), run) : await this.#feedNew(run);
    await this.#reconcileOlderRefunds(period, run);
    await this.#unread.retry(account, (events) => this.#pass(events, run));
    return this.#report(period, run.counter);
  }

  /**
   * Reconciles from the cursor until now. The cursor never moves past a Pix that could not be settled, and never moves
   * back.
   */
  async #feedNew(run: Run): Promise<ReadPeriod> {
    const { cursor, overlap, lookback } = this.#receiver.reconciler;
    const now = this.#now();
    const saved = this.#ignoreFutureCursor(await cursor.load(), now);
    const from = saved ? saved.getTime() - overlap : now.getTime() - lookback;
    const period = { inicio: new Date(from), fim: now };
    if (saved) await this.#feedLatePix(saved, period, run);
    let least = saved ?? period.inicio;
    return this.#feed(period, run, {
      partDone: async ({ fim }) => {
        const reached = run.counter.settledUntil(least, fim);
        // The last part saves the cursor even if it is unchanged, so that the next run has one.
        if (reached <= least && fim < period.fim) return;
        least = reached;
        await cursor.save(reached);
      },
    });
  }

  /**
   * Lists again what was listed for the first time `lookback` ago. Before the cursor moves: runs that
   * fail leave no gap then.
   */
  async #feedLatePix(saved: Date, period: ReadPeriod, run: Run): Promise<void> {
    const { lookback } = this.#receiver.reconciler;
    const inicio = Math.max(saved.getTime() - lookback, this.#rememberedSince());
    const fim = Math.min(period.inicio.getTime(), period.fim.getTime() - lookback);
    if (inicio >= fim) return;
    await this.#feed({ inicio: new Date(inicio), fim: new Date(fim) }, run);
  }

  /** An older Pix may have been handled and forgotten: listed again, it would be handled twice. */
  #rememberedSince(): number {
    const { store, queue } = this.#receiver;
    return (queue === undefined ? store.remembersSince?.().getTime() : undefined) ?? -Infinity;
  }

  /** Returns whether all events are settled. */
  async #pass(events: readonly PixEvent[], { account, counter }: Run): Promise<boolean> {
    this.#ended.signal.throwIfAborted();
    let settled = true;
    for (const event of scopeEvents(this.#selectWanted(events, counter), account)) {
      const outcome = await this.#dispatch(event, account);
      counter.count(outcome);
      settled &&= isSettled(outcome);
    }
    return settled;
  }

  /** Ignores a cursor in the future: a wrong clock set it, and it does not show what was handled. */
  #ignoreFutureCursor(saved: Date | undefined, now: Date): Date | undefined {
    const { overlap } = this.#receiver.reconciler;
    if (!saved || saved.getTime() - overlap <= now.getTime()) return saved;
    this.#logger.warn(`The cursor is implausible and is ignored: ${String(saved)}`);
    return undefined;
  }

  async #feed(period: ReadPeriod, run: Run, how: Feeding = {}): Promise<ReadPeriod> {
    const { account, counter } = run;
    for await (const { part, items } of this.#parts(period, account, how)) {
      for (const pix of items) {
        for (const event of await this.#readEvents(pix, run, how)) {
          const outcome = await this.#dispatch(event, account);
          // The cursor is past older Pix already.
          counter.count(outcome, how.refundsBefore === undefined ? pix.horario : undefined);
        }
      }
      await how.partDone?.(part);
    }
    return period;
  }

  /**
   * Processes refunds of older Pix: a refund may end days after its Pix was received, and lists are ordered by the Pix.
   * A Pix that was listed before is a duplicate, as long as the store remembers it; of an older one, only its refunds are
   * passed on.
   */
  async #reconcileOlderRefunds({ inicio, fim }: ReadPeriod, run: Run): Promise<void> {
    const { lookback, refundLookback } = this.#receiver.reconciler;
    const from = new Date(fim.getTime() - refundLookback);
    const tenantKey = run.account.tenant ?? '';
    const resumed = this.#refundsReadUntil.get(tenantKey);
    const start = resumed && resumed > from && resumed < inicio ? resumed : from;
    if (start >= inicio) return;
    await this.#feed({ inicio: start, fim: inicio }, run, {
      refundsBefore: Math.max(this.#runtime.now() - lookback, this.#rememberedSince()),
      partDone: (part) => {
        this.#refundsReadUntil.set(tenantKey, part.fim);
      },
    });
    this.#refundsReadUntil.delete(tenantKey);
  }

  #dispatch(event: PixEvent, { receiver, tenant }: ReconciledAccount): Promise<PixDeliveryOutcome> {
    return this.#sink.dispatch(event, {
      receiver,
      tenant,
      receivedAt: this.#now(),
      origin: 'list',
    });
  }

  #parts(period: ReadPeriod, { recebidos }: ReconciledAccount, { refundsBefore }: Feeding) {
    const { withoutTxid } = this.#receiver.reconciler;
    return this.#reader.read(recebidos(), period, {
      ...(withoutTxid ? {} : { txIdPresente: true }),
      ...(refundsBefore === undefined ? {} : { devolucaoPresente: true }),
    });
  }

  async #readEvents(
    item: unknown,
    { account, counter }: Run,
    { refundsBefore }: Feeding,
  ): Promise<readonly PixEvent[]> {
    this.#ended.signal.throwIfAborted();
    counter.listed += 1;
    const horario = isObject(item) ? item.horario : undefined;
    const refundsOnly =
      refundsBefore !== undefined && !(Date.parse(String(horario)) >= refundsBefore);
    const events = readListedEvents(item);
    if (events) {
      const wanted = this.#selectWanted(events, counter);
      const selected = wanted.filter(({ type }) => !refundsOnly || type === 'pix.devolucao');
      return scopeEvents(selected, account);
    }
    counter.unreadable += 1;
    if (!(await this.#unread.keep(item, account, refundsOnly))) counter.hold(horario);
    return [];
  }

  /** Leaves out the events of a Pix without a txid: not every provider applies the filter. */
  #selectWanted(events: readonly PixEvent[], counter: ReconciliationCounter): readonly PixEvent[] {
    const isWanted = (event: PixEvent) => isText(findIdentifiers(event).txid);
    if (this.#receiver.reconciler.withoutTxid || events.every(isWanted)) return events;
    counter.withoutTxid += 1;
    return [];
  }

  #report(period: ReadPeriod, counter: ReconciliationCounter): PixReconciliation {
    const { listed, unreadable, withoutTxid, outcomes } = counter;
    const { inicio, fim } = period;
    const counts = Object.entries(outcomes).filter(([, count]) => count > 0);
    const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    const unread = unreadable > 0 ? `, ${unreadable} unreadable` : '';
    const skipped = withoutTxid > 0 ? `, ${withoutTxid} without a txid` : '';
    this.#logger.log(
      `${inicio.toISOString()} to ${fim.toISOString()}: ${listed} Pix listed${unread}${skipped}; ${text || 'no events'}`,
    );
    return { ...period, listed, unreadable, withoutTxid, outcomes };
  }

  #now(): Date {
    return new Date(this.#runtime.now());
  }
}
