import type { WebhookSolicitado } from '../../../contract/checked-bodies.types.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { SINGLE, type SingleWebhookRecord } from '../../domain/state/webhook.record.js';
import { isDeliverable } from '../../domain/webhook/webhook-url.js';
import type { RecordStore } from '../../kernel/record-store.js';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { TableHandlers } from './typed-handlers.js';

/** Handlers of the webhook of recurrences and of the webhook of recurring charges, three operations each. */
export function singleWebhookHandlers(
  state: SimulatorState,
): TableHandlers<'webhookrec'> & TableHandlers<'webhookcobr'> {
  const rec = buildHandlers(state, state.webhookRec, 'WebhookRecOperacaoInvalida');
  const cobr = buildHandlers(state, state.webhookCobR, 'WebhookCobROperacaoInvalida');
  return {
    'webhookrec.register': rec.register,
    'webhookrec.get': rec.get,
    'webhookrec.delete': rec.delete,
    'webhookcobr.register': cobr.register,
    'webhookcobr.get': cobr.get,
    'webhookcobr.delete': cobr.delete,
  };
}

function buildHandlers(
  { clock }: SimulatorState,
  webhooks: RecordStore<SingleWebhookRecord>,
  invalid: ProblemName,
) {
  return {
    register: ({ body: { webhookUrl } }: { readonly body: WebhookSolicitado }): undefined => {
      if (!isDeliverable(webhookUrl)) {
        const razao = 'webhookUrl deve ser https, ou http na própria máquina';
        throw new SimulatorProblem(invalid, { violacoes: [{ razao, propriedade: 'webhookUrl' }] });
      }
      webhooks.add({ webhookUrl, createdAt: clock.now() });
    },

    get: () => {
      const record = webhooks.get(SINGLE);
      if (record === undefined) throw notFound();
      const { webhookUrl, createdAt } = record;
      return { webhookUrl, criacao: new Date(createdAt).toISOString() };
    },

    delete: (): undefined => {
      if (!webhooks.delete(SINGLE)) throw notFound();
    },
  };
}

/** The specification has no specific error type for these webhooks. */
function notFound(): SimulatorProblem {
  return new SimulatorProblem('NaoEncontrado', { detail: 'Não há webhook configurado.' });
}
