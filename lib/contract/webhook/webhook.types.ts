import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** A registered webhook (BCB schema `WebhookCompleto`; its example has `chave` where it has `cnpj`). */
export interface WebhookCompleto {
  webhookUrl: string;
  cnpj?: string;
  chave?: string;
  /** RFC 3339. */
  criacao: string;
}

/** A page of webhooks (BCB schema `WebhooksConsultados`). */
export interface WebhooksConsultados {
  parametros?: Partial<ParametrosConsulta>;
  webhooks: WebhookCompleto[];
}
