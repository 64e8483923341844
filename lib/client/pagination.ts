import { PixRespostaInvalidaError } from '../errors/index.js';
import { operationName } from '../contract/index.js';
import type { Plain, PixOperation } from '../contract/index.js';
import type { PixCaller } from './pix-caller.js';
import type { PixRequestOptions } from './request-options.js';

/** Where an iteration stands, told after each page. */
export interface PixIterationProgress {
  /** Index of the page just read, from 0. */
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
}

/** What the items of a page are: a page has one list. */
type ItemOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

/** Providers have been seen to send these numbers as text. */
interface Paging {
  parametros?: {
    paginacao?: { paginaAtual?: number | string; quantidadeDePaginas?: number | string };
  };
}

/**
 * All items of all pages of a list operation, holding one page at a time. It ends by
 * `paginacao.quantidadeDePaginas`; without it, after one page.
 *
 * @throws PixRespostaInvalidaError when the provider ignores the page that was asked for: going on would give the same
 * items again, and stopping would lose the rest
 */
export async function* iteratePages<Page extends object, Filter>(
  caller: PixCaller,
  operation: PixOperation<undefined, Page, Filter>,
  filter: Plain<Filter>,
  { onPage, ...options }: PixIterateOptions = {},
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  let asked = (filter as { paginaAtual?: number }).paginaAtual ?? 0;
  let read = 0;
  let previousFirst: string | undefined;
  for (;;) {
    const page = await caller.call(
      operation,
      { filter: { ...filter, paginaAtual: asked } as Plain<Filter> },
      options,
    );
    const list: unknown = Reflect.get(page, operation.items ?? '');
    const items = Array.isArray(list) ? (list as ItemOf<Page>[]) : [];
    const { paginaAtual, quantidadeDePaginas } = (page as Paging).parametros?.paginacao ?? {};
    const first = items.length > 0 ? JSON.stringify(items[0]) : undefined;
    const isOther = paginaAtual !== undefined && Number(paginaAtual) !== asked;
    if (isOther || (first !== undefined && first === previousFirst)) {
      throw pageIgnored(caller, operation, asked);
    }
    const count = quantidadeDePaginas === undefined ? undefined : Number(quantidadeDePaginas);
    read += items.length;
    onPage?.({ paginaAtual: asked, quantidadeDePaginas: count, itens: read });
    yield* items;
    asked += 1;
    if (items.length === 0 || asked >= (count ?? 0)) return;
    previousFirst = first;
  }
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
