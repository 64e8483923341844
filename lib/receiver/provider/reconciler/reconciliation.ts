import {
  observe,
  type PixReconciliationActivity,
  type PixTelemetry,
} from '../../../telemetry/index.js';
import type { PixDeliveryOutcome } from '../../dispatch/delivery-outcome.js';
import type { PixRecebidosSource } from '../pix-recebidos-source.js';

/** The period to reconcile. Instants are RFC 3339 text or a `Date`. */
export interface PixReconciliationPeriod {
  inicio: Date | string;
  fim: Date | string;
}

/** The tenant to reconcile, at a receiver whose path has `:tenant`. */
export interface PixReconciliationTenant {
  /** The name of the tenant as in `context.tenant`. */
  tenant: string;
  /** The source of its received Pix: `client.recebidos` of its account. */
  recebidos: PixRecebidosSource;
}

/** The result of a run. */
export interface PixReconciliation {
  readonly inicio: Date;
  readonly fim: Date;
  /** The number of Pix that the provider listed, including those listed for their refunds. */
  readonly listed: number;
  /**
   * The number of listed items that could not be read as a Pix. They are dead letters of the cursor,
   * unless they were discarded.
   */
  readonly unreadable: number;
  /**
   * The number of events by outcome. `handled` (or `queued`) are events that had never arrived; the
   * next run repeats `failed` and `running` ones.
   */
  readonly outcomes: Readonly<Record<PixDeliveryOutcome, number>>;
}

/** Reports a run to the observer of the application. @internal */
export function observeReconciliation(
  {
    name: receiver,
    telemetry,
  }: { readonly name: string; readonly telemetry?: PixTelemetry | undefined },
  run: () => Promise<PixReconciliation>,
): Promise<PixReconciliation> {
  const activity: PixReconciliationActivity = {
    kind: 'reconciliation',
    receiver,
    listed: undefined,
  };
  return observe(telemetry, activity, async () => {
    const result = await run();
    activity.listed = result.listed;
    return result;
  });
}

/** Whether an event needs no further run. @internal */
export function isSettled(outcome: PixDeliveryOutcome): boolean {
  return outcome === 'handled' || outcome === 'duplicate' || outcome === 'queued';
}

/** Counts the outcomes of a run and the earliest Pix that could not be settled. @internal */
export class ReconciliationCounter {
  listed = 0;
  unreadable = 0;
  readonly outcomes: Record<PixDeliveryOutcome, number> = {
    handled: 0,
    duplicate: 0,
    queued: 0,
    refused: 0,
    running: 0,
    unavailable: 0,
    failed: 0,
  };
  #unsettled = Infinity;

  /** @param horario of the Pix, if the cursor must not move past it */
  count(outcome: PixDeliveryOutcome, horario?: string): void {
    this.outcomes[outcome] += 1;
    if (!isSettled(outcome) && horario !== undefined) this.hold(horario);
  }

  /**
   * Keeps the cursor from moving past a Pix.
   *
   * @param horario of the Pix; without a valid one, the cursor does not move
   */
  hold(horario: unknown): void {
    const time = typeof horario === 'string' ? Date.parse(horario) : Number.NaN;
    this.#unsettled = Math.min(this.#unsettled, Number.isNaN(time) ? -Infinity : time);
  }

  /** Returns the instant, between the two, until which everything is settled. */
  settledUntil(least: Date, most: Date): Date {
    return new Date(Math.max(least.getTime(), Math.min(most.getTime(), this.#unsettled)));
  }
}
