import type { PixOperation } from '../operation.js';
import { webhookRecord } from '../shared/record-rules.js';
import { WebhookRecSolicitadoDto } from './webhookrec.dto.js';
import type { WebhookRecCompleto } from './webhookrec.types.js';

/** Reads the webhook of recurrences. */
const get: PixOperation<undefined, WebhookRecCompleto> = {
  id: 'webhookrec.get',
  family: 'webhookrec',
  method: 'GET',
  path: '/webhookrec',
  scope: 'webhookrec.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
};

/** Registers or replaces the webhook of recurrences. */
const register: PixOperation<WebhookRecSolicitadoDto, undefined> = {
  id: 'webhookrec.register',
  family: 'webhookrec',
  method: 'PUT',
  path: '/webhookrec',
  scope: 'webhookrec.write',
  params: [],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: WebhookRecSolicitadoDto,
  registersWebhook: true,
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'set', read: get },
};

/** Deletes the webhook of recurrences. */
const remove: PixOperation<undefined, undefined> = {
  id: 'webhookrec.delete',
  family: 'webhookrec',
  method: 'DELETE',
  path: '/webhookrec',
  scope: 'webhookrec.write',
  params: [],
  success: [204],
  requestBody: 'none',
  responseBody: 'empty',
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'remove', read: get },
};

/** Operations on the webhook of recurrences; it has no key in its path. */
export const webhookrecOperations = { register, get, delete: remove } as const;
