/** The registered webhook of recurring charges (BCB schema `WebhookCobRCompleto`). */
export interface WebhookCobRCompleto {
  /** The registered address. */
  webhookUrl: string;
  /** When the webhook was registered, RFC 3339. */
  criacao?: string;
}
