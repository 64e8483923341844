import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';

interface Revised<Conteudo> {
  readonly revisao: number;
  readonly revisoes: readonly Conteudo[];
}

/** The content of a revision, of the latest when none is named (parameter `revisao`). */
export function revisionOf<Conteudo>(
  record: Revised<Conteudo>,
  revisao: number | undefined,
  problem: ProblemName,
): { revisao: number; conteudo: Conteudo } {
  const number = revisao ?? record.revisao;
  const conteudo = record.revisoes[number];
  if (conteudo !== undefined) return { revisao: number, conteudo };
  throw new SimulatorProblem(problem, {
    violacoes: [{ razao: 'revisao não existe para esta cobrança', propriedade: 'revisao' }],
  });
}
