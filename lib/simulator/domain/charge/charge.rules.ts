import type { TipoCob } from '../../../contract/loc/loc.types.js';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorViolation } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';

/** Whether the key is the receiver's to use. `root` is what the paths of the family's violations begin with. */
export function chaveViolations(
  { settings: { chaves } }: SimulatorState,
  chave: string,
  root: string,
): SimulatorViolation[] {
  if (chaves === 'any' || chaves.has(chave)) return [];
  const propriedade = `${root}.chave`;
  return [{ razao: `${propriedade} não pertence a este usuário recebedor`, propriedade }];
}

/** Whether the location exists, is of the charge's kind and shows no other charge. */
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

/** A txid names one charge of the receiver, of whatever kind (schema `TxId`). */
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

/** Only a charge that is neither paid nor removed changes. */
export function checkAtiva(status: string, root: string, problem: ProblemName): void {
  if (status === 'ATIVA') return;
  const propriedade = `${root}.status`;
  throw new SimulatorProblem(problem, {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [{ razao: `${propriedade} não é ATIVA`, propriedade, valor: status }],
  });
}
