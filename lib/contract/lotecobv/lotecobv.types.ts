import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { PixProblema } from '../shared/problema.types.js';

/** What became of one charge of a batch. */
export interface LoteCobVItem {
  txid: string;
  status: Open<'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA'>;
  /** Why it is `NEGADA`. */
  problema?: PixProblema;
  /** RFC 3339. */
  criacao?: string;
}

/** A batch of due-date charges (BCB schema `LoteCobVConsultado`). */
export interface LoteCobVConsultado {
  /** Absent from the specification's own examples. */
  id?: number;
  descricao: string;
  /** RFC 3339. */
  criacao: string;
  cobsv: LoteCobVItem[];
}

/** A page of batches (BCB schema `LotesCobVConsultados`). */
export interface LotesCobVConsultados {
  parametros: ParametrosConsulta;
  lotes: LoteCobVConsultado[];
}
