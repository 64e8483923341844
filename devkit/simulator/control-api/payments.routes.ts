import { generateDevolucaoId, renderQrCode, type Pix, type Plain } from 'nestjs-pix';
import type { CobSolicitadaDto } from 'nestjs-pix/dto';
import { resolveDefaultKey } from '../control/api-caller.js';
import type { SimulatorControl } from '../control/control.js';
import { resolveAmount, type PayOptions } from '../domain/payment/pay.js';
import { calculateRest, providerRefundNaturezas } from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state.js';
import { toCob, toCobV, toInstant, toPix } from '../domain/views/charge.views.js';
import { CobRecord, type PayableRecord } from '../families/charges.js';
import { withoutUndefined } from '../families/family.js';
import { boolean, oneOf, required, text, type FieldRule } from '../families/fields.js';
import { requireFound } from '../families/problems.js';
import type { Reply } from '../http/messages.js';
import { toDay } from '../kernel/calendar.js';
import { found, newestFirst, parseLimit, readFields, route, type ControlRoute } from './route.js';
import { buildTimeline } from './timeline.js';

/** Routes for charges: list (newest first), creation, details, QR code, payment and removal. */
export function chargesRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { cobs, cobvs, settings } = state;
  const find = (txid: string) => requireFound(state.findCharge(txid), 'CobNaoEncontrado');
  const toBody = (record: PayableRecord) =>
    record instanceof CobRecord ? toCob(settings, record) : toCobV(settings, record);
  return [
    route('GET /charges', ({ query }) => ({
      charges: newestFirst<PayableRecord>(cobs.byCreation, cobvs.byCreation)
        .filter(buildFilter(query, state.clock.now()))
        .slice(0, parseLimit(query))
        .map((record) => toSummary(state, record)),
      // In all lists, also the records that the response does not contain.
      total: cobs.byCreation.size + cobvs.byCreation.size,
    })),
    route(
      'POST /charges',
      async ({ body }) => {
        // For users of the console without a client: the key is optional.
        const charge = { chave: resolveDefaultKey(state), ...(await body()) };
        return control.api.call('cob.create', { body: charge as Plain<CobSolicitadaDto> });
      },
      201,
    ),
    route('GET /charges/{txid}', ({ params: { txid } }) => {
      const record = find(txid);
      return {
        ...toSummary(state, record),
        body: toBody(record),
        timeline: buildTimeline(state, record),
      };
    }),
    route('GET /charges/{txid}/qr.svg', ({ params: { txid } }): Reply => {
      const code = found(toBody(find(txid)).pixCopiaECola);
      return {
        status: 200,
        headers: { 'content-type': 'image/svg+xml; charset=utf-8' },
        text: renderQrCode(code, { format: 'svg' }),
      };
    }),
    route(
      'POST /charges/{txid}/pay',
      async ({ params: { txid }, body }) => control.pay(txid, readFields(await body(), PAYMENT)),
      201,
    ),
    route('POST /charges/{txid}/remove', ({ params: { txid } }) => control.removeByProvider(txid)),
  ];
}

function buildFilter(query: URLSearchParams, now: number): (record: PayableRecord) => boolean {
  const status = query.get('status');
  const expired = query.get('expired');
  const asked = query.get('q')?.trim().toLowerCase();
  return (record) =>
    (!status || record.conteudo.status === status) &&
    (!expired || String(record.isExpired(now)) === expired) &&
    (!asked || toSearchText(record).includes(asked));
}

function toSearchText({ txid, conteudo }: PayableRecord): string {
  const { valor, chave, devedor, solicitacaoPagador } = conteudo;
  return [txid, valor.original, chave, devedor?.nome, solicitacaoPagador].join(' ').toLowerCase();
}

/** Converts a charge to an entry of the list. */
export function toSummary(state: SimulatorState, record: PayableRecord) {
  const now = state.clock.now();
  const { status, valor, chave, devedor, solicitacaoPagador } = record.conteudo;
  return withoutUndefined({
    kind: record.tipo,
    txid: record.txid,
    status,
    // An expired charge stays ATIVA, but cannot be paid.
    expired: record.isExpired(now),
    valor: valor.original,
    valorDevido: resolveAmountOn(toDay(now), record),
    chave,
    devedor: devedor?.nome,
    solicitacaoPagador,
    criacao: toInstant(record),
    vence: record.vence,
    revisao: record.revisao,
    pagamentos: record.pix.length,
  });
}

/** Resolves the amount of a charge on a day; `undefined` if the payer chooses it. */
function resolveAmountOn(day: string, record: PayableRecord): string | undefined {
  try {
    return resolveAmount(record, day, {}).valor;
  } catch {
    return undefined;
  }
}

const person: FieldRule<NonNullable<PayOptions['pagador']>> = {
  rule: 'deve ter cpf ou cnpj',
  accepts: (value) => {
    const { cpf, cnpj } = Object(value) as { cpf?: unknown; cnpj?: unknown };
    return (typeof cpf === 'string') !== (typeof cnpj === 'string');
  },
};

const PAYMENT = { pagador: person, valor: text, infoPagador: text, force: boolean };

const PAYMENT_OF_ANY = { txid: text, brCode: text, chave: text, ...PAYMENT };

const REFUND_END = { status: oneOf('DEVOLVIDO', 'NAO_REALIZADO'), motivo: text };

const PROVIDER_REFUND = {
  valor: text,
  natureza: oneOf(...providerRefundNaturezas),
  descricao: text,
};

/** Routes for payments: list of received payments (newest first), payment by a payer, request and end of a refund, MED. */
export function paymentsRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  const { byCreation } = state.pix;
  return [
    route('GET /pix', ({ query }) => ({
      pix: newestFirst(byCreation).slice(0, parseLimit(query)).map(toPix),
      total: byCreation.size,
    })),
    route('POST /pix', async ({ body }) => pay(control, await body()), 201),
    route(
      'POST /pix/{e2eid}/devolucao',
      async ({ params: { e2eid }, body }) => {
        const { valor } = readFields(await body(), { valor: text });
        return control.api.call('pix.refund', {
          params: { e2eid, id: generateDevolucaoId() },
          body: { valor: valor ?? calculateRest(state.pix.require(e2eid)) },
        });
      },
      201,
    ),
    route(
      'POST /pix/{e2eid}/med',
      async ({ params: { e2eid }, body }) =>
        control.refundByProvider(e2eid, readFields(await body(), PROVIDER_REFUND)),
      201,
    ),
    route('PUT /pix/{e2eid}/devolucao/{id}', async ({ params: { e2eid, id }, body }) =>
      control.settleRefund(e2eid, id, readFields(await body(), REFUND_END)),
    ),
  ];
}

/** Pays a charge by its `txid`, a `brCode`, or to a `chave`. */
async function pay(
  control: SimulatorControl,
  body: Readonly<Record<string, unknown>>,
): Promise<Pix> {
  const { txid, brCode, chave, ...options } = readFields(body, PAYMENT_OF_ANY);
  if (chave !== undefined) {
    const { valor } = readFields(body, { valor: required(text) });
    const { infoPagador, pagador } = options;
    return control.payKey(chave, { valor, ...withoutUndefined({ txid, infoPagador, pagador }) });
  }
  if (brCode !== undefined) {
    return control.payBrCode(brCode, { ...options, ...readFields(body, { autorizar: boolean }) });
  }
  const charge = readFields(body, { txid: required(text, 'é obrigatório, ou brCode, ou chave') });
  return control.pay(charge.txid, options);
}
