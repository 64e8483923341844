/** Response to a payment in Inter's sandbox. */
export interface InterPagamento {
  /** End-to-end id of the Pix, 32 characters. */
  e2e: string;
}

/** Response to a payment of a recurring charge in Inter's sandbox. */
export interface InterPagamentoCobR {
  /** End-to-end id of the Pix, 32 characters. */
  endToEnd: string;
}

/**
 * An attempt by Inter to deliver a notification. The fields are Inter's and not in the
 * specification.
 */
export interface InterCallback {
  /** Address of the webhook. */
  webhookUrl?: string;
  /** Number of the attempt. */
  numeroTentativa?: number;
  /** When the attempt was made, RFC 3339. */
  dataHoraDisparo?: string;
  /** Whether the delivery succeeded. */
  sucesso?: boolean;
  /** HTTP status of the webhook's response. */
  httpStatus?: number;
  /** Error message of a failed delivery. */
  mensagemErro?: string;
  /** The posted body. */
  payload?: unknown;
}

/** A page of Inter's callbacks. */
export interface InterCallbacksConsultados {
  /** Number of pages. */
  totalPaginas?: number;
  /** Number of callbacks in all pages. */
  totalElementos?: number;
  /** Whether this is the first page. */
  primeiraPagina?: boolean;
  /** Whether this is the last page. */
  ultimaPagina?: boolean;
  /** Maximum number of callbacks per page. */
  tamanhoPagina?: number;
  /** Number of callbacks in this page. */
  numeroDeElementos?: number;
  /** The callbacks of the page. */
  data: InterCallback[];
}

/** Status of a charge in a batch. */
export type InterLoteSituacao = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';

/** Progress of a batch at Inter. The fields are Inter's and not in the specification. */
export interface InterLoteSumario {
  /** When Inter started to process the batch. */
  dataCriacaoProcessamento?: string;
  /** Status of the processing. */
  statusProcessamento?: string;
  /** Number of charges in the batch. */
  totalCobrancas?: number;
  /** Number of charges that were created. */
  totalCobrancasCriadas?: number;
  /** Number of charges that were refused. */
  totalCobrancasNegadas?: number;
}
