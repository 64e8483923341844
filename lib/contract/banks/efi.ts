import { act, json, read } from '../operation.js';
import { locationIdParam } from '../path.js';
import type { Body } from '../shared/body.js';
import { TextField, TextListField } from '../validation/fields.js';

/** Body that requests redelivery of notifications from Efí. */
export class EfiReenvioWebhookDto {
  /** Kind of the notifications: `PIX_RECEBIDO`. */
  @TextField('Tipo das notificações.', { min: 1, example: 'PIX_RECEBIDO' })
  tipo!: string;

  /** End-to-end ids of the Pix, of the last 30 days. */
  @TextListField('Pix cujas notificações se reenviam.', { min: 1 })
  e2eids!: string[];
}

/** Body that requests redelivery of Efí's notifications. */
export type EfiReenvioWebhook = Body<EfiReenvioWebhookDto>;

/** The QR code of a location at Efí. The fields are Efí's and not in the specification. */
export interface EfiQrCode {
  /** BR Code of the charge at the location. */
  qrcode: string;
  /** PNG image as a data URL: `data:image/png;base64,…`. */
  imagemQrcode: string;
  /** Page of Efí that shows the code. */
  linkVisualizacao?: string;
}

const providers = ['efi'];

/** Operations that only Efí offers. */
export const efiOperations = {
  /** Reads the QR code of a location. */
  getLocQrCode: read({
    id: 'efi.getLocQrCode',
    family: 'loc',
    path: '/loc/{id}/qrcode',
    scope: 'payloadlocation.read',
    params: [locationIdParam],
    returns: json<EfiQrCode>(),
    providers,
  }),

  /**
   * Requests redelivery of notifications of received Pix. Efí publishes neither the response nor a scope, which its
   * clients do not send.
   */
  resendWebhooks: act({
    id: 'efi.resendWebhooks',
    family: 'webhook',
    method: 'POST',
    path: '/gn/webhook/reenviar',
    body: EfiReenvioWebhookDto,
    success: [202],
    providers,
  }),
} as const;

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
