/** The registered webhook of recurrences (BCB schema `WebhookRecCompleto`). */
export interface WebhookRecCompleto {
  webhookUrl: string;
  /** RFC 3339. */
  criacao?: string;
}
