import { consultaInvalida, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { createSingleWebhookStore } from '../webhook/webhook.record.js';

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
    webhookRec: ({ name, changes }) => createSingleWebhookStore(changes, name),
    webhookSolicRec: ({ name, changes }) => createSingleWebhookStore(changes, name),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;
