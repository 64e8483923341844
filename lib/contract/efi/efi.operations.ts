import type { PixOperation } from '../operation.js';
import { locationIdParam } from '../shared/path-params.js';
import { EfiReenvioWebhookDto } from './efi.dto.js';
import type { EfiQrCode } from './efi.types.js';

/** Reads the QR code of a location. */
const getLocQrCode: PixOperation<undefined, EfiQrCode> = {
  id: 'efi.getLocQrCode',
  family: 'loc',
  method: 'GET',
  path: '/loc/{id}/qrcode',
  scope: 'payloadlocation.read',
  params: [locationIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  providers: ['efi'],
};

/**
 * Requests redelivery of notifications of received Pix. Efí publishes neither the response nor a scope, which its
 * clients do not send.
 */
const resendWebhooks: PixOperation<EfiReenvioWebhookDto, undefined> = {
  id: 'efi.resendWebhooks',
  family: 'webhook',
  method: 'POST',
  path: '/gn/webhook/reenviar',
  scope: 'webhook.write',
  params: [],
  success: [202],
  requestBody: 'required',
  responseBody: 'empty',
  body: EfiReenvioWebhookDto,
  repeat: 'duplicates',
  providers: ['efi'],
};

/** Operations that only Efí offers. */
export const efiOperations = { getLocQrCode, resendWebhooks } as const;
