import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Pix, PixFilter } from '../../contract/index.js';
import { ValueError } from '../../errors/index.js';
import { systemRuntime } from '../../runtime/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { EVENT_SINK } from '../delivery/event-sink.js';
import type { EventSink } from '../delivery/event-sink.js';
import type { PixEvent } from '../events/pix-event.js';
import { readPix } from '../events/read-pix.js';
import { RecebidosLocator } from '../recebidos/recebidos.locator.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { PeriodReader } from './period-reader.js';
import type { Period } from './period-reader.js';
import { Tally } from './reconciliation.js';
import type { PixReconciliation, PixReconciliationPeriod } from './reconciliation.js';

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
@Injectable()
export class PixReconciler implements OnModuleDestroy {
  private readonly logger = new Logger('PixReconciler');
  private readonly ended = new AbortController();
  private readonly runtime: PixRuntime;
  private readonly reader: PeriodReader;
  private last: Promise<unknown> = Promise.resolve();
  /** Where a reading of older refunds that failed goes on. */
  private refundsReadUntil: Date | undefined;

  /** @internal made by `PixWebhookReceiverModule` */
  constructor(
    @Inject(RECEIVER_SETTINGS)
    private readonly settings: Pick<ReceiverSettings, 'reconciler'> & {
      readonly runtime?: PixRuntime;
    },
    @Inject(EVENT_SINK) private readonly sink: EventSink,
    @Inject(RecebidosLocator) private readonly locator: Pick<RecebidosLocator, 'locate'>,
  ) {
    this.runtime = settings.runtime ?? systemRuntime;
    this.reader = new PeriodReader(this.logger, this.runtime, this.ended.signal);
  }

  /**
   * Reconciles a period; without one, from the cursor to now, and moves the cursor. A run waits for the one before it.
   *
   * @throws ValueError when `inicio` or `fim` is no instant, or `fim` comes before `inicio`
   * @throws ConfigurationError when there is nowhere to read received Pix
   * @throws PixAPIException when the provider cannot list them, also after repeats; the next run goes on from there
   */
  run(period?: PixReconciliationPeriod): Promise<PixReconciliation> {
    const run = this.last.then(() => this.reconcile(period));
    this.last = run.catch(() => undefined);
    return run;
  }

  /** A run that is under way stops listing, and ends when the current event is handled. */
  async onModuleDestroy(): Promise<void> {
    this.ended.abort();
    await this.last;
  }

  private async reconcile(asked?: PixReconciliationPeriod): Promise<PixReconciliation> {
    return asked ? this.feedPeriod(readPeriod(asked)) : this.proceed();
  }

  private async feedPeriod(period: Period): Promise<PixReconciliation> {
    const tally = new Tally();
    await this.feed(period, tally);
    await this.feedRefundsBefore(period, tally);
    return this.report(period, tally);
  }

  /** From the cursor to now. What could not be settled keeps the cursor from moving past it, and never moves it back. */
  private async proceed(): Promise<PixReconciliation> {
    const { cursor, overlap, lookback } = this.settings.reconciler;
    const now = this.now();
    const place = this.credible(await cursor.load(), now);
    const from = place ? place.getTime() - overlap : now.getTime() - lookback;
    const period = { inicio: new Date(from), fim: now };
    const tally = new Tally();
    let least = place ?? period.inicio;
    await this.feed(period, tally, async ({ fim }) => {
      const reached = tally.settledUntil(least, fim);
      // The last part moves the cursor even if it moves nowhere, so that the next run has one.
      if (reached <= least && fim < period.fim) return;
      least = reached;
      await cursor.save(reached);
    });
    await this.feedRefundsBefore(period, tally);
    return this.report(period, tally);
  }

  /** A cursor that a wrong clock set says nothing of what came before it, and counts as lost. */
  private credible(place: Date | undefined, now: Date): Date | undefined {
    const { overlap } = this.settings.reconciler;
    if (!place || place.getTime() - overlap <= now.getTime()) return place;
    this.logger.warn(`The cursor cannot be right and is taken for lost: ${String(place)}`);
    return undefined;
  }

  private async feed(period: Period, tally: Tally, partDone?: PartDone): Promise<void> {
    for await (const { part, items } of this.parts(period)) {
      for (const pix of items) {
        for (const event of this.eventsOf(pix, tally)) {
          tally.count(await this.sink.dispatch(event, this.now(), 'list'), pix.horario);
        }
      }
      await partDone?.(part);
    }
  }

  /** A refund ends days after its Pix came, and a list goes by when that was. */
  private async feedRefundsBefore({ inicio, fim }: Period, tally: Tally): Promise<void> {
    const from = new Date(fim.getTime() - this.settings.reconciler.refundLookback);
    const resumed = this.refundsReadUntil;
    const start = resumed && resumed > from && resumed < inicio ? resumed : from;
    if (start >= inicio) return;
    const refunded = { devolucaoPresente: true };
    for await (const { part, items } of this.parts({ inicio: start, fim: inicio }, refunded)) {
      for (const pix of items) {
        for (const event of this.eventsOf(pix, tally)) {
          // The Pix itself is of a period that was reconciled before, and its refunds are listed by every run.
          if (event.type !== 'pix.devolucao') continue;
          tally.count(await this.sink.dispatch(event, this.now(), 'list'));
        }
      }
      this.refundsReadUntil = part.fim;
    }
    this.refundsReadUntil = undefined;
  }

  private parts(period: Period, filter: Partial<PixFilter> = {}) {
    const source = this.locator.locate('PixReconciler');
    const { withoutTxid } = this.settings.reconciler;
    return this.reader.read(source, period, {
      ...(withoutTxid ? {} : { txIdPresente: true }),
      ...filter,
    });
  }

  private eventsOf(pix: Pix, tally: Tally): readonly PixEvent[] {
    this.ended.signal.throwIfAborted();
    tally.listed += 1;
    const events = readPix(pix);
    if (!events)
      this.logger.warn('The provider listed something that is no Pix; it is passed over');
    // Not every provider heeds the filter.
    const isWanted = this.settings.reconciler.withoutTxid || (pix.txid ?? '') !== '';
    return events && isWanted ? events : [];
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
