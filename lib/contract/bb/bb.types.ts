import type { Devolucao, PixConsultados } from '../pix/pix.types.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** The filter of Banco do Brasil's own lists as it returns it: without a period if none was sent. */
export type BbParametrosConsulta = Omit<ParametrosConsulta, 'inicio' | 'fim'> &
  Partial<Pick<ParametrosConsulta, 'inicio' | 'fim'>>;

/** A page of Banco do Brasil's own list of received Pix. */
export interface BbPixConsultados extends Omit<PixConsultados, 'parametros'> {
  /** The applied filter and the position of the page. */
  parametros: BbParametrosConsulta;
}

/** Banco do Brasil's webhook of requests to confirm a recurrence. */
export interface BbWebhookSolicRec {
  /** The registered address. */
  webhookUrl: string;
  /** When the webhook was registered, RFC 3339. */
  criacao?: string;
}

/** A refund together with identifiers of its Pix. */
export interface BbDevolucao extends Devolucao {
  /** End-to-end id of the refunded Pix. */
  endToEndId?: string;
  /** Pix key that received the refunded Pix. */
  chave?: string;
}

/** A page of refunds. */
export interface BbDevolucoesConsultadas {
  /** The applied filter and the position of the page. */
  parametros: BbParametrosConsulta;
  /** The refunds of the page. */
  devolucoes: BbDevolucao[];
}
