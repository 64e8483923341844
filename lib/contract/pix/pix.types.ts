import type { FiltroAplicado, Open } from '../shared/shared.types.js';
import type { ParametrosConsultaPixDto } from './pix.dto.js';

/** A component of the amount of a Pix. */
export interface PixComponente {
  /** The amount as decimal text, `7.00`. */
  valor: string;
}

/** The cash component of the amount of a Pix. */
export interface PixComponenteEmEspecie<Agente extends string> extends PixComponente {
  /**
   * Kind of agent that provides the cash: shop (`AGTEC`), other company or correspondent
   * (`AGTOT`), withdrawal service (`AGPSS`).
   */
  modalidadeAgente: Open<Agente>;
  /** ISPB of the participant that provides the withdrawal service, 8 characters. */
  prestadorDoServicoDeSaque: string;
}

/**
 * The components of the amount of a Pix: the sum of original, cash, interest and fine, less rebate
 * and discount.
 */
export interface PixComponentesValor {
  /** The amount of the purchase or charge. */
  original?: PixComponente;
  /** Cash withdrawal without a purchase. */
  saque?: PixComponenteEmEspecie<'AGTEC' | 'AGTOT' | 'AGPSS'>;
  /** Cash withdrawal in addition to a purchase. */
  troco?: PixComponenteEmEspecie<'AGTEC' | 'AGTOT'>;
  /** Interest for late payment. */
  juros?: PixComponente;
  /** Fine for late payment. */
  multa?: PixComponente;
  /** Rebate. */
  abatimento?: PixComponente;
  /** Discount for early payment. */
  desconto?: PixComponente;
}

/**
 * The reason for a refund (BCB schema `DevolucaoNatureza`): initiated by the receiver (`ORIGINAL`),
 * return of cash (`RETIRADA`), or the special return mechanism of the BCB (`MED_…`).
 */
export type DevolucaoNatureza = Open<
  'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO'
>;

/** Status of a refund. `DEVOLVIDO` and `NAO_REALIZADO` are final. */
export type DevolucaoStatus = Open<'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'>;

/** A refund of a received Pix (BCB schema `Devolucao`). */
export interface Devolucao {
  /** Identifier that the receiver chose, unique for the Pix, 1 to 35 letters and digits. */
  id: string;
  /** Return identifier in the payment system, 32 characters. */
  rtrId: string;
  /** The refunded amount as decimal text, `7.89`. */
  valor: string;
  /** The reason for the refund. If absent: `ORIGINAL`. */
  natureza?: DevolucaoNatureza;
  /** Text for the payer, at most 140 characters. */
  descricao?: string;
  /** When the refund was requested and settled. */
  horario: {
    /** When it was requested, RFC 3339. */
    solicitacao?: string;
    /** When it was settled, RFC 3339; absent until then. */
    liquidacao?: string;
  };
  /** Status of the refund. */
  status: DevolucaoStatus;
  /** Details of the status, for example why the refund was not executed. */
  motivo?: string;
}

/** A refund of a received Pix of a recurring charge (BCB schema `DevolucaoPixAutomatico`). */
interface DevolucaoPixAutomatico extends Omit<Devolucao, 'natureza'> {
  /** The reason for the refund. If absent: `ORIGINAL`. */
  natureza?: Open<'ORIGINAL' | 'MED_PIX_AUTOMATICO' | 'MED_FRAUDE'>;
}

/** A received Pix (BCB schema `Pix`). */
export interface Pix {
  /** End-to-end id of the Pix, 32 characters. */
  endToEndId: string;
  /**
   * Transaction identifier of the charge; absent if the Pix was paid to the key without a charge.
   */
  txid?: string;
  /** The received amount as decimal text, `110.00`. */
  valor: string;
  /** The components of the amount. */
  componentesValor?: PixComponentesValor;
  /** Pix key of the receiver. */
  chave?: string;
  /** When the Pix was settled, RFC 3339. */
  horario: string;
  /** Text from the payer, at most 140 characters. */
  infoPagador?: string;
  /** The refunds of the Pix. */
  devolucoes?: Devolucao[];
}

/** A received Pix of a recurring charge (BCB schema `PixAutomatico`). */
export interface PixAutomatico extends Omit<Pix, 'componentesValor' | 'chave' | 'devolucoes'> {
  /** Transaction identifier of the recurring charge. */
  txid: string;
  /** The refunds of the Pix. */
  devolucoes?: DevolucaoPixAutomatico[];
}

/**
 * The filter of a list of received Pix, as returned with the list (BCB schema
 * `ParametrosConsultaPix`).
 */
export type ParametrosConsultaPix = FiltroAplicado<ParametrosConsultaPixDto>;

/** A page of received Pix (BCB schema `PixConsultados`). */
export interface PixConsultados {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaPix;
  /** The Pix of the page. */
  pix: Pix[];
}

/** The body that the provider posts to the webhook of a key, at its address plus `/pix`. */
export interface PixNotificacao {
  /** The Pix that were received or refunded. */
  pix: Pix[];
}
