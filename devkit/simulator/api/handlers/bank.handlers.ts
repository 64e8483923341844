import { formatValor, generateTxid, renderQrCode } from 'nestjs-pix';
import type { BbDevolucao, InterPagamento } from 'nestjs-pix/banks';
import type { BbConsultaDevolucoesDto, BbConsultaPixDto } from 'nestjs-pix/dto';
import { checkNotPendingInBatch, createCob, putCob, putCobV } from '../../domain/charge/charge.js';
import { approve, cancelCobRByPayer, cancelRec } from '../../domain/payer/authorize.js';
import { payBrCode, setSolicRecStatusByPayer, settleCobR } from '../../domain/payer/pay.js';
import { payCharge } from '../../domain/payment/pay.js';
import type { SimulatorState } from '../../domain/state.js';
import {
  buildBrCode,
  toCob,
  toCobV,
  toDevolucao,
  toLote,
  toPix,
  toSumario,
} from '../../domain/views/charge.views.js';
import type { DevolucaoRecord, PixRecord } from '../../families/charges.js';
import { familyProblems, SimulatorProblem, violation } from '../../families/problems.js';
import { TimeIndex } from '../../kernel/time-index.js';
import { buildPixMatcher, selectPage } from '../lists.js';
import type { TableHandlers } from './typed-handlers.js';
import {
  buildCallbacksPage,
  buildSingleWebhook,
  readNotifiedPix,
  redeliver,
} from './webhook.handlers.js';

/**
 * Handlers of the lists and of the webhook that Banco do Brasil offers in addition to the specification. No source
 * describes the notifications of this webhook: the simulator stores its address and sends none.
 */
export function bbHandlers(state: SimulatorState): TableHandlers<'bb'> {
  const { pix } = state;
  const webhook = buildSingleWebhook(state, state.webhookSolicRec, 'WebhookRecOperacaoInvalida');
  return {
    'bb.registerWebhookSolicRec': webhook.register,
    'bb.getWebhookSolicRec': webhook.get,
    'bb.deleteWebhookSolicRec': webhook.delete,

    'bb.payBrCode': ({ body: { pix: text } }) => {
      try {
        payBrCode(state, text, {});
        return { code: 0, texto: 'Pagamento realizado' };
      } catch (error) {
        if (!(error instanceof SimulatorProblem)) throw error;
        // A published client reads a refusal from the code of a 200. The bank publishes no list of codes.
        return { code: 1, texto: error.body.detail };
      }
    },

    'bb.listPix': ({ filter }) => {
      const { parametros, items } = selectPage(pix.byCreation, filter, buildMatcher(filter));
      return { parametros, pix: items.map(toPix) };
    },

    'bb.listDevolucoes': ({ filter }) => {
      const page = selectPage(findRefunds(pix.byCreation.all(), filter), filter);
      return { parametros: page.parametros, devolucoes: page.items.map(toBbDevolucao) };
    },
  };
}

/** Builds the filter of payments. The simulator has no contested payments. */
function buildMatcher(filter: BbConsultaPixDto): (record: PixRecord) => boolean {
  const { chave, contestacaoPresente = false } = filter;
  const matches = buildPixMatcher(filter) ?? (() => true);
  return (record) =>
    !contestacaoPresente && (chave === undefined || record.chave === chave) && matches(record);
}

interface Refund {
  readonly pix: PixRecord;
  readonly devolucao: DevolucaoRecord;
}

/** Finds refunds and sorts them by the instant of their request. */
function findRefunds(
  payments: readonly PixRecord[],
  { estadoDevolucao, ...person }: BbConsultaDevolucoesDto,
): TimeIndex<Refund> {
  const matches = buildPixMatcher(person) ?? (() => true);
  const refunds = new TimeIndex<Refund>();
  for (const pix of payments) {
    if (pix.devolucoes.length === 0 || !matches(pix)) continue;
    for (const devolucao of pix.devolucoes) {
      if (estadoDevolucao !== undefined && devolucao.status !== estadoDevolucao) continue;
      refunds.add(Date.parse(devolucao.requestedAt), { pix, devolucao });
    }
  }
  return refunds;
}

function toBbDevolucao({ pix: { endToEndId, chave }, devolucao }: Refund): BbDevolucao {
  return { ...toDevolucao(devolucao), endToEndId, ...(chave !== undefined && { chave }) };
}

/** Handlers of the operations that Bradesco offers in addition to the specification. */
export function bradescoHandlers(state: SimulatorState): TableHandlers<'bradesco'> {
  const { settings } = state;
  return {
    'bradesco.createCobEmv': ({ body }) => {
      const cob = toCob(settings, createCob(state, generateTxid(), body));
      return { cob, ...toEmv(cob) };
    },

    'bradesco.createCobEmvWithTxid': ({ params: { txid }, body }) => {
      const cob = toCob(settings, putCob(state, txid, body));
      return { cob, ...toEmv(cob) };
    },

    'bradesco.createCobVEmv': ({ params: { txid }, body }) => {
      checkNotPendingInBatch(state, txid);
      const cobv = toCobV(settings, putCobV(state, txid, body));
      return { cobv, ...toEmv(cobv) };
    },
  };
}

