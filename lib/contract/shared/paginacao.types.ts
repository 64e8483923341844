/** The position of a page in its list (BCB schema `Paginacao`). */
export interface Paginacao {
  /** Number of this page, from 0. */
  paginaAtual: number;
  /** Maximum number of items per page. */
  itensPorPagina: number;
  /** Number of pages. */
  quantidadeDePaginas: number;
  /** Number of items in all pages. */
  quantidadeTotalDeItens: number;
}

/** The fields that every list returns of its filter. */
export interface ParametrosConsulta {
  /** Start of the period, RFC 3339. */
  inicio: string;
  /** End of the period, RFC 3339. */
  fim: string;
  /** The position of the page. */
  paginacao: Paginacao;
}
