import type { WebhookCompleto } from 'nestjs-pix';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { isDeliverable, WEBHOOK_URL_RULE } from '../../domain/webhook/webhook-url.js';
import type { WebhookRecord } from '../../families/webhook/webhook.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const webhookApi: TableApi<'webhook'> = {
  handlers: webhookHandlers,
};

/** Handlers of the four operations of webhooks of received payments. */
function webhookHandlers(state: SimulatorState): TableHandlers<'webhook'> {
  const { webhooks, settings, clock } = state;
  return {
    'webhook.register': ({ params: { chave }, body }) => {
      check(state, chave, body.webhookUrl);
      webhooks.add({ chave, webhookUrl: body.webhookUrl, createdAt: clock.now() });
    },

    'webhook.get': ({ params: { chave } }) => {
      const record = webhooks.get(chave);
      if (record === undefined) throw new SimulatorProblem('WebhookNaoEncontrado');
      return toWebhook(record, settings.recebedor.cnpj);
    },

    'webhook.delete': ({ params: { chave } }) => {
      if (!webhooks.delete(chave)) throw new SimulatorProblem('WebhookNaoEncontrado');
    },

    'webhook.list': ({ filter }) => {
      const page = selectPage(webhooks.byCreation, toPageRequest(filter));
      return {
        parametros: toParametros(filter, page),
        webhooks: page.items.map((record) => toWebhook(record, settings.recebedor.cnpj)),
      };
    },
  };
}

/**
 * Converts a webhook to schema `WebhookCompleto`. The schema requires `cnpj` and its example has `chave`: both are
 * returned.
 */
function toWebhook({ webhookUrl, chave, createdAt }: WebhookRecord, cnpj: string): WebhookCompleto {
  return { webhookUrl, chave, cnpj, criacao: new Date(createdAt).toISOString() };
}

function check({ settings: { chaves } }: SimulatorState, chave: string, webhookUrl: string): void {
  const violacoes = [
    ...(chaves === 'any' || chaves.has(chave)
      ? []
      : [violation('chave', 'não pertence a este usuário recebedor')]),
    ...(isDeliverable(webhookUrl) ? [] : [violation('webhook.webhookUrl', WEBHOOK_URL_RULE)]),
  ];
  if (violacoes.length > 0) throw new SimulatorProblem('WebhookOperacaoInvalida', { violacoes });
}
