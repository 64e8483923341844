import type { PixOperation } from '../operation.js';
import { webhookRecord } from '../shared/record-rules.js';
import { BbConsultaDevolucoesDto, BbConsultaPixDto, BbWebhookSolicRecDto } from './bb.dto.js';
import type { BbDevolucoesConsultadas, BbPixConsultados, BbWebhookSolicRec } from './bb.types.js';

/** Reads one page of received Pix; can also filter by key and by dispute. */
const listPix: PixOperation<undefined, BbPixConsultados, BbConsultaPixDto> = {
  id: 'bb.listPix',
  family: 'pix',
  method: 'GET',
  path: '/pix-bb',
  scope: 'pix-bb.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: BbConsultaPixDto,
  items: 'pix',
  repeat: 'safe',
  providers: ['bb'],
};

/** Reads one page of refunds. */
const listDevolucoes: PixOperation<undefined, BbDevolucoesConsultadas, BbConsultaDevolucoesDto> = {
  id: 'bb.listDevolucoes',
  family: 'pix',
  method: 'GET',
  path: '/pix-bb/devolucoes',
  scope: 'pix-bb.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: BbConsultaDevolucoesDto,
  items: 'devolucoes',
  repeat: 'safe',
  providers: ['bb'],
};

// A published client names the scopes of this webhook. Its path and body follow those of `webhookrec` (D98).

/** Reads the webhook of requests to confirm a recurrence. */
const getWebhookSolicRec: PixOperation<undefined, BbWebhookSolicRec> = {
  id: 'bb.getWebhookSolicRec',
  family: 'webhookrec',
  method: 'GET',
  path: '/webhooksolicrec',
  scope: 'webhooksolicrec.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  providers: ['bb'],
};

/** Registers or replaces the webhook of requests to confirm a recurrence. */
const registerWebhookSolicRec: PixOperation<BbWebhookSolicRecDto, undefined> = {
  id: 'bb.registerWebhookSolicRec',
  family: 'webhookrec',
  method: 'PUT',
  path: '/webhooksolicrec',
  scope: 'webhooksolicrec.write',
  params: [],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: BbWebhookSolicRecDto,
  registersWebhook: true,
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'set', read: getWebhookSolicRec },
  providers: ['bb'],
};

/** Deletes the webhook of requests to confirm a recurrence. */
const deleteWebhookSolicRec: PixOperation<undefined, undefined> = {
  id: 'bb.deleteWebhookSolicRec',
  family: 'webhookrec',
  method: 'DELETE',
  path: '/webhooksolicrec',
  scope: 'webhooksolicrec.write',
  params: [],
  success: [204],
  requestBody: 'none',
  responseBody: 'empty',
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'remove', read: getWebhookSolicRec },
  providers: ['bb'],
};

/** Operations that only Banco do Brasil offers. */
export const bbOperations = {
  listPix,
  listDevolucoes,
  registerWebhookSolicRec,
  getWebhookSolicRec,
  deleteWebhookSolicRec,
} as const;
