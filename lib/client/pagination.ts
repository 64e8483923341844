import { operationName, type PixListOperation, type Plain } from '../contract/index.js';
import { PixRespostaInvalidaError } from '../errors/index.js';
import { assertIterateOptions } from './call-options.js';
import { splitPeriod, type Period } from './periods.js';
import type { PixCaller } from './pix-caller.js';
import type { PixIterateOptions, PixRequestOptions } from './request-options.js';

/** The item type of a page, which contains one list. */
type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

/** Some providers send these numbers as text. */
interface Paging {
  parametros?: {
    paginacao?: { paginaAtual?: number | string; quantidadeDePaginas?: number | string };
  };
}

interface FirstPage {
  paginaAtual?: number;
}

/** The parameters of one iteration. */
interface Iteration<Page, Filter> {
  readonly caller: PixCaller;
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
 * `paginacao.quantidadeDePaginas`; without it, reads one page.
 *
 * @throws PixRespostaInvalidaError if the provider returns another page than requested (continuing
 * would repeat items, and stopping would lose items), or a body that is not a page
 * @throws ValueError if an option is unknown or has another type
 */
export async function* iteratePages<Page extends object, Filter extends object>(
  caller: PixCaller,
  operation: PixListOperation<undefined, Page, Filter>,
  filter: Plain<Filter>,
  given: PixIterateOptions = {},
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  assertIterateOptions(given);
  const { onPage, splitPeriods = false, ...options } = given;
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
  const days = caller.provider.maxPeriod?.[operationName(operation)];
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
      throw createPageIgnoredError(iteration.caller, iteration.operation, asked);
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
  /** The number of the page and of all pages, if the response contains them. */
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
  const list: unknown = Reflect.get(page, operation.items);
  const { parametros } = page as Paging;
  if (list === undefined && parametros === undefined) throw createNoPageError(caller, operation);
  const { paginaAtual, quantidadeDePaginas } = parametros?.paginacao ?? {};
  return {
    items: Array.isArray(list) ? (list as ItemOf<Page>[]) : [],
    index: paginaAtual === undefined ? undefined : Number(paginaAtual),
    count: quantidadeDePaginas === undefined ? undefined : Number(quantidadeDePaginas),
  };
}

/**
 * Builds the error for a body that is not a page. A gateway's own response, such as a maintenance
 * notice, must not count as an empty page: items would be missed.
 */
function createNoPageError(
  caller: PixCaller,
  operation: Pick<PixListOperation, 'method' | 'path' | 'items'>,
): PixRespostaInvalidaError {
  return new PixRespostaInvalidaError(
    {
      title: 'No page',
      detail: `The provider returned a success with a body that has neither ${operation.items} nor parametros.`,
      status: 200,
    },
    { operation: operationName(operation), provider: caller.provider.name },
  );
}

function createPageIgnoredError(
  caller: PixCaller,
  operation: Pick<PixListOperation, 'method' | 'path'>,
  page: number,
): PixRespostaInvalidaError {
  return new PixRespostaInvalidaError(
    {
      title: 'Page ignored',
      detail: `The provider returned another page than the requested page ${page}. Shorten the period so that it fits one page, or increase itensPorPagina.`,
      status: 200,
    },
    { operation: operationName(operation), provider: caller.provider.name },
  );
}
