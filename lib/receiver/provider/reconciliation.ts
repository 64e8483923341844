import type { Pix, PixFilter } from '../../contract/index.js';
import { ValueError } from '../../errors/index.js';
import { withMethods, flag, must, objectOf, seconds } from '../../options/index.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../runtime/index.js';
import { REFUND_DAYS } from '../../values/index.js';
import type { PixDeliveryOutcome } from '../dispatch/outcomes.js';
import { type EventSource, isName } from '../events.js';

/** A source of received Pix at the provider. `PixRecebidosService` implements it. */
export interface PixRecebidosSource {
  /**
   * Reads a received Pix with its refunds.
   *
   * @throws PixRecursoNaoEncontradoException if there is none
   */
  get(e2eid: string): Promise<Pix>;
  /**
   * Iterates over all Pix received in a period.
   *
   * @throws PixRespostaInvalidaError after the last item, if the provider states that there are more
   */
  iterate(filter: PixFilter, options?: PixRecebidosIterateOptions): AsyncIterable<Pix>;
}

/** The progress of a listing. */
export interface PixRecebidosProgress {
  /** The number of pages, if the provider reports it. */
  quantidadeDePaginas: number | undefined;
}

export interface PixRecebidosIterateOptions {
  /** Ends the listing. */
  signal?: AbortSignal;
  /** Splits the period if it exceeds the provider's limit, or if the provider refuses it. */
  splitPeriods?: boolean;
  /** Called after each page is read and before its items are returned. */
  onPage?: (progress: PixRecebidosProgress) => void;
}

/**
 * Injection token under which the application's `PixModule` provides its {@link
 * PixRecebidosSource}. A registered symbol, so that a second copy of the library in the application
 * finds it.
 */
const PIX_RECEBIDOS = Symbol.for('nestjs-pix.recebidos');

/**
 * Returns the injection token for the `PixModule` with a name; `Symbol.for('nestjs-pix.recebidos')`
 * without a name.
 */
export function getPixRecebidosToken(name?: string): symbol {
  return name === undefined ? PIX_RECEBIDOS : Symbol.for(`nestjs-pix.recebidos:${name}`);
}

/** Finds the source of a receiver's Pix. */
export interface RecebidosFinder {
  /**
   * @param neededBy the option or class that requires it, for the message
   * @throws ConfigurationError if there is none
   */
  locate(neededBy: string): PixRecebidosSource;
}

/** The rule of an option that is a source of received Pix. */
export const recebidosRule = withMethods(
  'a source of received Pix with the methods get and iterate, such as client.recebidos',
  ['get', 'iterate'],
);

/**
 * An item of the provider's list that the reconciler could not read as a Pix. It may be a payment
 * that no handler knows.
 */
export interface PixReconcilerDeadLetter {
  /** Identifies the item by a digest of its content. Contains no personal data. */
  readonly key: string;
  /** The item as the provider listed it. Contains the payer's data. */
  readonly item: unknown;
  /** When it was first listed, RFC 3339. */
  readonly since: string;
  /**
   * Whether only its refunds are missing: it was listed because of them, and the Pix itself is in a
   * period that was reconciled before.
   */
  readonly refundsOnly: boolean;
  /** The tenant; absent if the receiver's path has no `:tenant`. */
  readonly tenant?: string;
}

/**
 * Stores the cursor of `PixReconciler`: the instant before which every received Pix has been
 * handled, or is a dead letter. If the cursor is lost, the next listing is longer; no Pix is lost.
 *
 * The three methods of dead letters belong together. Without them, the cursor does not move past an
 * item that cannot be read.
 */
export interface PixReconcilerCursor {
  /** Returns `undefined` before the first run. */
  load(): Date | undefined | Promise<Date | undefined>;
  save(instant: Date): void | Promise<void>;
  /**
   * Stores a dead letter, unless one with its key is stored or was discarded.
   *
   * @returns whether it was stored now
   */
  addDeadLetter?(letter: PixReconcilerDeadLetter): boolean | Promise<boolean>;
  /** Returns all dead letters. */
  deadLetters?(): readonly PixReconcilerDeadLetter[] | Promise<readonly PixReconcilerDeadLetter[]>;
  /**
   * Deletes the content of a dead letter after it was handled. Remembers its key, because the
   * provider lists the item again.
   *
   * @returns false if there is no such dead letter
   */
  discard?(key: string): boolean | Promise<boolean>;
}

/** The default cursor: keeps the instant and the dead letters until the process ends. */
export class InMemoryReconcilerCursor implements PixReconcilerCursor {
  #instant: Date | undefined;
  /** Without content if it was discarded. */
  readonly #letters = new Map<string, PixReconcilerDeadLetter | undefined>();

