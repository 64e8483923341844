import { resolveDefaultKey } from '../control/api-caller.js';
import type { SimulatorControl } from '../control/control.js';
import type { DeliveryKind } from '../domain/deliveries.js';
import type { SimulatorState } from '../domain/state.js';
import { required, text } from '../families/fields.js';
import { SimulatorProblem } from '../families/problems.js';
import { SINGLE, type SingleWebhookRecord } from '../families/webhooks.js';
import { found, parseLimit, readFields, route, type ControlRoute } from './route.js';

/** Routes for webhooks: registrations, deliveries with their attempts, and repeated delivery. */
export function deliveriesRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { api } = control;
  const { deliveries, webhooks, webhookRec, webhookCobR } = state;
  return [
    route('GET /deliveries', ({ query }) => ({
      deliveries: deliveries.newest(parseLimit(query)),
      total: deliveries.size,
    })),
    route('GET /deliveries/{id}', ({ params: { id } }) => found(deliveries.get(Number(id)))),
    route(
      'POST /deliveries/{id}/redeliver',
      ({ params: { id } }) => control.redeliver(Number(id)),
      202,
    ),
    route('GET /webhooks', () => ({
      webhooks: [
        ...webhooks.byCreation
          .all()
          .map(({ chave, ...webhook }) => ({ chave, ...toWebhook('pix', webhook) })),
        ...[webhookRec, webhookCobR].flatMap((store) => {
          const webhook = store.get(SINGLE);
          return webhook && store.kind ? [toWebhook(store.kind, webhook)] : [];
        }),
      ],
    })),
    route('PUT /webhooks/{kind}', async ({ params: { kind }, body }) => {
      const { chave, url } = readFields(await body(), { chave: text, url: required(text) });
      await api.call(findOperations(kind).register, {
        params: { chave: chave ?? resolveDefaultKey(state) },
        body: { webhookUrl: url },
      });
    }),
    route('DELETE /webhooks/{kind}', ({ params: { kind }, query }) =>
      api.call(findOperations(kind).delete, {
        params: { chave: query.get('chave') ?? resolveDefaultKey(state) },
      }),
    ),
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
  throw new SimulatorProblem(
    'NaoEncontrado',
    `Os tipos de webhook são: ${Object.keys(OPERATIONS).join(', ')}.`,
  );
}

/** Converts a registration. Leaves out the query of its address, where integrators put a secret. */
export function toWebhook(kind: DeliveryKind, { webhookUrl, createdAt }: SingleWebhookRecord) {
  const { origin, pathname } = new URL(webhookUrl);
  return { kind, url: origin + pathname, criacao: new Date(createdAt).toISOString() };
}
