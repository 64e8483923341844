import { SimulatorProblem } from './simulator-problem.js';

/**
 * Refuses a text of a command that no answer could hold.
 *
 * @param most characters that its schema allows
 * @throws SimulatorProblem `RequisicaoInvalida`
 */
export function checkLength(propriedade: string, text: string | undefined, most: number): void {
  if (text === undefined || text.length <= most) return;
  const razao = `${propriedade} deve ter no máximo ${most} caracteres`;
  throw new SimulatorProblem('RequisicaoInvalida', { violacoes: [{ razao, propriedade }] });
}
