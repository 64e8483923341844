import { generateTxid, type Plain } from 'nestjs-pix';
import { CobSolicitadaDto } from 'nestjs-pix/dto';
import { collectViolations, toViolacao } from 'nestjs-pix/spec';
import { resolveDefaultKey } from '../control/default-key.js';
import { createCob } from '../domain/charge/cob.commands.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { toCob } from '../domain/views/cob.view.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';

/**
 * Creates an immediate charge like `POST /cob`, for users of the console without a client.
 *
 * @param body body of `POST /cob`; `chave` is optional
 * @throws SimulatorProblem `CobOperacaoInvalida`
 */
export function createCharge(
  state: SimulatorState,
  body: Readonly<Record<string, unknown>>,
): unknown {
  const charge: object = { chave: resolveDefaultKey(state), ...body };
  const violacoes = collectViolations(CobSolicitadaDto, charge, 'cob').map(toViolacao);
  if (violacoes.length > 0) throw new SimulatorProblem('CobOperacaoInvalida', { violacoes });
  return toCob(state.settings, createCob(state, generateTxid(), charge as Plain<CobSolicitadaDto>));
}
