import { consultaInvalida, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { SingleWebhookStore } from '../webhook/webhook.record.js';

/** The webhook of recurring charges: error types and records. */
export const webhookcobrFamily = {
  root: '',
  problems: {
    WebhookCobROperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook de cobranças recorrentes não respeita o formato.',
    ),
    WebhookCobRConsultaInvalida: consultaInvalida('webhooks de cobranças recorrentes'),
  },
  naoEncontrado: 'NaoEncontrado',
  operacaoInvalida: 'WebhookCobROperacaoInvalida',
  consultaInvalida: 'WebhookCobRConsultaInvalida',
  stores: {
    webhookCobR: ({ name, changes }) => new SingleWebhookStore(changes, name, 'cobr'),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;
