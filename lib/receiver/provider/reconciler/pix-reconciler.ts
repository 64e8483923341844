import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Pix, PixFilter } from '../../../contract/index.js';
import { ValueError } from '../../../errors/index.js';
import { systemRuntime, type PixRuntime } from '../../../runtime/index.js';
import type { PixDeliveryOutcome } from '../../dispatch/delivery-outcome.js';
import type { EventSink } from '../../dispatch/event-sink.js';
import { scopeEvents } from '../../notifications/event-source.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { readPix } from '../../notifications/read-pix.js';
import type { RecebidosFinder } from '../recebidos-finder.js';
import { PeriodReader, type Period } from './period-reader.js';
import { resolveAccount, type ReconciledAccount } from './reconciled-account.js';
import type { ReconcilerSettings } from './reconciler.options.js';
import {
  Tally,
  type PixReconciliation,
  type PixReconciliationPeriod,
  type PixReconciliationTenant,
} from './reconciliation.js';

/** The receiver whose Pix are reconciled. */
export interface ReconciledReceiver {
  readonly name: string;
  /** Whether a segment of its path names a tenant. */
  readonly hasTenants: boolean;
  readonly reconciler: ReconcilerSettings;
  /** Default: that of the process. */
  readonly runtime?: PixRuntime;
}

/** Called with each part of a period that was listed and handed over completely. */
type PartDone = (part: Period) => void | Promise<void>;

/**
 * Recovers what no webhook brought: lists the Pix that the provider received and gives those that never arrived to the
 * same handlers, by the same store or queue, refunds in a final state included. `PixWebhookReceiverModule` exports it.
 *
 * It reads a long list in parts of one page each, and keeps its cursor after each part, so that a run which fails goes on
 * where it stopped. A read that fails is repeated a few times first.
 *
 * Use it with a store that outlives the process: with the in-memory one, the first run after a restart hands over again
 * what was handled before.
 *
 * @example
 * ```ts
 * const { outcomes } = await reconciler.run({ inicio: '2026-09-01T00:00:00Z', fim: '2026-09-02T00:00:00Z' });
 * console.log(`${outcomes.handled} Pix had been missed`);
 * ```
 */
export class PixReconciler implements OnModuleDestroy {
  private readonly logger = new Logger('PixReconciler');
  private readonly ended = new AbortController();
  private readonly runtime: PixRuntime;
  private readonly reader: PeriodReader;
  private last: Promise<unknown> = Promise.resolve();
  /** Where a reading of older refunds that failed goes on, by tenant. */
  private readonly refundsReadUntil = new Map<string, Date>();

  /** @internal made by `PixWebhookReceiverModule` */
  constructor(
    private readonly receiver: ReconciledReceiver,
    private readonly sink: EventSink,
    private readonly finder: RecebidosFinder,
  ) {
    this.runtime = receiver.runtime ?? systemRuntime;
    this.reader = new PeriodReader(this.logger, this.runtime, this.ended.signal);
  }

  /** What `JSON.stringify` shows: nothing, since its parts hold the application's options and modules. */
  toJSON(): object {
    return {};
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return 'PixReconciler {}';
  }

  /**
   * Reconciles a period; without one, from the cursor to now, and moves the cursor. A run waits for the one before it.
   *
   * @param tenant needed at a receiver whose path has `:tenant`, with a period: the cursor has no tenants
   * @throws ValueError when `inicio` or `fim` is no instant, `fim` comes before `inicio`, or a tenant is missing or has no
   * place
   * @throws ConfigurationError when there is nowhere to read received Pix
   * @throws PixAPIException when the provider cannot list them, also after repeats; the next run goes on from there
   */
  run(
    period?: PixReconciliationPeriod,
    tenant?: PixReconciliationTenant,
  ): Promise<PixReconciliation> {
    const run = this.last.then(() => this.reconcile(period, tenant));
    this.last = run.catch(() => undefined);
    return run;
  }

  /** A run that is under way stops listing, and ends when the current event is handled. */
  async onModuleDestroy(): Promise<void> {
    this.ended.abort();
    await this.last;
  }

  private async reconcile(
    asked?: PixReconciliationPeriod,
    tenant?: PixReconciliationTenant,
  ): Promise<PixReconciliation> {
    const account = resolveAccount(this.receiver, this.finder, tenant);
    if (!asked && tenant) throw new ValueError('A tenant needs a period: inicio and fim.');
    return asked ? this.feedPeriod(readPeriod(asked), account) : this.proceed(account);
  }

  private async feedPeriod(period: Period, account: ReconciledAccount): Promise<PixReconciliation> {
    const tally = new Tally();
    await this.feed(period, account, tally);
    await this.feedRefundsBefore(period, account, tally);
    return this.report(period, tally);
  }

