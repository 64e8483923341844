import { operationName, type Plain, type PixOperation } from '../contract/index.js';
import { PixRespostaInvalidaError } from '../errors/index.js';
import { splitPeriod, type Period } from './periods.js';
import type { PixCaller } from './pix-caller.js';
import type { PixRequestOptions } from './request-options.js';

/** Where an iteration stands, told after each page. */
export interface PixIterationProgress {
  /** Index of the page just read, from 0; it starts anew with each window of a split period. */
  paginaAtual: number;
  /** How many pages the provider says there are, when it says so. */
  quantidadeDePaginas: number | undefined;
  /** How many items were read so far, this page included. */
  itens: number;
}

/** {@link PixRequestOptions} of an iteration. */
export interface PixIterateOptions extends PixRequestOptions {
  /** Called after each page is read and before its items are given. */
  onPage?: (progress: PixIterationProgress) => void;
  /**
   * Reads a period that is longer than the provider takes in windows that it does take, where its profile names a limit.
   * An item at the very instant between two windows comes twice. Default `false`: the period is sent as it is.
   */
  splitPeriods?: boolean;
}

/** What the items of a page are: a page has one list. */
type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

/** Providers have been seen to send these numbers as text. */
interface Paging {
  parametros?: {
    paginacao?: { paginaAtual?: number | string; quantidadeDePaginas?: number | string };
  };
}

interface FirstPage {
  paginaAtual?: number;
}

/** What one iteration is made of. */
interface Iteration<Page, Filter> {
  readonly caller: PixCaller;
  readonly operation: PixOperation<undefined, Page, Filter>;
  readonly options: PixRequestOptions;
  readonly onPage: (
    paginaAtual: number,
    quantidadeDePaginas: number | undefined,
    itens: number,
  ) => void;
}

/**
 * All items of all pages of a list operation, holding one page at a time. It ends by
 * `paginacao.quantidadeDePaginas`; without it, after one page.
 *
 * @throws PixRespostaInvalidaError when the provider ignores the page that was asked for (going on would give the same
 * items again, and stopping would lose the rest), or answers with something that is no page
 */
export async function* iteratePages<Page extends object, Filter extends object>(
  caller: PixCaller,
  operation: PixOperation<undefined, Page, Filter>,
  filter: Plain<Filter>,
  { onPage, splitPeriods = false, ...options }: PixIterateOptions = {},
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  let itens = 0;
  const iteration: Iteration<Page, Filter> = {
    caller,
    operation,
    options,
    onPage: (paginaAtual, quantidadeDePaginas, read) => {
      itens += read;
      onPage?.({ paginaAtual, quantidadeDePaginas, itens });
    },
  };
  const days = caller.config.provider.maxPeriod?.[operationName(operation)];
  if (!splitPeriods || days === undefined) {
    yield* iterateWindow(iteration, filter);
    return;
  }
  for (const window of splitPeriod(filter as Period, days)) {
    yield* iterateWindow(iteration, window as Plain<Filter>);
  }
}

async function* iterateWindow<Page extends object, Filter extends object>(
  iteration: Iteration<Page, Filter>,
  filter: Plain<Filter>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  let asked = (filter as FirstPage).paginaAtual ?? 0;
  let previousFirst: string | undefined;
  for (;;) {
    const { items, index, count } = await readPage(iteration, filter, asked);
    const first = items.length > 0 ? JSON.stringify(items[0]) : undefined;
    const isOther = index !== undefined && index !== asked;
    if (isOther || (first !== undefined && first === previousFirst)) {
      throw pageIgnored(iteration.caller, iteration.operation, asked);
    }
    iteration.onPage(asked, count, items.length);
    yield* items;
    asked += 1;
    if (items.length === 0 || asked >= (count ?? 0)) return;
    previousFirst = first;
  }
}

interface ReadPage<Item> {
  readonly items: readonly Item[];
  /** Which page it is, and how many there are, when the provider says so. */
  readonly index: number | undefined;
  readonly count: number | undefined;
}

async function readPage<Page extends object, Filter extends object>(
  { caller, operation, options }: Iteration<Page, Filter>,
  filter: Plain<Filter>,
  asked: number,
): Promise<ReadPage<ItemOf<Page>>> {
  const page = await caller.call(
    operation,
    { filter: Object.assign({}, filter, { paginaAtual: asked }) },
    options,
  );
  const list: unknown = Reflect.get(page, operation.items ?? '');
  const { parametros } = page as Paging;
  if (list === undefined && parametros === undefined) throw noPage(caller, operation);
  const { paginaAtual, quantidadeDePaginas } = parametros?.paginacao ?? {};
  return {
    items: Array.isArray(list) ? (list as ItemOf<Page>[]) : [],
    index: paginaAtual === undefined ? undefined : Number(paginaAtual),
    count: quantidadeDePaginas === undefined ? undefined : Number(quantidadeDePaginas),
  };
}

/** A gateway's own answer, such as a maintenance notice, must not count as an empty page: items would be missed. */
function noPage(
  caller: PixCaller,
  operation: Pick<PixOperation, 'method' | 'path' | 'items'>,
): PixRespostaInvalidaError {
  return new PixRespostaInvalidaError(
    {
      title: 'No page',
      detail: `The provider answered with success and a body that has neither ${operation.items ?? 'a list'} nor parametros.`,
      status: 200,
    },
    { operation: operationName(operation), provider: caller.config.provider.name },
  );
}

function pageIgnored(
  caller: PixCaller,
  operation: Pick<PixOperation, 'method' | 'path'>,
  page: number,
): PixRespostaInvalidaError {
  return new PixRespostaInvalidaError(
    {
      title: 'Page ignored',
      detail: `The provider was asked for page ${page} and answered with another. Narrow the period so that it fits one page, or raise itensPorPagina.`,
      status: 200,
    },
    { operation: operationName(operation), provider: caller.config.provider.name },
  );
}
