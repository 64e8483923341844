/** The registered webhook of recurring charges (BCB schema `WebhookCobRCompleto`). */
export interface WebhookCobRCompleto {
  webhookUrl: string;
  /** RFC 3339. */
  criacao?: string;
}
