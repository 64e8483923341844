// What a run of the reconciler reads, remembers and leaves behind.

import type { Logger } from '@nestjs/common';
import type { Pix, PixFilter } from '../../contract/index.js';
import {
  ValueError,
  isGeneralPixError,
  isObject,
  isPixAcessoNegadoException,
  isPixErroValidacaoException,
  isPixNaoAutorizadoException,
  isPixRecursoNaoEncontradoException,
  toErrorText,
  toLogLine,
} from '../../errors/index.js';
import { flag, must, seconds, withMethods, defineOptions } from '../../options/index.js';
import { DAY_SECONDS, HOUR_SECONDS, type PixRuntime, sleep } from '../../runtime/index.js';
import { REFUND_DAYS, END_TO_END_ID } from '../../values/index.js';
import { type PixDeliveryOutcome, severity } from '../dispatch/outcomes.js';
import {
  type EventSource,
  isName,
  canonicalDigest,
  isText,
  type PixEvent,
  readEvents,
} from '../events.js';

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
  /**
   * The item as the provider listed it. Contains the payer's data. Absent if it cannot be opened
   * with the keys of the cursor.
   */
  readonly item?: unknown;
  /** When it was first listed, RFC 3339; in 1970 if the stored text does not tell. */
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
   * Stores a dead letter, unless one with its key is stored, and can be opened, or was discarded.
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

const table = defineOptions<PixReconcilerOptions>()({
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
  overlap: { rule: seconds(), default: HOUR_SECONDS },
  lookback: { rule: seconds(), default: DAY_SECONDS },
  refundLookback: { rule: seconds(), default: REFUND_DAYS * DAY_SECONDS },
  withoutTxid: { rule: flag, default: false },
});

/** The rule of the option `reconciler`. */
export const reconcilerRule = table.rule;

/** The checked and complete options. Times are in milliseconds. */
export type ReconcilerSettings = ReturnType<typeof resolveReconciler>;

export function resolveReconciler(options: PixReconcilerOptions = {}) {
  const { every, cursor = new InMemoryReconcilerCursor() } = options;
  const { overlap, lookback, refundLookback, withoutTxid } = table.resolve(options);
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
  /** In the order in which a person reads them. */
  readonly outcomes = Object.fromEntries(
    (['handled', ...severity] as const).map((outcome) => [outcome, 0]),
  ) as Record<PixDeliveryOutcome, number>;
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

export interface ReadPeriod {
  readonly inicio: Date;
  readonly fim: Date;
}

/** A part of a period, with all Pix that the provider lists in it. */
export interface PeriodPart {
  readonly part: ReadPeriod;
  readonly items: readonly Pix[];
}

/** How many times a part is read before the run fails. */
const ATTEMPTS = 4;
/**
 * The wait before the first repeat, in milliseconds. It doubles with each repeat; half of it is
 * random.
 */
const FIRST_WAIT = 250;
/** Many providers compare instants only to the second. */
const SHORTEST_PART = 2000;
const MOST_PARTS = 100;

type Reading = readonly Pix[] | { readonly pages: number };

/**
 * Reads a period in parts of one page each, in order of time, so that the caller can save its
 * cursor after each page. Lists have no reliable order, so the period is split by time: if the
 * first page of a part reports more pages, the part is split into as many. A source that does not
 * report its pages is read in one part.
 */
export class PeriodReader {
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly runtime: PixRuntime,
    private readonly signal: AbortSignal,
  ) {}

  async *read(
    source: PixRecebidosSource,
    period: ReadPeriod,
    filter: Partial<PixFilter>,
  ): AsyncGenerator<PeriodPart, void, undefined> {
    const waiting = [period];
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const reading = await this.#readWithRepeats(source, part, filter);
      if ('pages' in reading) waiting.unshift(...splitPeriod(part, reading.pages));
      else yield { part, items: reading };
    }
  }

  async #readWithRepeats(
    source: PixRecebidosSource,
    part: ReadPeriod,
    filter: Partial<PixFilter>,
  ): Promise<Reading> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#readPart(source, part, filter);
      } catch (error) {
        if (attempt === ATTEMPTS || this.signal.aborted || !isTransient(error)) throw error;
        const wait = FIRST_WAIT * 2 ** (attempt - 1) * (0.5 + this.runtime.random() / 2);
        this.logger.warn(
          toLogLine(`Could not list received Pix, repeating: ${toErrorText(error)}`),
        );
        await sleep(this.runtime, wait, this.signal);
      }
    }
  }

  async #readPart(
    source: PixRecebidosSource,
    part: ReadPeriod,
    filter: Partial<PixFilter>,
  ): Promise<Reading> {
    const isShort = part.fim.getTime() - part.inicio.getTime() < SHORTEST_PART;
    let pages = 1;
    const list = source.iterate(
      { ...part, ...filter },
      {
        signal: this.signal,
        splitPeriods: true,
        onPage: ({ quantidadeDePaginas }) => (pages = Math.max(pages, quantidadeDePaginas ?? 1)),
      },
    );
    const items: Pix[] = [];
    for await (const pix of list) {
      if (pages > 1 && !isShort) return { pages };
      items.push(pix);
    }
    return items;
  }
}

