import type { Pix, Plain, WebhookCompleto } from 'nestjs-pix';
import type { InterCallback, InterCallbacksConsultados } from 'nestjs-pix/banks';
import type {
  InterConsultaCallbacksDto,
  InterReenvioCallbacksDto,
  WebhookSolicitadoDto,
} from 'nestjs-pix/dto';
import { parseInstant } from 'nestjs-pix/spec';
import {
  isDeliverable,
  WEBHOOK_URL_RULE,
  type DeliveryAttempt,
  type WebhookDelivery,
} from '../../domain/deliveries.js';
import type { SimulatorState } from '../../domain/state.js';
import { toInstant } from '../../domain/views/charge.views.js';
import { withoutUndefined } from '../../families/family.js';
import {
  refuse,
  requireFound,
  SimulatorProblem,
  violationIf,
  type ProblemName,
} from '../../families/problems.js';
import { SINGLE, type SingleWebhookRecord, type WebhookRecord } from '../../families/webhooks.js';
import type { RecordStore } from '../../kernel/records.js';
import { selectPage } from '../lists.js';
import type { TableHandlers } from './typed-handlers.js';

/** Handlers of the four operations of webhooks of received payments. */
export function webhookHandlers(state: SimulatorState): TableHandlers<'webhook'> {
  const { webhooks, settings, clock } = state;
  return {
    'webhook.register': ({ params: { chave }, body }) => {
      check(state, chave, body.webhookUrl);
      webhooks.add({ chave, webhookUrl: body.webhookUrl, createdAt: clock.now() });
    },

    'webhook.get': ({ params: { chave } }) => {
      const record = requireFound(webhooks.get(chave), 'WebhookNaoEncontrado');
      return toWebhook(record, settings.recebedor.cnpj);
    },

    'webhook.delete': ({ params: { chave } }) => {
      if (!webhooks.delete(chave)) throw new SimulatorProblem('WebhookNaoEncontrado');
    },

    'webhook.list': ({ filter }) => {
      const { parametros, items } = selectPage(webhooks.byCreation, filter);
      const { cnpj } = settings.recebedor;
      return { parametros, webhooks: items.map((record) => toWebhook(record, cnpj)) };
    },
  };
}

/**
 * Converts a webhook to schema `WebhookCompleto`. The schema requires `cnpj` and its example has `chave`: both are
 * returned.
 */
function toWebhook(record: WebhookRecord, cnpj: string): WebhookCompleto {
  return { webhookUrl: record.webhookUrl, chave: record.chave, cnpj, criacao: toInstant(record) };
}

function check({ settings: { chaves } }: SimulatorState, chave: string, webhookUrl: string): void {
  const isForeign = chaves !== 'any' && !chaves.has(chave);
  refuse('WebhookOperacaoInvalida', [
    ...violationIf(isForeign, 'chave', 'não pertence a este usuário recebedor'),
    ...violationIf(!isDeliverable(webhookUrl), 'webhook.webhookUrl', WEBHOOK_URL_RULE),
  ]);
}

export function webhookrecHandlers(state: SimulatorState): TableHandlers<'webhookrec'> {
  const webhook = buildSingleWebhook(state, state.webhookRec, 'WebhookRecOperacaoInvalida');
  return {
    'webhookrec.register': webhook.register,
    'webhookrec.get': webhook.get,
    'webhookrec.delete': webhook.delete,
  };
}

export function webhookcobrHandlers(state: SimulatorState): TableHandlers<'webhookcobr'> {
  const webhook = buildSingleWebhook(state, state.webhookCobR, 'WebhookCobROperacaoInvalida');
  return {
    'webhookcobr.register': webhook.register,
    'webhookcobr.get': webhook.get,
    'webhookcobr.delete': webhook.delete,
  };
}

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
      refuse(invalid, violationIf(!isDeliverable(webhookUrl), 'webhookUrl', WEBHOOK_URL_RULE));
      webhooks.add({ webhookUrl, createdAt: clock.now() });
    },

    get: () => {
      const record = webhooks.get(SINGLE);
      if (record === undefined) throw notFound();
      return { webhookUrl: record.webhookUrl, criacao: toInstant(record) };
    },

    delete: (): undefined => {
      if (!webhooks.delete(SINGLE)) throw notFound();
    },
  };
}

