import type { PixRecord } from '../../families/pix/pix.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { checkPayOptions, type PayKeyOptions } from './pay.options.js';
import { receivePix } from './receive-pix.js';

/**
 * Pays to a key, without a charge.
 * @throws SimulatorProblem `PagamentoRecusado`, `RequisicaoInvalida`
 */
export function payKey(state: SimulatorState, chave: string, options: PayKeyOptions): PixRecord {
  const { chaves } = state.settings;
  checkPayOptions(options);
  if (chaves !== 'any' && !chaves.has(chave)) {
    throw new SimulatorProblem('PagamentoRecusado', {
      detail: 'A chave não pertence a este usuário recebedor.',
    });
  }
  const { valor, txid } = options;
  const componentesValor = { original: { valor } };
  return receivePix(
    state,
    { ...(txid !== undefined && { txid }), valor, componentesValor, chave },
    options,
  );
}