/**
 * Splits a period into parts of equal length at whole seconds, so that rounding loses no Pix
 * between two parts.
 */
function splitPeriod({ inicio, fim }: ReadPeriod, pages: number): ReadPeriod[] {
  const [from, to] = [inicio.getTime(), fim.getTime()];
  const count = Math.min(Math.max(2, Math.ceil(pages)), MOST_PARTS);
  const ends = Array.from({ length: count - 1 }, (_, index) => {
    const end = from + ((to - from) * (index + 1)) / count;
    return Math.floor(end / 1000) * 1000;
  });
  const inside = [...new Set(ends)].filter((end) => end > from && end < to);
  const bounds = [from, ...inside, to];
  return bounds.slice(1).map((end, index) => ({
    inicio: new Date(bounds[index] ?? from),
    fim: new Date(end),
  }));
}

/** Whether a repeat may succeed. Not after a definite refusal or an error in this library. */
function isTransient(error: unknown): boolean {
  const isRefusal =
    isPixErroValidacaoException(error) ||
    isPixNaoAutorizadoException(error) ||
    isPixAcessoNegadoException(error) ||
    isPixRecursoNaoEncontradoException(error);
  return !isRefusal && !isGeneralPixError(error);
}

/**
 * Reads the instants of a period.
 *
 * @throws ValueError if one is not an instant, or `fim` is before `inicio`
 */
export function readPeriod(period: PixReconciliationPeriod): ReadPeriod {
  const [inicio, fim] = [new Date(period.inicio), new Date(period.fim)];
  if (!(inicio.getTime() <= fim.getTime())) {
    throw new ValueError('inicio and fim must be instants, and fim must not be before inicio.');
  }
  return { inicio, fim };
}

/**
 * Reads the events of a listed item. Returns `undefined` if it is not a Pix, or if its txid has
 * another name, such as `txId`: it would count as a Pix that pays no charge.
 */
export function readListedEvents(item: unknown): PixEvent[] | undefined {
  const hidesTxid =
    isObject(item) &&
    !isText(item.txid) &&
    Object.keys(item).some((name) => name !== 'txid' && TXID_NAME.test(name));
  return hidesTxid ? undefined : readEvents('pix', item);
}

const TXID_NAME = /^tx[_-]?id$/i;

/** Whether an item has a txid, under whatever name. */
function namesTxid(item: object): boolean {
  const fields = Object.entries(item as Readonly<Record<string, unknown>>);
  return fields.some(([name, value]) => TXID_NAME.test(name) && (value ?? '') !== '');
}

/** How many dead letters are read back in one run; the next run continues with the following. */
const READ_BACK = 100;
/** After how many that fail a run reads no more: the provider may be out of order. */
const MOST_FAILURES = 3;

