import {
  formatValor,
  generateDevolucaoId,
  generateTxid,
  parseValor,
  renderQrCode,
  type Pix,
  type Plain,
} from 'nestjs-pix';
import { CobSolicitadaDto } from 'nestjs-pix/dto';
import { collectViolations, toViolacao } from 'nestjs-pix/spec';
import { resolveDefaultKey } from '../control/api-caller.js';
import type { SimulatorControl } from '../control/control.js';
import { createCob } from '../domain/charge/cob.js';
import type { PayOptions } from '../domain/payment/pay.js';
import type { RefundOutcome } from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state.js';
import { toCob, toPix } from '../domain/views/charge.views.js';
import { refuse, SimulatorProblem } from '../families/problems.js';
import type { Reply } from '../http/messages.js';
import type { Frozen } from '../kernel/records.js';
import {
  BodyFields,
  defineRoute,
  newestFirst,
  parseLimit,
  take,
  toChargeBody,
  toChargeSummary,
  withoutUndefined,
  type ChargeDetail,
  type ChargeList,
  type ChargeSummary,
  type ControlRoute,
  type PayableRecord,
  type PaymentList,
} from './route.js';

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

/**
 * Creates an immediate charge like `POST /cob`, for users of the console without a client.
 *
 * @param body body of `POST /cob`; `chave` is optional
 * @throws SimulatorProblem `CobOperacaoInvalida`
 */
function createCharge(state: SimulatorState, body: Readonly<Record<string, unknown>>): unknown {
  const charge: object = { chave: resolveDefaultKey(state), ...body };
  const violacoes = collectViolations(CobSolicitadaDto, charge, 'cob').map(toViolacao);
  refuse('CobOperacaoInvalida', violacoes);
  return toCob(state.settings, createCob(state, generateTxid(), charge as Plain<CobSolicitadaDto>));
}

/** Routes for payments: list of received payments (newest first), payment by a payer, request and end of a refund. */
export function paymentsRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/pix',
      action: ({ query }): PaymentList => {
        const { byCreation } = state.pix;
        const newest = take(newestFirst([byCreation]), parseLimit(query));
        return { pix: newest.map(toPix), total: byCreation.size };
      },
    },
    {
      method: 'POST',
      path: '/pix',
      status: 201,
      action: async ({ body }) => pay(control, await body()),
    },
    defineRoute({
      method: 'POST',
      path: '/pix/{e2eid}/devolucao',
      status: 201,
      action: async ({ params: { e2eid }, body }) => {
        const fields = new BodyFields(await body());
        const valor = fields.text('valor');
        fields.check();
        const pix = await control.api.call('pix.get', { params: { e2eid } });
        return control.api.call('pix.refund', {
          params: { e2eid, id: generateDevolucaoId() },
          body: { valor: valor ?? calculateRest(pix) },
        });
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/pix/{e2eid}/devolucao/{id}',
      action: async ({ params: { e2eid, id }, body }) => {
        const fields = new BodyFields(await body());
        const status = fields.oneOf('status', ['DEVOLVIDO', 'NAO_REALIZADO']);
        const outcome = withoutUndefined({
          status: status as RefundOutcome['status'],
          motivo: fields.text('motivo'),
        });
        fields.check();
        return control.settleRefund(e2eid, id, outcome);
      },
    }),
  ];
}

/** Calculates the amount of a Pix that is not refunded. */
function calculateRest({ valor, devolucoes = [] }: Frozen<Pix>): string {
  const refunded = devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, devolucao) => sum + parseValor(devolucao.valor), 0n);
  return formatValor(parseValor(valor) - refunded);
}

/** Pays a charge by its `txid`, a `brCode`, or to a `chave`. */
async function pay(
  control: SimulatorControl,
  body: Readonly<Record<string, unknown>>,
): Promise<Pix> {
  const fields = new BodyFields(body);
  const [txid, brCode, chave] = ['txid', 'brCode', 'chave'].map((name) => fields.text(name));
  const options = readPayOptions(fields, body);
  if (chave !== undefined) {
    const valor = fields.checkRequired('valor', fields.text('valor'));
    const { infoPagador, pagador } = options;
    return control.payKey(chave, {
      valor,
      ...withoutUndefined({ txid, infoPagador, pagador }),
    });
  }
  if (brCode !== undefined) {
    const autorizar = fields.boolean('autorizar');
    fields.check();
    return control.payBrCode(brCode, {
      ...options,
      ...withoutUndefined({ autorizar }),
    });
  }
  return control.pay(
    fields.checkRequired('txid', txid, 'é obrigatório, ou brCode, ou chave'),
    options,
  );
}

/**
 * Parses payment options from a body.
 *
 * @throws SimulatorProblem `RequisicaoInvalida`
 */
function parsePayOptions(body: Readonly<Record<string, unknown>>): PayOptions {
  const fields = new BodyFields(body);
  const options = readPayOptions(fields, body);
  fields.check();
  return options;
}

/** Reads payment options from a body with further fields. Adds violations to `fields`; the caller calls `check`. */
function readPayOptions(fields: BodyFields, body: Readonly<Record<string, unknown>>): PayOptions {
  const { pagador } = body;
  if (pagador !== undefined && !isPessoa(pagador)) fields.refuse('pagador', 'deve ter cpf ou cnpj');
  return withoutUndefined({
    valor: fields.text('valor'),
    infoPagador: fields.text('infoPagador'),
    force: fields.boolean('force'),
    pagador: pagador as PayOptions['pagador'],
  });
}

function isPessoa(value: unknown): boolean {
  const { cpf, cnpj } = (value ?? {}) as { cpf?: unknown; cnpj?: unknown };
  return (typeof cpf === 'string') !== (typeof cnpj === 'string');
}
