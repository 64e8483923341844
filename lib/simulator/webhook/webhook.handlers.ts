import type { WebhookSolicitadoDto } from '../../contract/webhook/webhook.dto.js';
import type { WebhookCompleto } from '../../contract/webhook/webhook.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import type { ListFilter } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { TimeIndex } from '../store/time-index.js';
import { isDeliverable } from './webhook-url.js';
import type { WebhookRecord } from './webhook.store.js';

/** The four operations of webhooks of received payments. */
export function webhookHandlers(state: SimulatorState): Handlers {
  const { webhooks, settings } = state;
  return {
    'webhook.register': ({ params: { chave = '' }, body }: HandlerCall<WebhookSolicitadoDto>) => {
      check(state, chave, body.webhookUrl);
      webhooks.register(chave, body.webhookUrl);
    },

    'webhook.get': ({ params: { chave = '' } }: HandlerCall) => {
      const record = webhooks.get(chave);
      if (record === undefined) throw new SimulatorProblem('WebhookNaoEncontrado');
      return toWebhook(record, settings.recebedor.cnpj);
    },

    'webhook.delete': ({ params: { chave = '' } }: HandlerCall) => {
      if (!webhooks.delete(chave)) throw new SimulatorProblem('WebhookNaoEncontrado');
    },

    'webhook.list': ({ filter }: HandlerCall<unknown, ListFilter>) => {
      const index = new TimeIndex<WebhookRecord>();
      for (const record of webhooks.all()) index.add(record.criadoEm, record);
      const page = selectPage(index, pageRequestOf(filter));
      return {
        parametros: parametrosOf(filter, page),
        webhooks: page.items.map((record) => toWebhook(record, settings.recebedor.cnpj)),
      };
    },
  };
}

/** Schema `WebhookCompleto`: it demands `cnpj`, its example has `chave`. Both are answered. */
function toWebhook({ webhookUrl, chave, criadoEm }: WebhookRecord, cnpj: string): WebhookCompleto {
  return { webhookUrl, chave, cnpj, criacao: new Date(criadoEm).toISOString() };
}

function check({ settings: { chaves } }: SimulatorState, chave: string, webhookUrl: string): void {
  const violacoes = [
    ...(chaves === 'any' || chaves.has(chave)
      ? []
      : [{ razao: 'chave não pertence a este usuário recebedor', propriedade: 'chave' }]),
    ...(isDeliverable(webhookUrl)
      ? []
      : [
          {
            razao: 'webhook.webhookUrl deve ser https, ou http na própria máquina',
            propriedade: 'webhook.webhookUrl',
          },
        ]),
  ];
  if (violacoes.length > 0) throw new SimulatorProblem('WebhookOperacaoInvalida', { violacoes });
}