/** What a dead letter is without its item. */
const UNOPENED =
  'cannot be opened: it was not written with one of the keys in encryptionKey, or was changed. List its Pix again, which ' +
  'replaces it: run() with a period from a day before the time since which it is stored, or longer';

const UNREAD = 'The provider listed an item that cannot be read as a Pix';

/** Passes on the events of an item. Returns whether all are settled. */
type Pass = (events: readonly PixEvent[]) => Promise<boolean>;

/**
 * The items that the reconciler cannot read: dead letters of its cursor.
 */
export class UnreadItems {
  #next = 0;

  constructor(
    private readonly cursor: PixReconcilerCursor,
    private readonly logger: Pick<Logger, 'error' | 'warn' | 'log'>,
    private readonly runtime: PixRuntime,
  ) {}

  /**
   * Stores an item.
   *
   * @returns whether it is stored, so that the cursor may move past it
   */
  async keep(item: unknown, { tenant }: ReconciledAccount, refundsOnly: boolean): Promise<boolean> {
    const key = `${refundsOnly ? 'devolucoes' : 'pix'}:${canonicalDigest(item ?? null)}`;
    if (!this.cursor.addDeadLetter) {
      this.logger.error(`${UNREAD}, and the cursor stores no dead letters: ${key}`);
      return false;
    }
    const since = new Date(this.runtime.now()).toISOString();
    const letter = { key, item, since, refundsOnly, ...(tenant !== undefined && { tenant }) };
    if (await this.cursor.addDeadLetter(letter))
      this.logger.error(`${UNREAD}. Dead letter: ${key}`);
    return true;
  }

  /** Tries the dead letters of an account again, and discards those whose events are settled. */
  async retry(account: ReconciledAccount, pass: Pass): Promise<void> {
    const all = (await this.cursor.deadLetters?.()) ?? [];
    const letters = all.filter(({ tenant }) => tenant === account.tenant);
    const first = this.#next < letters.length ? this.#next : 0;
    this.#next = first;
    let failures = 0;
    for (const letter of letters.slice(first, first + READ_BACK)) {
      try {
        if (await this.#settle(letter, account, pass)) continue;
      } catch (error) {
        failures += 1;
        const text = `Could not try dead letter ${letter.key} again: ${toErrorText(error)}`;
        this.logger.warn(toLogLine(text));
      }
      this.#next += 1;
      if (failures === MOST_FAILURES) return;
    }
  }

  /** Returns whether the events of a dead letter are settled, so that it is discarded. */
  async #settle(
    { item, key, refundsOnly }: PixReconcilerDeadLetter,
    account: ReconciledAccount,
    pass: Pass,
  ): Promise<boolean> {
    if (item === undefined) {
      this.logger.warn(toLogLine(`Dead letter ${key} ${UNOPENED}`));
      return false;
    }
    // Never the item itself: who can write the store of the cursor could add one.
    const events = await readBack(item, account);
    const wanted = events?.filter(({ type }) => !refundsOnly || type === 'pix.devolucao');
    if (!wanted || !(await pass(wanted))) return false;
    await this.cursor.discard?.(key);
    this.logger.log(`Dead letter ${key}: its Pix was read`);
    return true;
  }
}

/**
 * Reads the Pix of an item by its id: the provider may return it in another form than it lists it.
 * Returns `undefined` if it has no such Pix, or returns one that cannot be read, or that lacks the
 * txid of the item: it would count as a Pix that pays no charge.
 */
async function readBack(
  item: unknown,
  { recebidos }: ReconciledAccount,
): Promise<readonly PixEvent[] | undefined> {
  if (!isObject(item)) return undefined;
  const { endToEndId: id } = item;
  if (typeof id !== 'string' || !END_TO_END_ID.test(id)) return undefined;
  try {
    const pix = await recebidos().get(id);
    const isItem = pix.endToEndId === id && (isText(pix.txid) || !namesTxid(item));
    return isItem ? readListedEvents(pix) : undefined;
  } catch (error) {
    if (isPixRecursoNaoEncontradoException(error) || isPixErroValidacaoException(error)) {
      return undefined;
    }
    throw error;
  }
}
