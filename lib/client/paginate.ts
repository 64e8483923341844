/** Reads lists: page by page, by windows of a long period, and in search of what a create has left. */
import {
  findMoneyDifferences,
  operationName,
  type Plain,
  type PixListOperation,
  type PixOperation,
} from '../contract/index.js';
import { PixRespostaInvalidaError, isPixAPIException } from '../errors/index.js';
import { DAY_MS, MINUTE_MS } from '../runtime/index.js';
import {
  assertRequestOptions,
  assertShape,
  iterateRule,
  periodRule,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixIterationProgress,
  type PixRequestOptions,
} from './options.js';
import type { OperationCaller } from './prepare.js';
import { getInstant, hasEnded } from './record.js';

/** The item type of a page, which contains one list. */
export type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

/** Some providers send these numbers as text. */
interface Paging {
  parametros?: { paginacao?: Readonly<Record<string, number | string | null>> };
}

interface FirstPage {
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** What reads a list. */
interface ListCall {
  readonly caller: OperationCaller;
  readonly operation: Pick<PixOperation, 'method' | 'path'>;
}

/** The parameters of one iteration. */
interface Iteration<Page, Filter> extends ListCall {
  readonly operation: PixListOperation<undefined, Page, Filter>;
  readonly options: PixRequestOptions;
  readonly onPage: (page: Omit<PixIterationProgress, 'itens'>, read: number) => void;
}

/**
 * Iterates over all items of all pages of a list operation, each once, with one page in memory at a
 * time and the identifiers of the items. Uses `paginacao.quantidadeDePaginas`; without it, reads one
 * page, or without `quantidadeTotalDeItens` either until a page is empty. Halves windows that the
 * provider refuses.
 *
 * @throws PixRespostaInvalidaError if the provider returns another page than requested (continuing
 * would repeat items, and stopping would lose items), a body that is not a page, or, after all
 * items that it does return, fewer than it states
 * @throws ValueError if an option is unknown or has another type
 */
export async function* iteratePages<Page extends object, Filter extends object>(
  caller: OperationCaller,
  operation: PixListOperation<undefined, Page, Filter>,
  filter: Plain<Filter>,
  given: PixIterateOptions = {},
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  assertShape(given, iterateRule);
  const { onPage, splitPeriods = false, ...options } = given;
  let [itens, pages] = [0, 0];
  const iteration: Iteration<Page, Filter> = {
    caller,
    operation,
    options,
    onPage: (page, read) => {
      itens += read;
      pages += 1;
      onPage?.({ ...page, itens });
    },
  };
  const days = splitPeriods ? caller.provider.maxPeriod?.[operationName(operation)] : undefined;
  let windows = splitPeriod(filter as Period, (days ?? Infinity) * DAY_MS - SECOND);
  let previous: ReadonlySet<string> = new Set();
  for (let next = windows.next(); next.done !== true; next = windows.next()) {
    const before = pages;
    const seen = new Set<string>();
    try {
      yield* iterateWindow(iteration, next.value as Plain<Filter>, seen, previous);
      previous = seen;
    } catch (error) {
      const mayBeLong =
        pages === before && isRefusal(error, iteration, filter as FirstPage, splitPeriods);
      const half = mayBeLong ? halfLength(next.value) : undefined;
      if (half === undefined) throw error;
      windows = splitPeriod({ ...(filter as Period), inicio: next.value.inicio }, half);
    }
  }
}

/**
 * Whether the provider refused a list, perhaps because of its period, and not a token. A 400 has
 * many reasons, and a page that was asked for is one of the whole period: `splitPeriods` asks for
 * other requests nevertheless.
 */
function isRefusal(
  error: unknown,
  { operation }: ListCall,
  { paginaAtual }: FirstPage,
  splitPeriods: boolean,
): boolean {
  if (!isPixAPIException(error) || error.operation !== operationName(operation)) return false;
  if (splitPeriods) return error.status === 400 || error.status === 422;
  return error.status === 422 && paginaAtual === undefined;
}

/** @param seen the identifiers of its items; those in `previous` are not returned again */
async function* iterateWindow<Page extends object, Filter extends object>(
  iteration: Iteration<Page, Filter>,
  filter: Plain<Filter>,
  seen: Set<string>,
  previous: ReadonlySet<string>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  const { paginaAtual: start = 0 } = filter as FirstPage;
  const totals = { least: Infinity };
  let [longest, last]: [number, PageBefore] = [0, NONE];
  for (let asked = start; ; asked += 1) {
    const page = await readPage(iteration, filter, asked);
    const { items, count } = page;
    const unseen = takeUnseen(items, seen, previous);
    if (isIgnored(page, asked, last.first)) {
      if (last.mayBeAll && unseen.length === 0) return;
      const detail = `another page than the requested page ${asked}. Shorten the period so that it fits one page, or increase itensPorPagina.`;
      throw createListError(iteration, 'Page ignored', detail);
    }
    iteration.onPage({ paginaAtual: asked, quantidadeDePaginas: count }, unseen.length);
    yield* unseen;
    longest = Math.max(longest, items.length);
    const back = countBack(page, totals, asked - start);
    if (back === 0 && isLastPage(page, asked)) {
      const { size = asked > start ? longest : PAGE_SIZE } = page;
      assertComplete(iteration, { ...page, asked, read: seen.size, before: start && start * size });
      return;
    }
    [asked, last] = back > 0 ? [asked - back - 1, NONE] : [asked, page];
  }
}

type PageBefore = Pick<ReadPage<unknown>, 'first' | 'mayBeAll'>;
const NONE: PageBefore = { first: undefined, mayBeAll: false };

/**
 * Counts the pages to read again: when items have left the list, as many others have moved to pages that were read.
 *
 * @param totals the smallest total of the pages before
 * @param most how many pages were read before
 */
function countBack(page: ReadPage<unknown>, totals: { least: number }, most: number): number {
  const { items, size = items.length, total = Infinity } = page;
  const left = totals.least - total;
  totals.least = Math.min(totals.least, total);
  return left > 0 && left < Infinity ? Math.min(most, Math.ceil(left / size)) : 0;
}

/** Whether a page is another one than was asked for, or the previous one again. */
function isIgnored(
  { index, first }: ReadPage<unknown>,
  asked: number,
  previousFirst: string | undefined,
): boolean {
  return (index ?? asked) !== asked || (first !== undefined && first === previousFirst);
}

/** The fields that tell an item of any list from the others. */
const IDENTIFIERS = ['endToEndId', 'id', 'txid', 'idRec', 'idSolicRec', 'chave'] as const;

function identify(item: unknown): string {
  const fields = Object(item) as Readonly<Record<string, unknown>>;
  const ids = IDENTIFIERS.map((name) => fields[name]);
  return JSON.stringify(ids.some((id) => id !== undefined) ? ids : item);
}

/** Returns the items that are in neither set, and adds the identifiers of all to `seen`. */
function takeUnseen<Item>(
  items: readonly Item[],
  seen: Set<string>,
  previous: ReadonlySet<string>,
): Item[] {
  return items.filter((item) => {
    const id = identify(item);
    const isUnseen = !seen.has(id) && !previous.has(id);
    seen.add(id);
    return isUnseen;
  });
}

/** The number of items of a page that the specification states if none is asked for. */
const PAGE_SIZE = 100;

/** Without any number, others may follow: a provider may return fewer on a page than it is asked for. */
function isLastPage({ items, count, total }: ReadPage<unknown>, index: number): boolean {
  if (items.length === 0) return true;
  if (count !== undefined) return index + 1 >= count;
  return total !== undefined;
}

interface ReadPage<Item> {
  readonly items: readonly Item[];
  /** The first item. */
  readonly first: string | undefined;
  /** Whether these may be all items, of a provider without pages. */
  readonly mayBeAll: boolean;
  /** The number of the page and of all pages, if the response contains them. */
  readonly index: number | undefined;
  readonly count: number | undefined;
  /** The number of items of a full page, if it is known, and of all pages, if the response contains it. */
  readonly size: number | undefined;
  readonly total: number | undefined;
}

interface LastPage extends ReadPage<unknown> {
  /** The number of the page. */
  readonly asked: number;
  /** The number of items that were read, and of those on pages before the first that was read. */
  readonly read: number;
  readonly before: number;
}

async function readPage<Page extends object, Filter extends object>(
  iteration: Iteration<Page, Filter>,
  filter: Plain<Filter>,
  asked: number,
): Promise<ReadPage<ItemOf<Page>>> {
  const { caller, operation, options } = iteration;
  const input = { filter: Object.assign({}, filter, { paginaAtual: asked }) };
  const page = await caller.call(operation, input, options);
  const { paginacao = {} } = (page as Paging).parametros ?? {};
  const hasTotal = toNumber(paginacao.quantidadeTotalDeItens) !== undefined;
  const list: unknown = Reflect.get(page, operation.items) ?? (hasTotal ? [] : undefined);
  // A gateway's own response, such as a maintenance notice, must not count as an empty page.
  if (!Array.isArray(list)) {
    const detail = `a success with a body that has no list ${operation.items}.`;
    throw createListError(iteration, 'No page', detail);
  }
  const items = list as ItemOf<Page>[];
  const count = toNumber(paginacao.quantidadeDePaginas, Math.min(items.length, 1));
  const size = toNumber(paginacao.itensPorPagina) ?? (filter as FirstPage).itensPorPagina;
  return {
    items,
    first: items.length > 0 ? JSON.stringify(items[0]) : undefined,
    mayBeAll: count === undefined && items.length !== (size ?? PAGE_SIZE),
    index: toNumber(paginacao.paginaAtual),
    count,
    size,
    total: toNumber(paginacao.quantidadeTotalDeItens, items.length),
  };
}

/** Returns `undefined` if there is no number, or if it is less than what the page shows. */
function toNumber(value: number | string | null | undefined, least = -Infinity) {
  return value === undefined || value === null || Number(value) < least ? undefined : Number(value);
}

/**
 * Compares what was read with the numbers of the last page alone: a list may change while it is
 * read, and the last page counts what it contained then. An item that was read twice counts once:
 * it may have moved another one out of the pages that followed.
 *
 * @throws PixRespostaInvalidaError if items or pages are missing
 */
function assertComplete(
  list: ListCall,
  { items, asked, count = 0, total = 0, read, before }: LastPage,
): void {
  const missing = !(before + read >= total)
    ? `${before + read} of the ${Number.isNaN(total) ? 'unreadable number of' : total} items that quantidadeTotalDeItens states`
    : items.length === 0 && asked + 1 < count
      ? `${asked} of the ${count} pages that quantidadeDePaginas states, and then an empty one`
      : undefined;
  if (missing === undefined) return;
  const detail = `${missing}. The list has more items than the ${read} that were read. Read it again, or shorten the period so that it fits one page.`;
  throw createListError(list, 'List incomplete', detail);
}

/** Builds the error for a success with what is no page, another page, or too few items. */
function createListError({ caller, operation }: ListCall, title: string, detail: string) {
  return new PixRespostaInvalidaError(
    { title, detail: `The provider returned ${detail}`, status: 200 },
    { operation: operationName(operation), provider: caller.provider.name },
  );
}

/** The period of a filter. */
export interface Period {
  readonly inicio: Date | string;
  readonly fim: Date | string;
}

const SECOND = 1000;

/**
 * Splits a long period into windows of a length that the provider accepts, in order. Windows share
 * their boundaries, so that no item is missed; an item exactly at a boundary is in both.
 *
 * @param length milliseconds
 */
export function* splitPeriod<T extends Period>(period: T, length: number): Generator<T> {
  const end = new Date(period.fim).getTime();
  let start = new Date(period.inicio).getTime();
  if (!(end - start > length)) {
    yield period;
    return;
  }
  for (; start < end; start += length) {
    yield { ...period, inicio: new Date(start), fim: new Date(Math.min(start + length, end)) };
  }
}

/**
 * Half of a period that the provider refuses, whose limit is unknown, in milliseconds.
 *
 * @returns `undefined` if it is not longer than a minute: its length is not the reason
 */
function halfLength({ inicio, fim }: Period): number | undefined {
  const length = new Date(fim).getTime() - new Date(inicio).getTime();
  return length > MINUTE_MS ? Math.ceil(length / 2 / SECOND) * SECOND : undefined;
}

/**
 * Searches for records that a create with an unknown outcome may have left: the records of the
 * period whose money is what was sent.
 *
 * @param given the body that was passed to the create
 * @throws PixRespostaInvalidaError if the provider does not return what would list them
 * @throws ValueError if an option or a field of the period is unknown or has another type
 * @returns the records in the order of the provider; empty if there are none
 */
export async function findCandidates<Found extends object>(
  caller: OperationCaller,
  operation: PixOperation,
  given: object | undefined,
  period: PixCandidatePeriod,
  options: PixRequestOptions = {},
): Promise<Found[]> {
  assertShape(period, periodRule, 'the period');
  assertRequestOptions(options);
  const body = caller.normalize(operation, given) as object | undefined;
  const { inicio = new Date(caller.runtime.now() - 10 * MINUTE_MS) } = period;
  const found: Found[] = [];
  const records = iterateCandidates(caller, operation, body ?? {}, { ...period, inicio }, options);
  for await (const record of records) {
    if (hasEnded(operation, record) || isBefore(operation, record, inicio)) continue;
    if (findMoneyDifferences(operation, body, record).length === 0) found.push(record as Found);
  }
  return found;
}

async function* iterateCandidates(
  caller: OperationCaller,
  { candidates }: PixOperation,
  body: object,
  { inicio, fim }: PixCandidatePeriod,
  options: PixRequestOptions,
): AsyncGenerator<object> {
  if (candidates === undefined) return;
  if ('within' in candidates) {
    const { within, field } = candidates;
    const record = await caller.call(within, { params: candidates.params(body) }, options);
    const list: unknown = Reflect.get(record as object, field);
    if (!Array.isArray(list)) {
      const detail = `a record without ${field}, which does not show whether the call took effect.`;
      throw createListError({ caller, operation: within }, 'No list', detail);
    }
    yield* list as object[];
    return;
  }
  const now = caller.runtime.now();
  const filter = {
    ...candidates.filter?.(body),
    inicio,
    fim: fim ?? new Date(now + MINUTE_MS),
  };
  const list = candidates.list as PixListOperation<undefined, object, object>;
  const split = { ...options, splitPeriods: true };
  yield* iteratePages(caller, list, filter as Plain<object>, split) as AsyncGenerator<object>;
}

/** Whether a record shows that it was created before an instant. */
function isBefore({ record: rule }: PixOperation, record: object, inicio: Date | string): boolean {
  const created = rule?.created && getInstant(record, rule.created);
  return Date.parse(created ?? '') < new Date(inicio).getTime();
}
