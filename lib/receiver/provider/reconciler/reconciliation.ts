import type { PixDeliveryOutcome } from '../../dispatch/delivery-outcome.js';
import type { PixRecebidosSource } from '../pix-recebidos-source.js';

/** A period to be reconciled; instants as RFC 3339 text or a `Date`. */
export interface PixReconciliationPeriod {
  inicio: Date | string;
  fim: Date | string;
}

/** Whose Pix are reconciled, at a receiver whose path has `:tenant`. */
export interface PixReconciliationTenant {
  /** As handlers know it: `context.tenant`. */
  tenant: string;
  /** Where its received Pix are read: `client.recebidos` of its account. */
  recebidos: PixRecebidosSource;
}

/** What a run found. */
export interface PixReconciliation {
  readonly inicio: Date;
  readonly fim: Date;
  /** How many Pix the provider listed, those listed for their refunds included. */
  readonly listed: number;
  /**
   * What became of their events. `handled` (or `queued`) are those that had never arrived; `failed` and `running` are
   * met again by the next run.
   */
  readonly outcomes: Readonly<Record<PixDeliveryOutcome, number>>;
}

/** Counts a run, and remembers the earliest Pix that it could not settle. @internal */
export class Tally {
  listed = 0;
  readonly outcomes: Record<PixDeliveryOutcome, number> = {
    handled: 0,
    duplicate: 0,
    queued: 0,
    refused: 0,
    running: 0,
    unavailable: 0,
    failed: 0,
  };
  private unsettled = Infinity;

  /** @param horario of the Pix, when the place must wait for it */
  count(outcome: PixDeliveryOutcome, horario?: string): void {
    this.outcomes[outcome] += 1;
    if (outcome === 'handled' || outcome === 'duplicate' || outcome === 'queued') return;
    if (horario === undefined) return;
    const time = Date.parse(horario);
    this.unsettled = Math.min(this.unsettled, Number.isNaN(time) ? -Infinity : time);
  }

  /** How far everything is settled, between the two. */
  settledUntil(least: Date, most: Date): Date {
    return new Date(Math.max(least.getTime(), Math.min(most.getTime(), this.unsettled)));
  }
}
