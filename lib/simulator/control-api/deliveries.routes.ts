import type { SimulatorControl } from '../control/simulator-control.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { DeliveryKind } from '../domain/webhook/delivery.js';
import {
  SINGLE,
  SingleWebhookStore,
  type SingleWebhookRecord,
} from '../families/webhook/webhook.record.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { DeliveryList, WebhookAddress, WebhookList } from './answers.js';
import type { ControlRoute } from './control-route.js';
import { parseLimit } from './limit.js';

/** Routes for webhooks: registrations, deliveries with their attempts, and repeated delivery. */
export function deliveriesRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { deliveries } = state;
  return [
    {
      method: 'GET',
      path: '/deliveries',
      action: ({ query }): DeliveryList => ({
        deliveries: deliveries.newest(parseLimit(query)),
        total: deliveries.size,
      }),
    },
    {
      method: 'GET',
      path: '/deliveries/{id}',
      action: ({ params }) => {
        const delivery = deliveries.get(Number(params.id));
        if (delivery === undefined) throw new SimulatorProblem('NaoEncontrado');
        return delivery;
      },
    },
    {
      method: 'POST',
      path: '/deliveries/{id}/redeliver',
      status: 202,
      action: ({ params }) => control.redeliver(Number(params.id)),
    },
    {
      method: 'GET',
      path: '/webhooks',
      action: (): WebhookList => ({
        webhooks: [
          ...state.webhooks.byCreation
            .all()
            .map(({ chave, ...webhook }) => ({ chave, ...toWebhook('pix', webhook) })),
          ...state.stores
            .filter((store) => store instanceof SingleWebhookStore)
            .flatMap(listSingle),
        ],
      }),
    },
  ];
}

function listSingle(store: SingleWebhookStore): WebhookAddress[] {
  const webhook = store.get(SINGLE);
  return webhook === undefined ? [] : [toWebhook(store.kind, webhook)];
}

/** Converts a registration. Leaves out the query of its address, where integrators put a secret. */
function toWebhook(
  kind: DeliveryKind,
  { webhookUrl, createdAt }: SingleWebhookRecord,
): WebhookAddress {
  const { origin, pathname } = new URL(webhookUrl);
  return { kind, url: origin + pathname, criacao: new Date(createdAt).toISOString() };
}
