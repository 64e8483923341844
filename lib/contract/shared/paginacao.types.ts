/** Where a page stands in its list (BCB schema `Paginacao`). */
export interface Paginacao {
  /** From 0. */
  paginaAtual: number;
  itensPorPagina: number;
  quantidadeDePaginas: number;
  quantidadeTotalDeItens: number;
}

/** What every list repeats of its filter. Instants are RFC 3339. */
export interface ParametrosConsulta {
  inicio: string;
  fim: string;
  paginacao: Paginacao;
}
