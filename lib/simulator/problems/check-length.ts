import { SimulatorProblem } from './simulator-problem.js';
import { violation } from './violation.js';

/**
 * Checks the length of a text in a command, so that it fits the schema of the response that shows it.
 *
 * @param most maximum number of characters
 * @throws SimulatorProblem `RequisicaoInvalida` if the text is longer
 */
export function checkLength(propriedade: string, text: string | undefined, most: number): void {
  if (text === undefined || text.length <= most) return;
  throw new SimulatorProblem('RequisicaoInvalida', {
    violacoes: [violation(propriedade, `deve ter no máximo ${most} caracteres`)],
  });
}
