import type { PixOperation } from '../operation.js';
import { webhookRecord } from '../shared/record-rules.js';
import { WebhookCobRSolicitadoDto } from './webhookcobr.dto.js';
import type { WebhookCobRCompleto } from './webhookcobr.types.js';

/** Reads the webhook of recurring charges. */
const get: PixOperation<undefined, WebhookCobRCompleto> = {
  id: 'webhookcobr.get',
  family: 'webhookcobr',
  method: 'GET',
  path: '/webhookcobr',
  scope: 'webhookcobr.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
};

/** Registers or replaces the webhook of recurring charges. */
const register: PixOperation<WebhookCobRSolicitadoDto, undefined> = {
  id: 'webhookcobr.register',
  family: 'webhookcobr',
  method: 'PUT',
  path: '/webhookcobr',
  scope: 'webhookcobr.write',
  params: [],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: WebhookCobRSolicitadoDto,
  registersWebhook: true,
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'set', read: get },
};

/** Deletes the webhook of recurring charges. */
const remove: PixOperation<undefined, undefined> = {
  id: 'webhookcobr.delete',
  family: 'webhookcobr',
  method: 'DELETE',
  path: '/webhookcobr',
  scope: 'webhookcobr.write',
  params: [],
  success: [204],
  requestBody: 'none',
  responseBody: 'empty',
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'remove', read: get },
};

/** Operations on the webhook of recurring charges; it has no key in its path. */
export const webhookcobrOperations = { register, get, delete: remove } as const;