  load(): Date | undefined {
    return this.#instant;
  }

  save(instant: Date): void {
    this.#instant = instant;
  }

  addDeadLetter(letter: PixReconcilerDeadLetter): boolean {
    if (this.#letters.has(letter.key)) return false;
    this.#letters.set(letter.key, letter);
    return true;
  }

  deadLetters(): readonly PixReconcilerDeadLetter[] {
    return [...this.#letters.values()].filter((letter) => letter !== undefined);
  }

  discard(key: string): boolean {
    if (!this.#letters.get(key)) return false;
    this.#letters.set(key, undefined);
    return true;
  }
}

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
   * listed again this much later, as far as the store remembers it: a Pix that the provider lists
   * later than this after its `horario` is not found. Not if `lookback` is at most `overlap`.
   * Default: 1 day.
   */
  lookback?: number | undefined;
  /**
   * The largest age of a Pix whose refunds are read, in seconds; 0 reads only the refunds in the
   * period itself. Default: 90 days, the time within which a Pix can be refunded.
   */
  refundLookback?: number | undefined;
  /**
   * Also passes on Pix that were paid to a key without a txid; providers do not notify them.
   * Without it, those that the provider lists nevertheless are only counted. Default: false.
   */
  withoutTxid?: boolean | undefined;
}

/** The rule of the option `reconciler`. */
export const reconcilerRule = objectOf<PixReconcilerOptions>({
  // Timers of Node.js are limited to 2^31 - 1 ms, 24.8 days.
  every: must(
    'from 1 second to 24 days',
    (value) => typeof value === 'number' && value >= 1 && value <= 24 * DAY_SECONDS,
    (value) => typeof value === 'number',
  ),
  cursor: withMethods(
    'a cursor with the methods load and save',
    ['load', 'save'],
    ['addDeadLetter', 'deadLetters', 'discard'],
  ),
  overlap: seconds(),
  lookback: seconds(),
  refundLookback: seconds(),
  withoutTxid: flag,
});

/** The checked and complete options. Times are in milliseconds. */
export type ReconcilerSettings = ReturnType<typeof resolveReconciler>;

export function resolveReconciler({
  every,
  cursor = new InMemoryReconcilerCursor(),
  overlap = HOUR_SECONDS,
  lookback = DAY_SECONDS,
  refundLookback = REFUND_DAYS * DAY_SECONDS,
  withoutTxid = false,
}: PixReconcilerOptions = {}) {
  return {
    every: every === undefined ? undefined : every * 1000,
    cursor,
    overlap: overlap * 1000,
    lookback: lookback * 1000,
    refundLookback: refundLookback * 1000,
    withoutTxid,
  };
}

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
   * The number of listed Pix that have no txid and were therefore not passed on: not every provider
   * lists only those with one. 0 with the option `withoutTxid`.
   */
  readonly withoutTxid: number;
  /**
   * The number of events by outcome. `handled` (or `queued`) are events that had never arrived; the
   * next run repeats `failed` and `running` ones.
   */
  readonly outcomes: Readonly<Record<PixDeliveryOutcome, number>>;
}

/** Whether an event needs no further run. */
export function isSettled(outcome: PixDeliveryOutcome): boolean {
  return outcome === 'handled' || outcome === 'duplicate' || outcome === 'queued';
}

/** Counts the outcomes of a run and the earliest Pix that could not be settled. */
export class ReconciliationCounter {
  listed = 0;
  unreadable = 0;
  withoutTxid = 0;
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

/** The account whose received Pix are read, and their source. */
export interface ReconciledAccount extends EventSource {
  /** @throws ConfigurationError if there is no source of received Pix */
  readonly recebidos: () => PixRecebidosSource;
}

/**
 * Finds the account that a run of the reconciler reads.
 *
 * @throws ValueError if the receiver's path has `:tenant` and `tenant` is missing or incomplete, or
 * if it has none and `tenant` is given
 */
export function findReconciledAccount(
  { name: receiver, hasTenants }: { readonly name: string; readonly hasTenants: boolean },
  finder: RecebidosFinder,
  tenant: PixReconciliationTenant | undefined,
): ReconciledAccount {
  if (!tenant && !hasTenants) {
    return { receiver, recebidos: () => finder.locate('PixReconciler') };
  }
  if (!tenant || !hasTenants || !isName(tenant.tenant) || !(tenant.recebidos as unknown)) {
    throw new ValueError(
      hasTenants
        ? `The path of the receiver ${receiver} has :tenant, so run() needs { tenant, recebidos } of one.`
        : `The path of the receiver ${receiver} has no :tenant, so run() takes no tenant.`,
    );
  }
  return { receiver, tenant: tenant.tenant, recebidos: () => tenant.recebidos };
}
