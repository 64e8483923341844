import type {
  InterConsultaCallbacksDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
} from '../../contract/inter/inter.dto.js';
import type { InterPagamento } from '../../contract/inter/inter.types.js';
import { formatValor } from '../../identifiers/index.js';
import { findCob } from '../cob/cob.handlers.js';
import { findCobV } from '../cobv/cobv.handlers.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { findLote } from '../lotecobv/lotecobv.handlers.js';
import { toLote } from '../lotecobv/lotecobv.view.js';
import { payCob, payCobV } from '../pix/pay-charge.js';
import type { PixRecord } from '../pix/pix.record.js';
import { familyProblems } from '../problems/family-problems.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { callbacksPage, redeliver } from './callbacks.js';
import { toSumario } from './sumario.view.js';

/** What Inter offers beyond the specification, of its sandbox and of its production. */
export function interHandlers(state: SimulatorState): Handlers {
  return {
    'inter.payCob': ({ params, body: { valor } }: HandlerCall<InterPagamentoDto>) => {
      const cob = findCob(state, params);
      return toPagamento(payCob(state, cob, { valor: textOf(valor, 'cob') }));
    },

    'inter.payCobV': ({ params, body: { valor } }: HandlerCall<InterPagamentoDto>) => {
      const cobv = findCobV(state, params);
      return toPagamento(payCobV(state, cobv, { valor: textOf(valor, 'cobv') }));
    },

    'inter.listCallbacks': ({ filter }: HandlerCall<unknown, InterConsultaCallbacksDto>) =>
      callbacksPage(state.deliveries.list(), filter),

    'inter.retryCallbacks': ({ body }: HandlerCall<InterReenvioCallbacksDto>) =>
      redeliver(state, body),

    'inter.getLoteSummary': ({ params }: HandlerCall) => toSumario(findLote(state, params)),

    'inter.listLoteByStatus': ({ params }: HandlerCall) => {
      const { cobsv, ...lote } = toLote(findLote(state, params));
      return { ...lote, cobsv: cobsv.filter(({ status }) => status === params.situacao) };
    },
  };
}

function toPagamento({ endToEndId }: PixRecord): InterPagamento {
  return { e2e: endToEndId };
}

/** An amount that came as a number, as the specification writes it. @throws SimulatorProblem when it has no such text */
function textOf(valor: number, family: 'cob' | 'cobv'): string {
  try {
    return formatValor(String(valor));
  } catch {
    const { root, operacaoInvalida } = familyProblems[family];
    const propriedade = `${root}.valor`;
    const razao = `${propriedade} deve ter até 2 casas`;
    throw new SimulatorProblem(operacaoInvalida, { violacoes: [{ razao, propriedade }] });
  }
}
