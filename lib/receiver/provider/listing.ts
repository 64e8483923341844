import type { Logger } from '@nestjs/common';
import type { Pix, PixFilter } from '../../contract/index.js';
import {
  isGeneralPixError,
  isObject,
  isPixAcessoNegadoException,
  isPixErroValidacaoException,
  isPixNaoAutorizadoException,
  isPixRecursoNaoEncontradoException,
  toErrorText,
  toLogLine,
  ValueError,
} from '../../errors/index.js';
import { type PixRuntime, sleep } from '../../runtime/index.js';
import { END_TO_END_ID } from '../../values/index.js';
import { canonicalDigest, isText, type PixEvent, readEvents } from '../events.js';
import type {
  PixRecebidosSource,
  PixReconcilerCursor,
  PixReconcilerDeadLetter,
  PixReconciliationPeriod,
  ReconciledAccount,
} from './reconciliation.js';

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
    const events = readListedEvents(item) ?? (await readBack(item, account));
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
