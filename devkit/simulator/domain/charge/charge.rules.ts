import type { TipoCob } from 'nestjs-pix';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';

/**
 * Checks that the key belongs to the receiver.
 *
 * @param root first segment of the paths in the family's violations
 */
export function chaveViolations(
  { settings: { chaves } }: SimulatorState,
  chave: string,
  root: string,
): SimulatorViolation[] {
  if (chaves === 'any' || chaves.has(chave)) return [];
  return [violation(`${root}.chave`, 'não pertence a este usuário recebedor')];
}

/**
 * Checks that the location exists, is for this kind of charge and is not linked to another charge.
 */
export function locViolations(
  { locs }: SimulatorState,
  locId: number | undefined,
  tipoCob: TipoCob,
  txid: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const propriedade = `${tipoCob}.loc.id`;
  const refused = (rule: string) => [violation(propriedade, rule)];
  const loc = locs.get(locId);
  if (loc === undefined) return refused('não corresponde a uma location');
  if (loc.tipoCob !== tipoCob) {
    return refused(`é de uma location do tipo ${loc.tipoCob}, e não ${tipoCob}`);
  }
  if (loc.txid !== undefined && loc.txid !== txid) {
    return refused('é de uma location usada por outra cobrança');
  }
  return [];
}

/** Checks that no charge of the receiver, of any kind, has the txid (schema `TxId`). */
export function txidViolations(
  { cobs, cobvs, cobrs }: SimulatorState,
  txid: string,
  root: string,
): SimulatorViolation[] {
  const taken = [cobs, cobvs, cobrs].some((store) => store.get(txid) !== undefined);
  if (!taken) return [];
  return [violation(`${root}.txid`, 'já está em uso')];
}

/** Throws `problem` unless the charge is ATIVA: paid and removed charges cannot be changed. */
export function checkAtiva(status: string, root: string, problem: ProblemName): void {
  if (status === 'ATIVA') return;
  throw new SimulatorProblem(problem, {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [violation(`${root}.status`, 'não é ATIVA', status)],
  });
}
