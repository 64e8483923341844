import type { Devolucao, PixConsultados } from '../pix/pix.types.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** A page of Banco do Brasil's own list of received Pix. */
export type BbPixConsultados = PixConsultados;

/** A refund with the Pix that it belongs to. */
export interface BbDevolucao extends Devolucao {
  endToEndId?: string;
  chave?: string;
}

/** A page of refunds. */
export interface BbDevolucoesConsultadas {
  parametros: ParametrosConsulta;
  devolucoes: BbDevolucao[];
}
