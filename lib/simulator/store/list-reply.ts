import type { Paginacao } from '../../contract/shared/paginacao.types.js';
import { instantOf } from '../../contract/validation/index.js';
import type { Page, PageRequest } from './page.js';

/** What every list's filter has (schemas `Inicio`, `Fim`, `Paginacao`). */
export interface ListFilter {
  inicio?: string | Date;
  fim?: string | Date;
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** Default size of a page (parameter `itensPorPagina`). */
const ITENS_POR_PAGINA = 100;

/** Told under `paginacao`, as they turned out. */
const PAGE_FIELDS = new Set(['paginaAtual', 'itensPorPagina']);

/** Which page of which period a filter asks for; without instants, all of time. */
export function pageRequestOf({
  inicio,
  fim,
  paginaAtual = 0,
  itensPorPagina = ITENS_POR_PAGINA,
}: ListFilter): PageRequest {
  return {
    inicio: inicio === undefined ? -Infinity : instantOf(inicio),
    fim: fim === undefined ? Infinity : instantOf(fim),
    paginaAtual,
    itensPorPagina,
  };
}

/** `parametros` of a list's answer: the filter as it came, and the page. A `convenio` is shown below `recebedor`. */
export function parametrosOf(
  filter: ListFilter & { convenio?: string },
  { paginacao }: Page<unknown>,
): Record<string, unknown> & { paginacao: Paginacao } {
  const { convenio, ...shown } = filter;
  const criteria = Object.entries(shown).filter(([name]) => !PAGE_FIELDS.has(name));
  return {
    ...(Object.fromEntries(criteria) as object),
    ...(convenio !== undefined && { recebedor: { convenio } }),
    paginacao,
  };
}
