import type { PayloadLocationVinculada } from '../loc/loc.types.js';
import type { Pix } from '../pix/pix.types.js';
import type { Plain } from '../shared/body.js';
import type { DevedorRecorrenciaDto } from '../shared/shared.dto.js';
import type {
  CobBaseCopiaCola,
  CobrancaStatus,
  DadosComplementaresPessoa,
  FiltroAplicado,
  Open,
  ParametrosConsulta,
  Pessoa,
  PixProblema,
} from '../shared/shared.types.js';
import type {
  CobVDescontoDto,
  CobVMultaDto,
  CobVValorDto,
  ParametrosConsultaCobVDto,
} from './cobv.dto.js';

/** A fine, interest or rebate of a due-date charge. */
export type CobVEncargo = Plain<CobVMultaDto>;

/** A discount of a due-date charge: until fixed dates, or for each day of early payment. */
export type CobVDesconto = Plain<CobVDescontoDto>;

/** Amount of a due-date charge (BCB schema `CobVValor`). */
export type CobVValor = Plain<CobVValorDto>;

/** The debtor (BCB schema `DadosDevedor`). */
export type Devedor = Pessoa & Plain<DevedorRecorrenciaDto>;

/** The receiver (BCB schema `DadosRecebedor`). */
export type Recebedor = Pessoa &
  Required<DadosComplementaresPessoa> & {
    /** Trade name. */
    nomeFantasia?: string;
  };

/** A due-date charge as returned after its creation or revision (BCB schema `CobVGerada`). */
export interface CobVGerada extends CobBaseCopiaCola {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** Revision number: starts at 0 and increases by 1 with each revision. */
  revisao: number;
  /** Status of the record; an overdue charge remains `ATIVA`. */
  status: CobrancaStatus;
  /** When the charge was created, is due and stops being payable. */
  calendario: {
    /** When the charge was created, RFC 3339. */
    criacao: string;
    /** Due date, `YYYY-MM-DD`. */
    dataDeVencimento: string;
    /** How long the charge can be paid after its due date, in calendar days. */
    validadeAposVencimento: number;
  };
  /** The debtor. */
  devedor: Devedor;
  /** The receiver. */
  recebedor: Recebedor;
  /** The amount. */
  valor: CobVValor;
  /** The location of the charge's payload. */
  loc?: PayloadLocationVinculada;
}

/** A due-date charge with its payments (BCB schema `CobVCompleta`). */
export interface CobVCompleta extends CobVGerada {
  /** The Pix that paid the charge. */
  pix?: Pix[];
}

/** A page of due-date charges (BCB schema `CobsVConsultadas`). */
export interface CobsVConsultadas {
  /** The applied filter and the position of the page. */
  parametros: FiltroAplicado<ParametrosConsultaCobVDto>;
  /** The charges of the page. */
  cobs: CobVCompleta[];
}

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