/** The specification has no specific error type for these webhooks. */
function notFound(): SimulatorProblem {
  return new SimulatorProblem('NaoEncontrado', 'Não há webhook configurado.');
}

/** Default of `tamanhoPagina`. */
const TAMANHO_PAGINA = 20;

/** Builds a page of Inter's list: the delivery attempts of received Pix in chronological order. */
export function buildCallbacksPage(
  deliveries: readonly WebhookDelivery[],
  {
    dataHoraInicio,
    dataHoraFim,
    txid,
    pagina = 0,
    tamanhoPagina = TAMANHO_PAGINA,
  }: InterConsultaCallbacksDto,
): InterCallbacksConsultados {
  const [start, end] = [parseInstant(dataHoraInicio), parseInstant(dataHoraFim)];
  const callbacks = deliveries
    .filter((delivery) => hasPix(delivery, txid === undefined ? undefined : new Set([txid])))
    .flatMap((delivery) =>
      delivery.attempts.map((attempt, index) => toCallback(delivery, attempt, index + 1)),
    )
    .filter(({ dataHoraDisparo }) => isWithin(dataHoraDisparo, start, end))
    .sort((a, b) => Date.parse(a.dataHoraDisparo) - Date.parse(b.dataHoraDisparo));
  const data = callbacks.slice(pagina * tamanhoPagina, (pagina + 1) * tamanhoPagina);
  const totalPaginas = Math.ceil(callbacks.length / tamanhoPagina);
  return {
    totalPaginas,
    totalElementos: callbacks.length,
    primeiraPagina: pagina === 0,
    ultimaPagina: pagina >= totalPaginas - 1,
    tamanhoPagina,
    numeroDeElementos: data.length,
    data,
  };
}

/** Repeats the deliveries of some charges, in any state. @throws SimulatorProblem `WebhookNaoEncontrado` */
export function redeliver(
  { deliveries, webhooks }: SimulatorState,
  { txId, chavePix }: InterReenvioCallbacksDto,
): void {
  requireFound(webhooks.get(chavePix), 'WebhookNaoEncontrado');
  const txids = new Set(txId);
  for (const delivery of deliveries.list()) {
    if (hasPix(delivery, txids, chavePix)) deliveries.redeliver(delivery.id);
  }
}

/** Whether a delivery notifies a Pix with one of the txids and with the key. */
function hasPix(delivery: WebhookDelivery, txids?: ReadonlySet<string>, chave?: string): boolean {
  return readNotifiedPix(delivery).some(
    (pix) =>
      (txids === undefined || txids.has(pix.txid ?? '')) &&
      (chave === undefined || pix.chave === chave),
  );
}

/** Reads the Pix of a notification, which is an object or a bare array; none of other notifications. */
export function readNotifiedPix({ kind, body }: WebhookDelivery): readonly Pix[] {
  if (kind !== 'pix') return [];
  return Array.isArray(body) ? (body as Pix[]) : (body as { pix: Pix[] }).pix;
}

function toCallback(
  { url, body }: WebhookDelivery,
  { at, status, error }: DeliveryAttempt,
  numeroTentativa: number,
) {
  return {
    webhookUrl: url,
    numeroTentativa,
    dataHoraDisparo: at,
    sucesso: status !== undefined && status >= 200 && status < 300,
    ...withoutUndefined({ httpStatus: status, mensagemErro: error }),
    payload: body,
  } satisfies InterCallback;
}

function isWithin(instant: string, start: number, end: number): boolean {
  const time = Date.parse(instant);
  return time >= start && time <= end;
}
