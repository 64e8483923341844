import { consultaInvalida, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { SingleWebhookStore } from '../webhook/webhook.record.js';

/** The webhook of recurrences: error types and records. */
export const webhookrecFamily = {
  root: '',
  problems: {
    WebhookRecOperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook de recorrências não respeita o formato.',
    ),
    WebhookRecConsultaInvalida: consultaInvalida('webhooks de recorrências'),
  },
  naoEncontrado: 'NaoEncontrado',
  operacaoInvalida: 'WebhookRecOperacaoInvalida',
  consultaInvalida: 'WebhookRecConsultaInvalida',
  stores: {
    webhookRec: ({ name, changes }) => new SingleWebhookStore(changes, name, 'rec'),
    webhookSolicRec: ({ name, changes }) => new SingleWebhookStore(changes, name),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;
