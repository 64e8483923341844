import type { Plain } from 'nestjs-pix';
import { ParametrosConsultaWebhooksDto, type WebhookSolicitadoDto } from 'nestjs-pix/dto';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { isDeliverable, WEBHOOK_URL_RULE } from '../../domain/webhook/webhook-url.js';
import { SINGLE, type SingleWebhookRecord } from '../../families/webhook/webhook.record.js';
import type { RecordStore } from '../../kernel/record-store.js';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { TableApi } from './typed-handlers.js';

/**
 * The contract has no query parameters for the look-ups, but the specification lists violations of them
 * (`WebhookRecConsultaInvalida`, `WebhookCobRConsultaInvalida`).
 */
export const webhookrecApi: TableApi<'webhookrec'> = {
  handlers: (state) => {
    const webhook = buildSingleWebhook(state, state.webhookRec, 'WebhookRecOperacaoInvalida');
    return {
      'webhookrec.register': webhook.register,
      'webhookrec.get': webhook.get,
      'webhookrec.delete': webhook.delete,
    };
  },
  filters: { 'webhookrec.get': ParametrosConsultaWebhooksDto },
};

export const webhookcobrApi: TableApi<'webhookcobr'> = {
  handlers: (state) => {
    const webhook = buildSingleWebhook(state, state.webhookCobR, 'WebhookCobROperacaoInvalida');
    return {
      'webhookcobr.register': webhook.register,
      'webhookcobr.get': webhook.get,
      'webhookcobr.delete': webhook.delete,
    };
  },
  filters: { 'webhookcobr.get': ParametrosConsultaWebhooksDto },
};

/** Builds the handlers of a webhook of which there is at most one. */
export function buildSingleWebhook(
  { clock }: SimulatorState,
  webhooks: RecordStore<SingleWebhookRecord>,
  invalid: ProblemName,
) {
  return {
    register: ({
      body: { webhookUrl },
    }: {
      readonly body: Plain<WebhookSolicitadoDto>;
    }): undefined => {
      if (!isDeliverable(webhookUrl)) {
        throw new SimulatorProblem(invalid, {
          violacoes: [violation('webhookUrl', WEBHOOK_URL_RULE)],
        });
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