  /** From the cursor to now. What could not be settled keeps the cursor from moving past it, and never moves it back. */
  private async proceed(account: ReconciledAccount): Promise<PixReconciliation> {
    const { cursor, overlap, lookback } = this.receiver.reconciler;
    const now = this.now();
    const place = this.credible(await cursor.load(), now);
    const from = place ? place.getTime() - overlap : now.getTime() - lookback;
    const period = { inicio: new Date(from), fim: now };
    const tally = new Tally();
    let least = place ?? period.inicio;
    await this.feed(period, account, tally, async ({ fim }) => {
      const reached = tally.settledUntil(least, fim);
      // The last part moves the cursor even if it moves nowhere, so that the next run has one.
      if (reached <= least && fim < period.fim) return;
      least = reached;
      await cursor.save(reached);
    });
    await this.feedRefundsBefore(period, account, tally);
    return this.report(period, tally);
  }

  /** A cursor that a wrong clock set says nothing of what came before it, and counts as lost. */
  private credible(place: Date | undefined, now: Date): Date | undefined {
    const { overlap } = this.receiver.reconciler;
    if (!place || place.getTime() - overlap <= now.getTime()) return place;
    this.logger.warn(`The cursor cannot be right and is taken for lost: ${String(place)}`);
    return undefined;
  }

  private async feed(
    period: Period,
    account: ReconciledAccount,
    tally: Tally,
    partDone?: PartDone,
  ): Promise<void> {
    for await (const { part, items } of this.parts(period, account)) {
      for (const pix of items) {
        for (const event of this.eventsOf(pix, account, tally)) {
          tally.count(await this.dispatch(event, account), pix.horario);
        }
      }
      await partDone?.(part);
    }
  }

  /** A refund ends days after its Pix came, and a list goes by when that was. */
  private async feedRefundsBefore(
    { inicio, fim }: Period,
    account: ReconciledAccount,
    tally: Tally,
  ): Promise<void> {
    const from = new Date(fim.getTime() - this.receiver.reconciler.refundLookback);
    const place = account.tenant ?? '';
    const resumed = this.refundsReadUntil.get(place);
    const start = resumed && resumed > from && resumed < inicio ? resumed : from;
    if (start >= inicio) return;
    const older = { inicio: start, fim: inicio };
    const refunded = { devolucaoPresente: true };
    for await (const { part, items } of this.parts(older, account, refunded)) {
      for (const pix of items) {
        for (const event of this.eventsOf(pix, account, tally)) {
          // The Pix itself is of a period that was reconciled before, and its refunds are listed by every run.
          if (event.type !== 'pix.devolucao') continue;
          tally.count(await this.dispatch(event, account));
        }
      }
      this.refundsReadUntil.set(place, part.fim);
    }
    this.refundsReadUntil.delete(place);
  }

  private dispatch(
    event: PixEvent,
    { receiver, tenant }: ReconciledAccount,
  ): Promise<PixDeliveryOutcome> {
    return this.sink.dispatch(event, { receiver, tenant, receivedAt: this.now(), origin: 'list' });
  }

  private parts(period: Period, { recebidos }: ReconciledAccount, filter: Partial<PixFilter> = {}) {
    const { withoutTxid } = this.receiver.reconciler;
    return this.reader.read(recebidos(), period, {
      ...(withoutTxid ? {} : { txIdPresente: true }),
      ...filter,
    });
  }

  private eventsOf(pix: Pix, account: ReconciledAccount, tally: Tally): readonly PixEvent[] {
    this.ended.signal.throwIfAborted();
    tally.listed += 1;
    const events = readPix(pix);
    if (!events)
      this.logger.warn('The provider listed something that is no Pix; it is passed over');
    // Not every provider heeds the filter.
    const isWanted = this.receiver.reconciler.withoutTxid || (pix.txid ?? '') !== '';
    return events && isWanted ? scopeEvents(events, account) : [];
  }

  private report(period: Period, { listed, outcomes }: Tally): PixReconciliation {
    const { inicio, fim } = period;
    const counts = Object.entries(outcomes).filter(([, count]) => count > 0);
    const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    this.logger.log(
      `${inicio.toISOString()} to ${fim.toISOString()}: ${listed} Pix listed; ${text || 'no events'}`,
    );
    return { ...period, listed, outcomes };
  }

  private now(): Date {
    return new Date(this.runtime.now());
  }
}

function readPeriod(period: PixReconciliationPeriod): Period {
  const inicio = new Date(period.inicio);
  const fim = new Date(period.fim);
  if (!(inicio.getTime() <= fim.getTime())) {
    throw new ValueError('inicio and fim must be instants, and fim not before inicio.');
  }
  return { inicio, fim };
}
