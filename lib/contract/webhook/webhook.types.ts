import type { ParametrosConsulta } from '../shared/shared.types.js';

/**
 * A registered webhook of received Pix (BCB schema `WebhookCompleto`, whose example has `chave` in
 * place of `cnpj`).
 */
export interface WebhookCompleto {
  /** The registered address. */
  webhookUrl: string;
  /** CNPJ of the receiver, 14 characters. */
  cnpj?: string;
  /** Pix key whose payments are notified. */
  chave?: string;
  /** When the webhook was registered, RFC 3339. */
  criacao: string;
}

/** A page of webhooks (BCB schema `WebhooksConsultados`). */
export interface WebhooksConsultados {
  /** The applied filter and the position of the page. */
  parametros?: Partial<ParametrosConsulta>;
  /** The webhooks of the page. */
  webhooks: WebhookCompleto[];
}

/** The registered webhook of recurrences (BCB schema `WebhookRecCompleto`). */
export interface WebhookRecCompleto {
  /** The registered address. */
  webhookUrl: string;
  /** When the webhook was registered, RFC 3339. */
  criacao?: string;
}

/** The registered webhook of recurring charges (BCB schema `WebhookCobRCompleto`). */
export type WebhookCobRCompleto = WebhookRecCompleto;
