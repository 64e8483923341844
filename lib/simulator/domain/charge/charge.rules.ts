import type { TipoCob } from '../../../contract/loc/loc.types.js';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
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
  const propriedade = `${root}.chave`;
  return [{ razao: `${propriedade} não pertence a este usuário recebedor`, propriedade }];
}

/** Checks that the location exists, is for this kind of charge and is not linked to another charge. */
export function locViolations(
  { locs }: SimulatorState,
  locId: number | undefined,
  tipoCob: TipoCob,
  txid: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const propriedade = `${tipoCob}.loc.id`;
  const violation = (rule: string) => [{ razao: `${propriedade} ${rule}`, propriedade }];
  const loc = locs.get(locId);
  if (loc === undefined) return violation('não corresponde a uma location');
  if (loc.tipoCob !== tipoCob) {
    return violation(`é de uma location do tipo ${loc.tipoCob}, e não ${tipoCob}`);
  }
  if (loc.txid !== undefined && loc.txid !== txid) {
    return violation('é de uma location usada por outra cobrança');
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
  const propriedade = `${root}.txid`;
  return [{ razao: `${propriedade} já está em uso`, propriedade }];
}

/** Throws `problem` unless the charge is ATIVA: paid and removed charges cannot be changed. */
export function checkAtiva(status: string, root: string, problem: ProblemName): void {
  if (status === 'ATIVA') return;
  const propriedade = `${root}.status`;
  throw new SimulatorProblem(problem, {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [{ razao: `${propriedade} não é ATIVA`, propriedade, valor: status }],
  });
}
