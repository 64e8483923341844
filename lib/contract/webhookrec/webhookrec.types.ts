/** The registered webhook of recurrences (BCB schema `WebhookRecCompleto`). */
export interface WebhookRecCompleto {
  /** The registered address. */
  webhookUrl: string;
  /** When the webhook was registered, RFC 3339. */
  criacao?: string;
}
