import type { LoteRecord } from '../../families/lotecobv/lotecobv.record.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';

type Items = readonly { readonly txid: string }[];

/**
 * Checks that no charge of a new batch exists (specification, `LoteCobVOperacaoInvalida`).
 * @throws SimulatorProblem
 */
export function checkCreation(state: SimulatorState, items: Items): void {
  refuse([
    ...duplicateViolations(items),
    ...violations(
      items,
      (txid) => exists(state, txid),
      'é de uma cobrança que já encontra-se criada',
    ),
  ]);
}

/**
 * Checks that a repeated batch has exactly the charges that it was created with.
 * @throws SimulatorProblem
 */
export function checkSameCharges(lote: LoteRecord, items: Items): void {
  const sent = new Set(items.map(({ txid }) => txid));
  const missing = lote.itens.some(({ txid }) => !sent.has(txid));
  refuse([
    ...duplicateViolations(items),
    ...unknownChargeViolations(lote, items),
    ...(missing
      ? [violation('loteCobV.cobsv', 'não tem todas as cobranças da requisição que criou o lote')]
      : []),
  ]);
}

/** Checks that a revision has only charges of the batch. @throws SimulatorProblem */
export function checkChargesInBatch(lote: LoteRecord, items: Items): void {
  refuse([...duplicateViolations(items), ...unknownChargeViolations(lote, items)]);
}

function exists({ cobs, cobvs, cobrs, lotes }: SimulatorState, txid: string): boolean {
  const status = lotes.findItem(txid)?.status ?? 'NEGADA';
  return status !== 'NEGADA' || [cobs, cobvs, cobrs].some((store) => store.get(txid) !== undefined);
}

function unknownChargeViolations({ itens }: LoteRecord, items: Items): SimulatorViolation[] {
  const own = new Set(itens.map(({ txid }) => txid));
  return violations(
    items,
    (txid) => !own.has(txid),
    'não é de uma cobrança da requisição que criou o lote',
  );
}

function duplicateViolations(items: Items): SimulatorViolation[] {
  const seen = new Set<string>();
  return violations(
    items,
    (txid) => {
      const isDuplicate = seen.has(txid);
      seen.add(txid);
      return isDuplicate;
    },
    'está repetido no lote',
  );
}

function violations(
  items: Items,
  isWrong: (txid: string) => boolean,
  rule: string,
): SimulatorViolation[] {
  return items.flatMap(({ txid }, index) =>
    isWrong(txid) ? [violation(`loteCobV.cobsv[${index}].txid`, rule, txid)] : [],
  );
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('LoteCobVOperacaoInvalida', { violacoes });
}
