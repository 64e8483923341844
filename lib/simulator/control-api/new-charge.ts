import type { CobSolicitada } from '../../contract/bodies.types.js';
import { CobSolicitadaDto } from '../../contract/cob/cob.dto.js';
import { collectViolations } from '../../contract/validation/index.js';
import { createCob } from '../domain/charge/cob.commands.js';
import { toCob } from '../domain/views/cob.view.js';
import { generateTxid } from '../../values/index.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';

/** The key of a charge made by hand where the receiver may have any. */
const CHAVE = 'loja@example.com';

/**
 * Makes an immediate charge as `POST /cob` would, for whoever has the console open and no client at hand.
 *
 * @param body that of `POST /cob`, where `chave` may be left out
 * @throws SimulatorProblem `CobOperacaoInvalida`
 */
export function newCharge(state: SimulatorState, body: Readonly<Record<string, unknown>>): unknown {
  const { chaves } = state.settings;
  const [chave = CHAVE] = chaves === 'any' ? [] : chaves;
  const charge = { chave, ...body };
  const violacoes = collectViolations(CobSolicitadaDto, charge, 'cob');
  if (violacoes.length > 0) throw new SimulatorProblem('CobOperacaoInvalida', { violacoes });
  return toCob(
    state.settings,
    createCob(state, generateTxid(), charge as unknown as CobSolicitada),
  );
}
