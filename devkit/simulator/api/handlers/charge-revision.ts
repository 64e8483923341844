import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';

interface Revised<Conteudo> {
  readonly revisao: number;
  readonly revisoes: readonly Conteudo[];
}

/**
 * Finds the content of a revision (parameter `revisao`).
 *
 * @param revisao Default: the current revision
 * @param problem error type if there is no such revision
 */
export function findRevision<Conteudo>(
  record: Revised<Conteudo>,
  revisao: number | undefined,
  problem: ProblemName,
): { revisao: number; conteudo: Conteudo } {
  const number = revisao ?? record.revisao;
  const conteudo = record.revisoes[number];
  if (conteudo !== undefined) return { revisao: number, conteudo };
  throw new SimulatorProblem(problem, {
    violacoes: [violation('revisao', 'não existe para esta cobrança')],
  });
}
