import { resolveDefaultKey } from '../control/api-caller.js';
import type { SimulatorControl } from '../control/control.js';
import type { DeliveryKind } from '../domain/deliveries.js';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import { SINGLE, type SingleWebhookRecord, type SingleWebhookStore } from '../families/webhooks.js';
import {
  BodyFields,
  defineRoute,
  parseLimit,
  type ControlRoute,
  type DeliveryList,
  type WebhookAddress,
  type WebhookList,
} from './route.js';

/** Routes for webhooks: registrations, deliveries with their attempts, and repeated delivery. */
export function deliveriesRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { deliveries } = state;
  return [
    ...registrationRoutes(control, state),
    {
      method: 'GET',
      path: '/deliveries',
      action: ({ query }): DeliveryList => ({
        deliveries: deliveries.newest(parseLimit(query)),
        total: deliveries.size,
      }),
    },
    defineRoute({
      method: 'GET',
      path: '/deliveries/{id}',
      action: ({ params }) => {
        const delivery = deliveries.get(Number(params.id));
        if (delivery === undefined) throw new SimulatorProblem('NaoEncontrado');
        return delivery;
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/deliveries/{id}/redeliver',
      status: 202,
      action: ({ params }) => control.redeliver(Number(params.id)),
    }),
    {
      method: 'GET',
      path: '/webhooks',
      action: (): WebhookList => ({
        webhooks: [
          ...state.webhooks.byCreation
            .all()
            .map(({ chave, ...webhook }) => ({ chave, ...toWebhook('pix', webhook) })),
          ...[state.webhookRec, state.webhookCobR].flatMap(listSingle),
        ],
      }),
    },
  ];
}

/** Routes that register and delete webhooks, as the receiver. */
function registrationRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { api } = control;
  return [
    defineRoute({
      method: 'PUT',
      path: '/webhooks/{kind}',
      action: async ({ params: { kind }, body }) => {
        const fields = new BodyFields(await body());
        const chave = fields.text('chave');
        const webhookUrl = fields.checkRequired('url', fields.text('url'));
        const { register } = findOperations(kind);
        await api.call(register, {
          params: { chave: chave ?? resolveDefaultKey(state) },
          body: { webhookUrl },
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/webhooks/{kind}',
      action: ({ params: { kind }, query }) =>
        api.call(findOperations(kind).delete, {
          params: { chave: query.get('chave') ?? resolveDefaultKey(state) },
        }),
    }),
  ];
}

/** The operations for the webhooks of each kind of event. */
const OPERATIONS = {
  pix: { register: 'webhook.register', delete: 'webhook.delete' },
  rec: { register: 'webhookrec.register', delete: 'webhookrec.delete' },
  cobr: { register: 'webhookcobr.register', delete: 'webhookcobr.delete' },
} as const satisfies Record<DeliveryKind, unknown>;

function findOperations(kind: string): (typeof OPERATIONS)[DeliveryKind] {
  if (Object.hasOwn(OPERATIONS, kind)) return OPERATIONS[kind as DeliveryKind];
  throw new SimulatorProblem('NaoEncontrado', {
    detail: `Os tipos de webhook são: ${Object.keys(OPERATIONS).join(', ')}.`,
  });
}

function listSingle(store: SingleWebhookStore): WebhookAddress[] {
  const webhook = store.get(SINGLE);
  const { kind } = store;
  return webhook === undefined || kind === undefined ? [] : [toWebhook(kind, webhook)];
}

/** Converts a registration. Leaves out the query of its address, where integrators put a secret. */
function toWebhook(
  kind: DeliveryKind,
  { webhookUrl, createdAt }: SingleWebhookRecord,
): WebhookAddress {
  const { origin, pathname } = new URL(webhookUrl);
  return { kind, url: origin + pathname, criacao: new Date(createdAt).toISOString() };
}
