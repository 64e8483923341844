import {
  isPossiblePixKey,
  MAX_KEY_LENGTH,
  normalizePixKey,
  PIX_KEY_RULE,
} from '../../values/index.js';
import {
  json,
  list,
  type OperationBase,
  type PixFamily,
  type PixRecordRule,
  read,
  remove,
  set,
} from '../operation.js';
import { isSegment, type PathParam } from '../path.js';
import {
  ParametrosConsultaWebhooksDto,
  WebhookCobRSolicitadoDto,
  WebhookRecSolicitadoDto,
  WebhookSolicitadoDto,
} from './webhook.dto.js';
import type {
  WebhookCobRCompleto,
  WebhookCompleto,
  WebhookRecCompleto,
  WebhooksConsultados,
} from './webhook.types.js';

/** Webhooks (BCB schema `WebhookCompleto`). A provider may call the address before it accepts it. */
const record: PixRecordRule = {
  money: ['webhookUrl'],
  required: ['webhookUrl'],
  stateful: ['webhookUrl'],
  history: 'replaced',
  created: 'criacao',
};

interface Webhook<Path, Found, Dto> extends Partial<
  Pick<OperationBase<unknown, unknown, unknown>, 'params' | 'identifier' | 'providers'>
> {
  readonly family: PixFamily;
  /** The id of each operation. Default: of the family. */
  readonly toId?: (method: 'register' | 'get' | 'delete') => string;
  readonly path: Path;
  /** Start of the scopes. Default: the family. */
  readonly scope?: string;
  readonly body: new () => Dto;
  readonly returns: ReturnType<typeof json<Found>>;
}

/** Builds the operations of one webhook: `register` sets or replaces its address. */
export function webhookRows<const Path extends string, Found, Dto>(
  webhook: Webhook<Path, Found, Dto>,
) {
  const { toId = (method) => `${webhook.family}.${method}`, ...row } = webhook;
  const { scope = row.family, body, returns, identifier, ...rest } = row;
  const get = read({
    ...rest,
    ...(identifier && { identifier }),
    id: toId('get'),
    scope: `${scope}.read`,
    returns,
  });
  const writes = { ...rest, scope: `${scope}.write`, record, read: get };
  return {
    register: set({ ...writes, id: toId('register'), body, registersWebhook: true }),
    get,
    delete: remove({ ...writes, id: toId('delete') }),
  } as const;
}

/** Pix key of a webhook: 1 to 77 characters. */
const chaveParam: PathParam = {
  name: 'chave',
  describe: PIX_KEY_RULE,
  normalize: normalizePixKey,
  accepts: (value) => isSegment(value) && Array.from(value).length <= MAX_KEY_LENGTH,
  validates: isPossiblePixKey,
};

/** Operations on the webhooks of received Pix (docs/interface.md#webhooks-of-received-pix). */
export const webhookOperations = {
  ...webhookRows({
    family: 'webhook',
    path: '/webhook/{chave}',
    params: [chaveParam],
    body: WebhookSolicitadoDto,
    returns: json<WebhookCompleto>(),
    identifier: { field: 'chave', param: 'chave', isKey: true },
  }),

  /** Reads one page of webhooks. */
  list: list({
    id: 'webhook.list',
    path: '/webhook',
    filter: ParametrosConsultaWebhooksDto,
    items: 'webhooks',
    returns: json<WebhooksConsultados>(),
  }),
} as const;

/** Operations on the webhook of recurrences; it has no key in its path. */
export const webhookrecOperations = webhookRows({
  family: 'webhookrec',
  path: '/webhookrec',
  body: WebhookRecSolicitadoDto,
  returns: json<WebhookRecCompleto>(),
});

/** Operations on the webhook of recurring charges; it has no key in its path. */
export const webhookcobrOperations = webhookRows({
  family: 'webhookcobr',
  path: '/webhookcobr',
  body: WebhookCobRSolicitadoDto,
  returns: json<WebhookCobRCompleto>(),
});
