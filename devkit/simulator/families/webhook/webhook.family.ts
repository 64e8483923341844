import { TimedRecordStore } from '../../kernel/record-store.js';
import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import type { WebhookRecord } from './webhook.record.js';

/** Webhooks of received Pix: error types and records. */
export const webhookFamily = {
  root: 'webhook',
  problems: {
    WebhookOperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook não respeita o formato ou não faz sentido.',
    ),
    WebhookNaoEncontrado: naoEncontrado('Não há webhook para a chave informada.'),
    WebhookConsultaInvalida: consultaInvalida('webhooks'),
  },
  naoEncontrado: 'WebhookNaoEncontrado',
  operacaoInvalida: 'WebhookOperacaoInvalida',
  consultaInvalida: 'WebhookConsultaInvalida',
  consultaOnlyOfList: true,
  stores: {
    webhooks: ({ name, changes }) =>
      new TimedRecordStore<WebhookRecord>(changes, { name, getKey: ({ chave }) => chave }),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;
