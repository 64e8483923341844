import type { Devolucao, Pix } from 'nestjs-pix';
import type { WebhookDelivery } from '../domain/deliveries.js';
import type { SimulatorState } from '../domain/state.js';
import { toInstant, toPix } from '../domain/views/charge.views.js';
import { CobRecord, type PayableRecord } from '../families/charges.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Frozen } from '../kernel/records.js';

/** What happened to a charge, and when: RFC 3339, by the simulator's clock. */
export type TimelineEntry = { at: string } & (
  | { kind: 'created' | 'expired' }
  /** A call of the receiver, or the look-up of the payload by a payer. */
  | { kind: 'call'; call: LoggedRequest }
  | { kind: 'payment'; pix: Frozen<Pix> }
  /** A refund was requested, or has ended. */
  | { kind: 'refund'; devolucao: Frozen<Devolucao>; ended: boolean }
  | { kind: 'delivery'; delivery: WebhookDelivery }
);

/** The latest deliveries in which those of a charge are searched. */
const DELIVERIES = 1_000;

/** Lists everything that happened to a charge, oldest first, as far as it is still logged. */
export function buildTimeline(state: SimulatorState, record: PayableRecord): TimelineEntry[] {
  const { txid } = record;
  const pix = record.pix.map(toPix);
  const calls = listCalls(state, record, pix);
  const isCreation = ({ call }: { call: LoggedRequest }) =>
    /^cobv?\.create/.test(call.operation ?? '') && call.status === 201;
  const created: TimelineEntry = { at: toInstant(record), kind: 'created' };
  const entries: TimelineEntry[] = [
    // The call that created it says the same.
    ...(calls.some(isCreation) ? [] : [created]),
    ...calls,
    ...listExpiry(state, record),
    ...pix.flatMap(listPayment),
    ...state.deliveries
      .newest(DELIVERIES)
      .filter(({ body }) => mentions(body, txid))
      .map((delivery): TimelineEntry => ({ at: findBegin(delivery), kind: 'delivery', delivery })),
  ];
  return entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function listCalls(
  { requests }: SimulatorState,
  { txid, loc }: PayableRecord,
  pix: readonly Frozen<Pix>[],
): Extract<TimelineEntry, { kind: 'call' }>[] {
  const ids = [txid, ...pix.map(({ endToEndId }) => endToEndId)];
  // The last segment of a location identifies it.
  const location = loc?.location.split('/').at(-1);
  return requests
    .newest(Infinity)
    .filter(({ path, operation, request, response }) => {
      if (operation?.startsWith('payload.') === true) {
        return location !== undefined && path.includes(location);
      }
      const created = (response as { txid?: unknown } | undefined)?.txid === txid;
      return created || ids.some((id) => path.includes(id)) || mentions(request, txid);
    })
    .reverse()
    .map((call) => ({ at: call.at, kind: 'call', call }));
}

/** Whether a JSON body contains the txid as a text. */
function mentions(body: unknown, txid: string): boolean {
  return body !== undefined && JSON.stringify(body).includes(JSON.stringify(txid));
}

function listExpiry({ clock }: SimulatorState, record: PayableRecord): TimelineEntry[] {
  if (!(record instanceof CobRecord) || !record.isExpired(clock.now())) return [];
  const { vence, conteudo, pix } = record;
  const paidAt = pix[0]?.createdAt ?? Infinity;
  // When a charge was removed is not kept.
  const isOpen = conteudo.status === 'ATIVA' || paidAt > Date.parse(vence);
  return isOpen ? [{ at: vence, kind: 'expired' }] : [];
}

function listPayment(pix: Frozen<Pix>): TimelineEntry[] {
  const refunds = (pix.devolucoes ?? []).flatMap((devolucao): TimelineEntry[] => {
    const { solicitacao, liquidacao } = devolucao.horario;
    const requested = {
      at: solicitacao ?? pix.horario,
      kind: 'refund',
      devolucao,
      ended: false,
    } as const;
    return liquidacao === undefined
      ? [requested]
      : [requested, { ...requested, at: liquidacao, ended: true }];
  });
  return [{ at: pix.horario, kind: 'payment', pix }, ...refunds];
}

function findBegin({ attempts: [first], dueAt }: WebhookDelivery): string {
  return first?.at ?? dueAt ?? '';
}
