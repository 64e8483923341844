import type { WebhookSolicitado } from '../../contract/bodies.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import type { ProblemName } from '../problems/catalogue.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import type { SingleWebhookStore } from './single-webhook.store.js';
import { isDeliverable } from './webhook-url.js';

/** The three operations of the webhook of recurrences, and the three of that of recurring charges. */
export function singleWebhookHandlers({ webhookRec, webhookCobR }: SimulatorState): Handlers {
  return {
    ...handlersOf('webhookrec', webhookRec, 'WebhookRecOperacaoInvalida'),
    ...handlersOf('webhookcobr', webhookCobR, 'WebhookCobROperacaoInvalida'),
  };
}

function handlersOf(family: string, webhook: SingleWebhookStore, invalid: ProblemName): Handlers {
  return {
    [`${family}.register`]: ({ body: { webhookUrl } }: HandlerCall<WebhookSolicitado>) => {
      if (!isDeliverable(webhookUrl)) {
        const razao = 'webhookUrl deve ser https, ou http na própria máquina';
        throw new SimulatorProblem(invalid, { violacoes: [{ razao, propriedade: 'webhookUrl' }] });
      }
      webhook.register(webhookUrl);
    },

    [`${family}.get`]: () => {
      const record = webhook.get();
      if (record === undefined) throw notFound();
      const { webhookUrl, criadoEm } = record;
      return { webhookUrl, criacao: new Date(criadoEm).toISOString() };
    },

    [`${family}.delete`]: () => {
      if (!webhook.delete()) throw notFound();
    },
  };
}

/** The specification has no type of its own for these two. */
function notFound(): SimulatorProblem {
  return new SimulatorProblem('NaoEncontrado', { detail: 'Não há webhook configurado.' });
}
