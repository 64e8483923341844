import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { PixProblema } from '../shared/problema.types.js';

/** Result of the creation of one charge of a batch. */
export interface LoteCobVItem {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** Status of the creation: in progress, created or refused. */
  status: Open<'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA'>;
  /** Why the creation was refused, with `NEGADA`. */
  problema?: PixProblema;
  /** When the charge was created, RFC 3339. */
  criacao?: string;
}

/** A batch of due-date charges (BCB schema `LoteCobVConsultado`). */
export interface LoteCobVConsultado {
  /** Identifier of the batch. Absent in the examples of the specification. */
  id?: number;
  /** Description of the batch. */
  descricao: string;
  /** When the batch was created, RFC 3339. */
  criacao: string;
  /** The result of each charge. */
  cobsv: LoteCobVItem[];
}

/** A page of batches (BCB schema `LotesCobVConsultados`). */
export interface LotesCobVConsultados {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsulta;
  /** The batches of the page. */
  lotes: LoteCobVConsultado[];
}
