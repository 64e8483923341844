import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** Part of the amount of a Pix. */
export interface PixComponente {
  valor: string;
}

/** Cash part of the amount of a Pix. */
export interface PixComponenteEmEspecie<Agente extends string> extends PixComponente {
  modalidadeAgente: Open<Agente>;
  /** ISPB of the one who handed out the cash. */
  prestadorDoServicoDeSaque: string;
}

/** What the amount of a Pix is made of: original, cash, juros and multa, less abatimento and desconto. */
export interface PixComponentesValor {
  original?: PixComponente;
  saque?: PixComponenteEmEspecie<'AGTEC' | 'AGTOT' | 'AGPSS'>;
  troco?: PixComponenteEmEspecie<'AGTEC' | 'AGTOT'>;
  juros?: PixComponente;
  multa?: PixComponente;
  abatimento?: PixComponente;
  desconto?: PixComponente;
}

/** Why money went back (BCB schema `DevolucaoNatureza`). Absent means `ORIGINAL`. */
export type DevolucaoNatureza = Open<
  'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO'
>;

/** State of a refund. The last two are final. */
export type DevolucaoStatus = Open<'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'>;

/** A refund of a received Pix (BCB schema `Devolucao`). */
export interface Devolucao {
  /** Chosen by the receiver, unique for the Pix. */
  id: string;
  /** Identifier of the return in the payment system. */
  rtrId: string;
  valor: string;
  natureza?: DevolucaoNatureza;
  descricao?: string;
  /** RFC 3339. */
  horario: { solicitacao?: string; liquidacao?: string };
  status: DevolucaoStatus;
  motivo?: string;
}

/** A refund of a received Pix of a recurring charge (BCB schema `DevolucaoPixAutomatico`). */
interface DevolucaoPixAutomatico extends Omit<Devolucao, 'natureza'> {
  natureza?: Open<'ORIGINAL' | 'MED_PIX_AUTOMATICO' | 'MED_FRAUDE'>;
}

/** A received Pix (BCB schema `Pix`). */
export interface Pix {
  endToEndId: string;
  /** Absent when it was paid to the key alone. */
  txid?: string;
  valor: string;
  componentesValor?: PixComponentesValor;
  /** Pix key of the receiver. */
  chave?: string;
  /** RFC 3339. */
  horario: string;
  infoPagador?: string;
  devolucoes?: Devolucao[];
}

/** A received Pix of a recurring charge (BCB schema `PixAutomatico`). */
export interface PixAutomatico {
  endToEndId: string;
  txid: string;
  valor: string;
  /** RFC 3339. */
  horario: string;
  infoPagador?: string;
  devolucoes?: DevolucaoPixAutomatico[];
}

/** Filter that a list of received Pix repeats (BCB schema `ParametrosConsultaPix`). */
export interface ParametrosConsultaPix extends ParametrosConsulta {
  txid?: string;
  txIdPresente?: boolean;
  devolucaoPresente?: boolean;
  cpf?: string;
  cnpj?: string;
}

/** A page of received Pix (BCB schema `PixConsultados`). */
export interface PixConsultados {
  parametros: ParametrosConsultaPix;
  pix: Pix[];
}
