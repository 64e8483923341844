import { renderQrCode, type Pix } from 'nestjs-pix';
import type { SimulatorControl } from '../control/simulator-control.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { Reply } from '../http/reply.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { ChargeDetail, ChargeList, ChargeSummary } from './answers.js';
import { toChargeBody, toChargeSummary, type PayableRecord } from './charge-summary.js';
import { defineRoute, type ControlRoute } from './control-route.js';
import { parseLimit } from './limit.js';
import { createCharge } from './new-charge.js';
import { newestFirst, take } from './newest-first.js';
import { parsePayOptions } from './pay-options.js';

/** Routes for charges: list (newest first), creation, details, QR code, payment and removal. */
export function chargesRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/charges',
      action: ({ query }): ChargeList => ({
        charges: take(findCharges(state, query), parseLimit(query)),
        total: state.cobs.byCreation.size + state.cobvs.byCreation.size,
      }),
    },
    {
      method: 'POST',
      path: '/charges',
      status: 201,
      action: async ({ body }) => {
        const charge = await body();
        return state.commit(() => createCharge(state, charge));
      },
    },
    defineRoute({
      method: 'GET',
      path: '/charges/{txid}',
      action: ({ params: { txid } }): ChargeDetail => {
        const record = find(state, txid);
        return { ...toChargeSummary(state, record), body: toChargeBody(state, record) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/charges/{txid}/qr.svg',
      action: ({ params: { txid } }) => qrCode(toChargeBody(state, find(state, txid))),
    }),
    defineRoute({
      method: 'POST',
      path: '/charges/{txid}/pay',
      status: 201,
      action: async ({ params: { txid }, body }): Promise<Pix> =>
        control.pay(txid, parsePayOptions(await body())),
    }),
    defineRoute({
      method: 'POST',
      path: '/charges/{txid}/remove',
      action: ({ params: { txid } }) => control.removeByProvider(txid),
    }),
  ];
}

function* findCharges(state: SimulatorState, query: URLSearchParams): Generator<ChargeSummary> {
  const { cobs, cobvs } = state;
  const status = query.get('status');
  const text = query.get('q')?.trim().toLowerCase();
  for (const record of newestFirst<PayableRecord>([cobs.byCreation, cobvs.byCreation])) {
    if (status && record.conteudo.status !== status) continue;
    if (text && !toSearchText(record).includes(text)) continue;
    yield toChargeSummary(state, record);
  }
}

function toSearchText({ txid, conteudo }: PayableRecord): string {
  const { valor, chave, devedor, solicitacaoPagador } = conteudo;
  return [txid, valor.original, chave, devedor?.nome, solicitacaoPagador].join(' ').toLowerCase();
}

function find({ cobs, cobvs }: SimulatorState, txid: string): PayableRecord {
  const record = cobs.get(txid) ?? cobvs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobNaoEncontrado');
  return record;
}

function qrCode({ pixCopiaECola }: { pixCopiaECola?: string }): Reply {
  if (pixCopiaECola === undefined) throw new SimulatorProblem('NaoEncontrado');
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml; charset=utf-8' },
    text: renderQrCode(pixCopiaECola, { format: 'svg' }),
  };
}
