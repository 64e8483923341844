import type { Pix } from 'nestjs-pix';
import type { InterCallback, InterCallbacksConsultados } from 'nestjs-pix/banks';
import type { InterConsultaCallbacksDto, InterReenvioCallbacksDto } from 'nestjs-pix/dto';
import { parseInstant } from 'nestjs-pix/spec';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import type { DeliveryAttempt, WebhookDelivery } from '../../domain/webhook/delivery.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';

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
  if (webhooks.get(chavePix) === undefined) throw new SimulatorProblem('WebhookNaoEncontrado');
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
    ...(status !== undefined && { httpStatus: status }),
    ...(error !== undefined && { mensagemErro: error }),
    payload: body,
  } satisfies InterCallback;
}

function isWithin(instant: string, start: number, end: number): boolean {
  const time = Date.parse(instant);
  return time >= start && time <= end;
}
