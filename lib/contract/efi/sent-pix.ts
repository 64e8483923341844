/**
 * How Efí marks a Pix that the account sent, in a notification of Pix. The specification has no
 * notification of a sent Pix.
 *
 * Source: Efí, documentation of the Pix API, webhooks ("Recebendo callbacks").
 */
export const efiSentPix = {
  /** The value of `tipo` that only a sent Pix has. */
  tipo: 'SOLICITACAO',
  /** The values of `status`. A received Pix has no `status` in the specification. */
  statuses: ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'],
  /** Field with an object that contains `idEnvio`. */
  extras: 'gnExtras',
} as const;
