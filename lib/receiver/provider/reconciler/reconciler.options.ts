import {
  flag,
  numeric,
  objectOf,
  withMethods,
  type OptionChecker,
} from '../../../options/index.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../../runtime/index.js';
import { REFUND_DAYS } from '../../../values/index.js';
import { InMemoryReconcilerCursor, type PixReconcilerCursor } from './pix-reconciler-cursor.js';

export interface PixReconcilerOptions {
  /**
   * The wait between two runs, in seconds; the first run starts with the application. Of several
   * processes that share the receiver's `store`, one runs at a time. Default: runs only when
   * called.
   */
  every?: number | undefined;
  /** Stores the cursor and the dead letters between runs. Default: a new `InMemoryReconcilerCursor`. */
  cursor?: PixReconcilerCursor | undefined;
  /**
   * How far before its cursor a run begins, in seconds: for Pix that the provider lists late.
   * Default: 1 hour.
   */
  overlap?: number | undefined;
  /**
   * How far before now a run without a cursor, such as the first, begins, in seconds. Each period is
   * listed again this much later, as far as the store remembers it, for Pix that the provider lists
   * later than `overlap`; not if `lookback` is at most `overlap`. Default: 1 day.
   */
  lookback?: number | undefined;
  /**
   * The largest age of a Pix whose refunds are read, in seconds; 0 reads only the refunds in the
   * period itself. Default: 90 days, the time within which a Pix can be refunded.
   */
  refundLookback?: number | undefined;
  /**
   * Also passes on Pix that were paid to a key without a txid; providers do not notify them.
   * Default: false.
   */
  withoutTxid?: boolean | undefined;
}

/** The checked and complete options. Times are in milliseconds. */
export interface ReconcilerSettings {
  readonly every: number | undefined;
  readonly cursor: PixReconcilerCursor;
  readonly overlap: number;
  readonly lookback: number;
  readonly refundLookback: number;
  readonly withoutTxid: boolean;
}

/** The rule of the option `reconciler`. */
export const reconcilerRule = objectOf<PixReconcilerOptions>({
  every: numeric,
  cursor: withMethods(
    'a cursor with the methods load and save',
    ['load', 'save'],
    ['addDeadLetter', 'deadLetters', 'discard'],
  ),
  overlap: numeric,
  lookback: numeric,
  refundLookback: numeric,
  withoutTxid: flag,
});

export function resolveReconciler(
  options: PixReconcilerOptions = {},
  checker: OptionChecker,
): ReconcilerSettings {
  const {
    every,
    overlap = HOUR_SECONDS,
    lookback = DAY_SECONDS,
    refundLookback = REFUND_DAYS * DAY_SECONDS,
  } = options;
  for (const [name, seconds] of Object.entries({ overlap, lookback, refundLookback })) {
    checker.seconds(`reconciler.${name}`, seconds);
  }
  // Timers of Node.js are limited to 2^31 - 1 ms, 24.8 days.
  checker.require(
    every === undefined || (every >= 1 && every <= 24 * DAY_SECONDS),
    'reconciler.every must be from 1 second to 24 days',
  );
  return {
    every: every === undefined ? undefined : every * 1000,
    cursor: options.cursor ?? new InMemoryReconcilerCursor(),
    overlap: overlap * 1000,
    lookback: lookback * 1000,
    refundLookback: refundLookback * 1000,
    withoutTxid: options.withoutTxid ?? false,
  };
}
