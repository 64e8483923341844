import { SimulatorProblem, type SimulatorViolation } from './simulator-problem.js';
import { violation } from './violation.js';

/**
 * Finds a text in a command that is longer than the schema of the response that shows it allows.
 *
 * @param most maximum number of characters
 * @returns at most one violation
 */
export function findTooLong(
  propriedade: string,
  text: string | undefined,
  most: number,
): SimulatorViolation[] {
  if (text === undefined || text.length <= most) return [];
  return [violation(propriedade, `deve ter no máximo ${most} caracteres`)];
}

/**
 * Checks the length of a text in a command, so that it fits the schema of the response that shows it.
 *
 * @param most maximum number of characters
 * @throws SimulatorProblem `RequisicaoInvalida` if the text is longer
 */
export function checkLength(propriedade: string, text: string | undefined, most: number): void {
  const violacoes = findTooLong(propriedade, text, most);
  if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
}
