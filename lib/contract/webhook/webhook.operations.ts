import {
  isPossiblePixKey,
  MAX_KEY_LENGTH,
  normalizePixKey,
  PIX_KEY_RULE,
} from '../../values/index.js';
import type { AtPath, PixOperation } from '../operation.js';
import { isSegment, type PathParam } from '../path-param.js';
import { webhookRecord } from '../shared/record-rules.js';
import { ParametrosConsultaWebhooksDto } from './webhook-consulta.dto.js';
import { WebhookSolicitadoDto } from './webhook.dto.js';
import type { WebhookCompleto, WebhooksConsultados } from './webhook.types.js';

const keyPath = '/webhook/{chave}';

/** Pix key of a webhook: 1 to 77 characters. */
const chaveParam: PathParam = {
  name: 'chave',
  describe: PIX_KEY_RULE,
  normalize: normalizePixKey,
  accepts: (value) => isSegment(value) && Array.from(value).length <= MAX_KEY_LENGTH,
  validates: isPossiblePixKey,
};

/** Reads the webhook of a key. */
const get: PixOperation<undefined, WebhookCompleto> & AtPath<typeof keyPath> = {
  id: 'webhook.get',
  family: 'webhook',
  method: 'GET',
  path: keyPath,
  scope: 'webhook.read',
  params: [chaveParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'chave', param: 'chave', isKey: true },
};

/** Registers or replaces the webhook of a key. */
const register: PixOperation<WebhookSolicitadoDto, undefined> & AtPath<typeof keyPath> = {
  id: 'webhook.register',
  family: 'webhook',
  method: 'PUT',
  path: keyPath,
  scope: 'webhook.write',
  params: [chaveParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: WebhookSolicitadoDto,
  registersWebhook: true,
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'set', read: get },
};

/** Deletes the webhook of a key. */
const remove: PixOperation<undefined, undefined> & AtPath<typeof keyPath> = {
  id: 'webhook.delete',
  family: 'webhook',
  method: 'DELETE',
  path: keyPath,
  scope: 'webhook.write',
  params: [chaveParam],
  success: [204],
  requestBody: 'none',
  responseBody: 'empty',
  repeat: 'idempotent',
  record: webhookRecord,
  settle: { kind: 'remove', read: get },
};

/** Reads one page of webhooks. */
const list: PixOperation<undefined, WebhooksConsultados, ParametrosConsultaWebhooksDto> = {
  id: 'webhook.list',
  family: 'webhook',
  method: 'GET',
  path: '/webhook',
  scope: 'webhook.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaWebhooksDto,
  items: 'webhooks',
  repeat: 'safe',
};

/** Operations on the webhooks of received Pix (docs/interface.md#webhooks-of-received-pix). */
export const webhookOperations = { register, get, delete: remove, list } as const;
