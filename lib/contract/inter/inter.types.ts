/** Answer to a payment in Inter's sandbox. */
export interface InterPagamento {
  /** End-to-end id of the Pix. */
  e2e: string;
}

/** An attempt of Inter's to deliver a notification. Its fields are no part of the specification. */
export interface InterCallback {
  webhookUrl?: string;
  numeroTentativa?: number;
  /** RFC 3339. */
  dataHoraDisparo?: string;
  sucesso?: boolean;
  httpStatus?: number;
  mensagemErro?: string;
  /** What was posted. */
  payload?: unknown;
}

/** A page of Inter's callbacks. */
export interface InterCallbacksConsultados {
  totalPaginas?: number;
  totalElementos?: number;
  primeiraPagina?: boolean;
  ultimaPagina?: boolean;
  tamanhoPagina?: number;
  numeroDeElementos?: number;
  data: InterCallback[];
}

/** State of the request for one charge of a batch. */
export type InterLoteSituacao = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';

/** How far Inter is with a batch. Its fields are no part of the specification. */
export interface InterLoteSumario {
  dataCriacaoProcessamento?: string;
  statusProcessamento?: string;
  totalCobrancas?: number;
  totalCobrancasCriadas?: number;
  totalCobrancasNegadas?: number;
}
