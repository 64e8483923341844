import type { Paginacao } from '../../../contract/shared/paginacao.types.js';
import type { TimeIndex } from '../../kernel/time-index.js';

/** Which page of a period is asked for. */
export interface PageRequest {
  /** Instants in milliseconds, both included. */
  readonly inicio: number;
  readonly fim: number;
  readonly paginaAtual: number;
  readonly itensPorPagina: number;
}

export interface Page<T> {
  readonly items: T[];
  readonly paginacao: Paginacao;
}

/** One page of a period, in order of time. Without `matches` its cost depends on the page alone, not on the store. */
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
    return { items, paginacao: paginacao(request, to - from) };
  }
  const matching = index.slice(from, to).filter(matches);
  return {
    items: matching.slice(start, end),
    paginacao: paginacao(request, matching.length),
  };
}

function paginacao({ paginaAtual, itensPorPagina }: PageRequest, total: number): Paginacao {
  return {
    paginaAtual,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / itensPorPagina)),
    quantidadeTotalDeItens: total,
  };
}
