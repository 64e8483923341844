import type { Paginacao } from 'nestjs-pix';
import { DEFAULT_PAGE_SIZE, parseInstant } from 'nestjs-pix/spec';
import type { Page, PageRequest } from './page.js';

/** Filter fields of every list (schemas `Inicio`, `Fim`, `Paginacao`). */
export interface ListFilter {
  inicio?: string | Date;
  fim?: string | Date;
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** Fields of a filter that are shown below `paginacao`. */
const PAGE_FIELDS = new Set(['paginaAtual', 'itensPorPagina']);

/** Converts a filter to a page request. Without instants, the period includes all records. */
export function toPageRequest({
  inicio,
  fim,
  paginaAtual = 0,
  itensPorPagina = DEFAULT_PAGE_SIZE,
}: ListFilter): PageRequest {
  return {
    inicio: inicio === undefined ? -Infinity : parseInstant(inicio),
    fim: fim === undefined ? Infinity : parseInstant(fim),
    paginaAtual,
    itensPorPagina,
  };
}

/** `parametros` of a list: the filter as it was sent, except for page fields and `convenio`, and the page. */
export type ListParametros<Filter> = Omit<
  Filter,
  'inicio' | 'fim' | 'paginaAtual' | 'itensPorPagina' | 'convenio'
> & { inicio: string; fim: string; paginacao: Paginacao; recebedor?: { convenio: string } };

/** Builds the `parametros` of a list. A `convenio` is shown below `recebedor`. */
export function toParametros<Filter extends ListFilter & { convenio?: string }>(
  filter: Filter,
  { paginacao }: Page<unknown>,
): ListParametros<Filter> {
  const { convenio, ...shown } = filter;
  const criteria = Object.entries(shown).filter(([name]) => !PAGE_FIELDS.has(name));
  return {
    ...Object.fromEntries(criteria),
    ...(convenio !== undefined && { recebedor: { convenio } }),
    paginacao,
  } as ListParametros<Filter>;
}
