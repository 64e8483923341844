import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Pix, PixFilter } from '../../contract/index.js';
import { ValueError } from '../../errors/index.js';
import { EVENT_SINK } from '../delivery/event-sink.js';
import type { EventSink } from '../delivery/event-sink.js';
import type { PixEvent } from '../events/pix-event.js';
import { readPix } from '../events/read-pix.js';
import { RecebidosLocator } from '../recebidos/recebidos.locator.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { Tally } from './reconciliation.js';
import type { PixReconciliation, PixReconciliationPeriod } from './reconciliation.js';

interface Period {
  readonly inicio: Date;
  readonly fim: Date;
}

/**
 * Misses nothing: lists the Pix that the provider received and gives those that never arrived by webhook to the same
 * handlers, by the same store or queue, refunds in a final state included. `PixWebhookReceiverModule` offers it.
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
  private last: Promise<unknown> = Promise.resolve();

  /** @internal made by `PixWebhookReceiverModule` */
  constructor(
    @Inject(RECEIVER_SETTINGS) private readonly settings: Pick<ReceiverSettings, 'reconciler'>,
    @Inject(EVENT_SINK) private readonly sink: EventSink,
    private readonly locator: RecebidosLocator,
  ) {}

  /**
   * Reconciles a period; without one, from the place that was reached to now, and moves the place. A run waits for the
   * one before it.
   *
   * @throws ValueError on a period that is none
   * @throws ConfigurationError when there is nowhere to read received Pix
   * @throws PixAPIException when the provider cannot list them; the place stays
   */
  run(period?: PixReconciliationPeriod): Promise<PixReconciliation> {
    const run = this.last.then(() => this.reconcile(period));
    this.last = run.catch(() => undefined);
    return run;
  }

  /** A run that is under way gives up its listing, and ends when the event at hand is handled. */
  async onModuleDestroy(): Promise<void> {
    this.ended.abort();
    await this.last;
  }

  private async reconcile(asked?: PixReconciliationPeriod): Promise<PixReconciliation> {
    if (!asked) return this.proceed();
    return this.feed(readPeriod(asked), new Tally());
  }

  /** From the place to now. What could not be settled keeps the place from moving past it, and never moves it back. */
  private async proceed(): Promise<PixReconciliation> {
    const { cursor, overlap, lookback } = this.settings.reconciler;
    const now = new Date();
    const place = this.credible(await cursor.load(), now);
    const from = place ? place.getTime() - overlap : now.getTime() - lookback;
    const period = { inicio: new Date(from), fim: now };
    const tally = new Tally();
    const result = await this.feed(period, tally);
    await cursor.save(tally.settledUntil(place ?? period.inicio, now));
    return result;
  }

  /** A place that a wrong clock set says nothing of what came before it, and counts as lost. */
  private credible(place: Date | undefined, now: Date): Date | undefined {
    const { overlap } = this.settings.reconciler;
    if (!place || place.getTime() - overlap <= now.getTime()) return place;
    this.logger.warn(`The place cannot be right and is taken for lost: ${String(place)}`);
    return undefined;
  }

  private async feed(period: Period, tally: Tally): Promise<PixReconciliation> {
    for await (const pix of this.list(period)) {
      for (const event of this.eventsOf(pix, tally)) {
        tally.count(await this.sink.dispatch(event, new Date()), pix.horario);
      }
    }
    await this.feedRefundsBefore(period, tally);
    const { listed, outcomes } = tally;
    this.report(period, tally);
    return { ...period, listed, outcomes };
  }

  /** A refund ends days after its Pix came, and a list goes by when that was. */
  private async feedRefundsBefore({ inicio, fim }: Period, tally: Tally): Promise<void> {
    const from = new Date(fim.getTime() - this.settings.reconciler.refundLookback);
    if (from >= inicio) return;
    for await (const pix of this.list({ inicio: from, fim: inicio }, { devolucaoPresente: true })) {
      for (const event of this.eventsOf(pix, tally)) {
        // The Pix itself is of a period that was reconciled before, and its refunds are listed by every run.
        if (event.type === 'pix.devolucao') {
          tally.count(await this.sink.dispatch(event, new Date()));
        }
      }
    }
  }

  private list(period: Period, filter: Partial<PixFilter> = {}) {
    const source = this.locator.locate('PixReconciler');
    const { withoutTxid } = this.settings.reconciler;
    return source.iterate(
      { ...period, ...(withoutTxid ? {} : { txIdPresente: true }), ...filter },
      { signal: this.ended.signal, splitPeriods: true },
    );
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

  private report({ inicio, fim }: Period, { listed, outcomes }: Tally): void {
    const counts = Object.entries(outcomes).filter(([, count]) => count > 0);
    const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    this.logger.log(
      `${inicio.toISOString()} to ${fim.toISOString()}: ${listed} Pix listed; ${text || 'no events'}`,
    );
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
