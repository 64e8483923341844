/** Reads lists: page by page, by windows of a long period, and in search of what a create has left. */
import {
  findMoneyDifferences,
  normalizeBody,
  operationName,
  type Plain,
  type PixListOperation,
  type PixOperation,
} from '../contract/index.js';
import { PixRespostaInvalidaError, isPixAPIException } from '../errors/index.js';
import { DAY_MS, MINUTE_MS } from '../runtime/index.js';
import {
  assertIterateOptions,
  assertPeriod,
  assertRequestOptions,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from './options.js';
import type { OperationCaller } from './prepare.js';

/** The item type of a page, which contains one list. */
type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

/** Some providers send these numbers as text. */
interface Paging {
  parametros?: { paginacao?: Readonly<Record<string, number | string>> };
}

interface FirstPage {
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** What reads a list. */
interface ListCall {
  readonly caller: OperationCaller;
  readonly operation: Pick<PixListOperation, 'method' | 'path'>;
}

/** The parameters of one iteration. */
interface Iteration<Page, Filter> extends ListCall {
  readonly operation: PixListOperation<undefined, Page, Filter>;
  readonly options: PixRequestOptions;
  readonly onPage: (
    paginaAtual: number,
    quantidadeDePaginas: number | undefined,
    itens: number,
  ) => void;
}

/**
 * Iterates over all items of all pages of a list operation, with one page in memory at a time. Uses
 * `paginacao.quantidadeDePaginas`; without it, reads one page. With `splitPeriods`, halves windows
 * that the provider refuses.
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
  assertIterateOptions(given);
  const { onPage, splitPeriods = false, ...options } = given;
  let [itens, pages] = [0, 0];
  const iteration: Iteration<Page, Filter> = {
    caller,
    operation,
    options,
    onPage: (paginaAtual, quantidadeDePaginas, read) => {
      itens += read;
      pages += 1;
      onPage?.({ paginaAtual, quantidadeDePaginas, itens });
    },
  };
  if (!splitPeriods) {
    yield* iterateWindow(iteration, filter);
    return;
  }
  const name = operationName(operation);
  const days = caller.provider.maxPeriod?.[name];
  let waiting = [...splitPeriod(filter as Period, days ?? Infinity)];
  for (let window = waiting.shift(); window; window = waiting.shift()) {
    const before = pages;
    try {
      yield* iterateWindow(iteration, window as Plain<Filter>);
    } catch (error) {
      const halves =
        pages === before && isRefusal(error, name) && halvePeriods([window, ...waiting]);
      if (!halves) throw error;
      waiting = halves;
    }
  }
}

/** Whether the provider refused a list, perhaps because of its period, and not a token. */
function isRefusal(error: unknown, operation: string): boolean {
  if (!isPixAPIException(error) || error.operation !== operation) return false;
  return error.status === 400 || error.status === 422;
}

async function* iterateWindow<Page extends object, Filter extends object>(
  iteration: Iteration<Page, Filter>,
  filter: Plain<Filter>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  const { paginaAtual: start = 0, itensPorPagina } = filter as FirstPage;
  const before = ({ size = itensPorPagina ?? Infinity }: ReadPage<unknown>) =>
    start && start * size;
  let previousFirst: string | undefined;
  let read = 0;
  for (let asked = start; ; asked += 1) {
    const page = await readPage(iteration, filter, asked);
    const { items, index, count } = page;
    const first = items.length > 0 ? JSON.stringify(items[0]) : undefined;
    const isOther = index !== undefined && index !== asked;
    if (isOther || (first !== undefined && first === previousFirst)) {
      throw createListError(
        iteration,
        'Page ignored',
        `another page than the requested page ${asked}. Shorten the period so that it fits one page, or increase itensPorPagina.`,
      );
    }
    iteration.onPage(asked, count, items.length);
    yield* items;
    read += items.length;
    if (items.length === 0 || asked + 1 >= (count ?? 0)) {
      assertComplete(iteration, { ...page, asked, read, before: before(page) });
      return;
    }
    previousFirst = first;
  }
}

interface ReadPage<Item> {
  readonly items: readonly Item[];
  /** The number of the page and of all pages, if the response contains them. */
  readonly index: number | undefined;
  readonly count: number | undefined;
  /** The number of items of a full page and of all pages, if the response contains them. */
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
  const page = await caller.call(
    operation,
    { filter: Object.assign({}, filter, { paginaAtual: asked }) },
    options,
  );
  const list: unknown = Reflect.get(page, operation.items);
  const { parametros } = page as Paging;
  // A gateway's own response, such as a maintenance notice, must not count as an empty page.
  if (list === undefined && parametros === undefined) {
    const detail = `a success with a body that has neither ${operation.items} nor parametros.`;
    throw createListError(iteration, 'No page', detail);
  }
  const { paginaAtual, itensPorPagina, quantidadeDePaginas, quantidadeTotalDeItens } =
    parametros?.paginacao ?? {};
  return {
    items: Array.isArray(list) ? (list as ItemOf<Page>[]) : [],
    index: toNumber(paginaAtual),
    count: toNumber(quantidadeDePaginas),
    size: toNumber(itensPorPagina),
    total: toNumber(quantidadeTotalDeItens),
  };
}

function toNumber(value: number | string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/**
 * Compares what was read with the numbers of the last page alone: a list may change while it is
 * read, and the last page counts what it contained then. Items that moved from one page to another
 * are read twice or not at all, and change that count in the same way.
 *
 * @throws PixRespostaInvalidaError if items or pages are missing
 */
function assertComplete(
  list: ListCall,
  { items, asked, count = 0, total = 0, read, before }: LastPage,
): void {
  const missing =
    before + read < total
      ? `${before + read} of the ${total} items that quantidadeTotalDeItens states`
      : items.length === 0 && asked + 1 < count
        ? `${asked} of the ${count} pages that quantidadeDePaginas states, and then an empty one`
        : undefined;
  if (missing === undefined) return;
  throw createListError(
    list,
    'List incomplete',
    `${missing}. The list has more items than the ${read} that were read. Read it again, or shorten the period so that it fits one page.`,
  );
}

/** Builds the error for a success with what is no page, another page, or too few items. */
function createListError(
  { caller, operation }: ListCall,
  title: string,
  detail: string,
): PixRespostaInvalidaError {
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
 * Splits a long period into windows that the provider accepts, in order. Windows share their
 * boundaries, so that no item is missed; an item exactly at a boundary appears twice.
 *
 * @param days the provider's limit; windows are shorter
 */
export function* splitPeriod<T extends Period>(period: T, days: number): Generator<T> {
  const end = new Date(period.fim).getTime();
  const length = days * DAY_MS - SECOND;
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
 * Splits each period into two that share their boundary, for a provider that refuses the first one
 * and does not state its limit.
 *
 * @returns `undefined` if the first period is not longer than a day: its length is not the reason
 */
export function halvePeriods<T extends Period>(periods: readonly T[]): T[] | undefined {
  const halves = periods.map(halve);
  return halves[0]?.length === 2 ? halves.flat() : undefined;
}

function halve<T extends Period>(period: T): T[] {
  const [start, end] = [new Date(period.inicio).getTime(), new Date(period.fim).getTime()];
  if (!(end - start > DAY_MS)) return [period];
  const middle = new Date(Math.floor((start + end) / 2 / SECOND) * SECOND);
  return [
    { ...period, fim: middle },
    { ...period, inicio: middle },
  ];
}

/**
 * Searches for records that a create with an unknown outcome may have left: the records of the
 * period whose money is what was sent.
 *
 * @param given the body that was passed to the create
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
  assertPeriod(period);
  assertRequestOptions(options);
  const body = normalizeBody(operation.body, given) as object | undefined;
  const found: Found[] = [];
  for await (const record of iterateCandidates(caller, operation, body ?? {}, period, options)) {
    if (hasEnded(operation, record)) continue;
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
    if (Array.isArray(list)) yield* list as object[];
    return;
  }
  const now = caller.runtime.now();
  const filter = {
    ...candidates.filter?.(body),
    inicio: inicio ?? new Date(now - 10 * MINUTE_MS),
    fim: fim ?? new Date(now + MINUTE_MS),
  };
  const list = candidates.list as PixListOperation<undefined, object, object>;
  yield* iteratePages(caller, list, filter as Plain<object>, options) as AsyncGenerator<object>;
}

/** Whether a record was removed, refused or failed, so that it cannot be used. */
function hasEnded({ record: rule }: PixOperation, record: object): boolean {
  const { status } = record as { status?: unknown };
  return rule?.lifecycle?.ended.some((ended) => ended === status) === true;
}
