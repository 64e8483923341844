import type { Paginacao } from 'nestjs-pix';
import type { TimeIndex } from '../../kernel/time-index.js';

/** A requested page of a period. */
export interface PageRequest {
  /** Instants in milliseconds since the epoch, both inclusive. */
  readonly inicio: number;
  readonly fim: number;
  readonly paginaAtual: number;
  readonly itensPorPagina: number;
}

export interface Page<T> {
  readonly items: T[];
  readonly paginacao: Paginacao;
}

/**
 * Selects a page of a period, in chronological order. Without `matches`, the cost depends only on
 * the size of the page, not of the store.
 */
export function selectPage<T>(
  index: TimeIndex<T>,
  request: PageRequest,
  matches?: (item: T) => boolean,
): Page<T> {
  const [from, to] = index.range(request.inicio, request.fim);
  const start = request.paginaAtual * request.itensPorPagina;
  const end = start + request.itensPorPagina;
  if (matches === undefined) {
    const items = index.slice(Math.min(from + start, to), Math.min(from + end, to));
    return { items, paginacao: toPaginacao(request, to - from) };
  }
  const matching = index.slice(from, to).filter(matches);
  return {
    items: matching.slice(start, end),
    paginacao: toPaginacao(request, matching.length),
  };
}

function toPaginacao({ paginaAtual, itensPorPagina }: PageRequest, total: number): Paginacao {
  return {
    paginaAtual,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / itensPorPagina)),
    quantidadeTotalDeItens: total,
  };
}