/** Builds the BR Code and its image. A charge without a location has none. */
function toEmv({ pixCopiaECola: emv = '' }: { pixCopiaECola?: string }) {
  return emv === ''
    ? { emv }
    : { emv, base64: renderQrCode(emv, { format: 'png' }).toString('base64') };
}

/** Handlers of the operations that Efí offers in addition to the specification. */
export function efiHandlers(state: SimulatorState): TableHandlers<'efi'> {
  const { settings, deliveries } = state;
  return {
    'efi.getLocQrCode': ({ params }) => {
      const qrcode = buildBrCode(state.locs.require(Number(params.id)), settings.recebedor);
      const png = renderQrCode(qrcode, { format: 'png' }).toString('base64');
      return { qrcode, imagemQrcode: `data:image/png;base64,${png}` };
    },

    'efi.resendWebhooks': ({ body: { tipo, e2eids } }) => {
      if (tipo !== RECEIVED) return;
      for (const delivery of deliveries.list()) {
        const isAsked = readNotifiedPix(delivery).some(({ endToEndId }) =>
          e2eids.includes(endToEndId),
        );
        if (isAsked) deliveries.redeliver(delivery.id);
      }
    },
  };
}

/** Kind of the notifications of received Pix, the only ones of the simulator. */
const RECEIVED = 'PIX_RECEBIDO';

/** Handlers of the operations that Inter offers in addition to the specification, in its sandbox and in production. */
export function interHandlers(state: SimulatorState): TableHandlers<'inter'> {
  return {
    'inter.payCob': ({ params, body: { valor } }) => {
      const cob = state.cobs.require(params.txid);
      return toPagamento(payCharge(state, cob, { valor: toValor(valor, 'cob') }));
    },

    'inter.payCobV': ({ params, body: { valor } }) => {
      const cobv = state.cobvs.require(params.txid);
      return toPagamento(payCharge(state, cobv, { valor: toValor(valor, 'cobv') }));
    },

    'inter.payCobR': ({ body: { txId, valor } }) => {
      const cobr = state.cobrs.require(txId);
      const { endToEndId } = settleCobR(state, cobr, toValor(valor, 'cobr'));
      return { endToEnd: endToEndId };
    },

    'inter.setRecStatus': ({ params, body: { status, razao } }) => {
      const rec = state.recs.require(params.idRec);
      if (status === 'APROVADA') approve(state, rec, {});
      else cancelRec(state, rec, razao === undefined ? {} : { codigo: razao });
    },

    'inter.setSolicRecStatus': ({ params, body: { status } }) => {
      setSolicRecStatusByPayer(state, state.recs.require(params.idRec), status);
    },

    'inter.setCobRStatus': ({ params }) => {
      cancelCobRByPayer(state, state.cobrs.require(params.txid));
    },

    'inter.listCallbacks': ({ filter }) => buildCallbacksPage(state.deliveries.list(), filter),

    'inter.retryCallbacks': ({ body }) => {
      redeliver(state, body);
    },

    'inter.getLoteSummary': ({ params }) => toSumario(state.lotes.require(params.id)),

    'inter.listLoteByStatus': ({ params }) => {
      const { cobsv, ...lote } = toLote(state.lotes.require(params.id));
      return { ...lote, cobsv: cobsv.filter(({ status }) => status === params.situacao) };
    },
  };
}

function toPagamento({ endToEndId }: PixRecord): InterPagamento {
  return { e2e: endToEndId };
}

/**
 * Converts an amount that was sent as a number to decimal text.
 *
 * @throws SimulatorProblem if it has more than 2 decimals
 */
function toValor(valor: number, family: 'cob' | 'cobv' | 'cobr'): string {
  try {
    return formatValor(String(valor));
  } catch {
    const { root, operacaoInvalida } = familyProblems[family];
    const violacoes = [violation(`${root}.valor`, 'deve ter até 2 casas')];
    throw new SimulatorProblem(operacaoInvalida, { violacoes });
  }
}

/** Handlers of the operations that Itaú offers in addition to the specification. */
export function itauHandlers(state: SimulatorState): TableHandlers<'itau'> {
  return {
    'itau.getDadosPagador': ({ params }) => {
      const { idRec, status, pagador } = state.recs.require(params.idRec);
      return { idRec, status, ...(pagador && { pagador: { ...pagador } }) };
    },

    'itau.getQrCode': ({ params }) => {
      const cob = toCob(state.settings, state.cobs.require(params.txid));
      const { emv, base64 = '' } = toEmv(cob);
      return { pix_link: cob.location ?? '', emv, imagem_base64: base64 };
    },
  };
}

/** Handlers of the operations that PagBank offers in addition to the specification, in its sandbox. */
export function pagbankHandlers(state: SimulatorState): TableHandlers<'pagbank'> {
  return {
    'pagbank.payCob': ({ params }) => {
      payCharge(state, state.cobs.require(params.txid));
    },
  };
}
