import { PixRespostaInvalidaError } from '../errors/index.js';
import { operationName } from '../contract/index.js';
import type { PixOperation } from '../contract/index.js';
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

interface Page {
  parametros?: { paginacao?: { paginaAtual?: number; quantidadeDePaginas?: number } };
}

function itemsOf<Item>(page: object, key: string | undefined): readonly Item[] {
  const items = (page as Record<string, unknown>)[key ?? ''];
  return Array.isArray(items) ? (items as Item[]) : [];
}

/**
 * All items of all pages of a list operation, holding one page at a time. It ends by
 * `paginacao.quantidadeDePaginas`; without it, after one page.
 *
 * @throws PixRespostaInvalidaError when the provider ignores the page that was asked for: going on would give the same
 * items again, and stopping would lose the rest
 */
export async function* iteratePages<Item, Filter extends { paginaAtual?: number }>(
  caller: PixCaller,
  operation: PixOperation<undefined, object, Filter>,
  filter: Filter,
  { onPage, ...options }: PixIterateOptions = {},
): AsyncGenerator<Item, void, undefined> {
  let asked = filter.paginaAtual ?? 0;
  let read = 0;
  let previousFirst: string | undefined;
  for (;;) {
    const page = await caller.call(
      operation,
      { filter: { ...filter, paginaAtual: asked } },
      options,
    );
    const items = itemsOf<Item>(page, operation.items);
    const { paginaAtual, quantidadeDePaginas } = (page as Page).parametros?.paginacao ?? {};
    const first = JSON.stringify(items[0]);
    const ignored = paginaAtual !== undefined && Number(paginaAtual) !== asked;
    if (ignored || (first !== undefined && first === previousFirst)) {
      throw new PixRespostaInvalidaError(
        {
          title: 'Page ignored',
          detail: `The provider was asked for page ${asked} and answered with another. Narrow the period so that it fits one page, or raise itensPorPagina.`,
          status: 200,
        },
        { operation: operationName(operation), provider: caller.config.provider.name },
      );
    }
    read += items.length;
    onPage?.({ paginaAtual: asked, quantidadeDePaginas, itens: read });
    yield* items;
    asked += 1;
    if (items.length === 0 || asked >= Number(quantidadeDePaginas ?? 0)) return;
    previousFirst = first;
  }
}
