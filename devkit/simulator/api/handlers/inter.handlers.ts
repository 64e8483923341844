import { formatValor } from 'nestjs-pix';
import type { InterPagamento } from 'nestjs-pix/banks';
import { approve, cancelRec } from '../../domain/payer/authorize.js';
import { cancelCobRByPayer } from '../../domain/payer/cancel-cobr.js';
import { settleCobR, setSolicRecStatusByPayer } from '../../domain/payer/sandbox-payer.js';
import { payCob, payCobV } from '../../domain/payment/pay-charge.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toLote } from '../../domain/views/lotecobv.view.js';
import { toSumario } from '../../domain/views/sumario.view.js';
import type { PixRecord } from '../../families/pix/pix.record.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import { buildCallbacksPage, redeliver } from './callbacks.js';
import { findCob } from './cob.handlers.js';
import { findCobR } from './cobr.handlers.js';
import { findCobV } from './cobv.handlers.js';
import { findLote } from './lotecobv.handlers.js';
import { findRec } from './rec.handlers.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const interApi: TableApi<'inter'> = {
  handlers: interHandlers,
};

/** Handlers of the operations that Inter offers in addition to the specification, in its sandbox and in production. */
function interHandlers(state: SimulatorState): TableHandlers<'inter'> {
  return {
    'inter.payCob': ({ params, body: { valor } }) => {
      const cob = findCob(state, params);
      return toPagamento(payCob(state, cob, { valor: toValor(valor, 'cob') }));
    },

    'inter.payCobV': ({ params, body: { valor } }) => {
      const cobv = findCobV(state, params);
      return toPagamento(payCobV(state, cobv, { valor: toValor(valor, 'cobv') }));
    },

    'inter.payCobR': ({ body: { txId, valor } }) => {
      const cobr = findCobR(state, { txid: txId });
      const { endToEndId } = settleCobR(state, cobr, toValor(valor, 'cobr'));
      return { endToEnd: endToEndId };
    },

    'inter.setRecStatus': ({ params, body: { status, razao } }) => {
      const rec = findRec(state, params);
      if (status === 'APROVADA') approve(state, rec, {});
      else cancelRec(state, rec, razao === undefined ? {} : { codigo: razao });
    },

    'inter.setSolicRecStatus': ({ params, body: { status } }) => {
      setSolicRecStatusByPayer(state, findRec(state, params), status);
    },

    'inter.setCobRStatus': ({ params }) => {
      cancelCobRByPayer(state, findCobR(state, params));
    },

    'inter.listCallbacks': ({ filter }) => buildCallbacksPage(state.deliveries.list(), filter),

    'inter.retryCallbacks': ({ body }) => {
      redeliver(state, body);
    },

    'inter.getLoteSummary': ({ params }) => toSumario(findLote(state, params)),

    'inter.listLoteByStatus': ({ params }) => {
      const { cobsv, ...lote } = toLote(findLote(state, params));
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
    const propriedade = `${root}.valor`;
    throw new SimulatorProblem(operacaoInvalida, {
      violacoes: [violation(propriedade, 'deve ter até 2 casas')],
    });
  }
}
