import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorViolation } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import type { LoteRecord } from '../state/lotecobv.record.js';

type Items = readonly { readonly txid: string }[];

/** A new batch creates charges; none of them may be there already (specification, `LoteCobVOperacaoInvalida`). */
export function checkNovo(state: SimulatorState, items: Items): void {
  refuse([
    ...twins(items),
    ...violations(
      items,
      (txid) => exists(state, txid),
      'é de uma cobrança que já encontra-se criada',
    ),
  ]);
}

/** A batch that exists is altered as a whole: by exactly the charges that it was created with. */
export function checkMesmasCobrancas(lote: LoteRecord, items: Items): void {
  const sent = new Set(items.map(({ txid }) => txid));
  const missing = lote.itens.some(({ txid }) => !sent.has(txid));
  refuse([
    ...twins(items),
    ...strangers(lote, items),
    ...(missing
      ? [
          {
            razao: 'loteCobV.cobsv não tem todas as cobranças da requisição que criou o lote',
            propriedade: 'loteCobV.cobsv',
          },
        ]
      : []),
  ]);
}

/** A revision names charges of the batch alone. */
export function checkCobrancasDoLote(lote: LoteRecord, items: Items): void {
  refuse([...twins(items), ...strangers(lote, items)]);
}

function exists({ cobs, cobvs, cobrs, lotes }: SimulatorState, txid: string): boolean {
  const status = lotes.findItem(txid)?.status ?? 'NEGADA';
  return status !== 'NEGADA' || [cobs, cobvs, cobrs].some((store) => store.get(txid) !== undefined);
}

function strangers({ itens }: LoteRecord, items: Items): SimulatorViolation[] {
  const own = new Set(itens.map(({ txid }) => txid));
  return violations(
    items,
    (txid) => !own.has(txid),
    'não é de uma cobrança da requisição que criou o lote',
  );
}

function twins(items: Items): SimulatorViolation[] {
  const seen = new Set<string>();
  return violations(
    items,
    (txid) => {
      const twin = seen.has(txid);
      seen.add(txid);
      return twin;
    },
    'está repetido no lote',
  );
}

function violations(
  items: Items,
  isWrong: (txid: string) => boolean,
  rule: string,
): SimulatorViolation[] {
  return items.flatMap(({ txid }, index) => {
    if (!isWrong(txid)) return [];
    const propriedade = `loteCobV.cobsv[${index}].txid`;
    return [{ razao: `${propriedade} ${rule}`, propriedade, valor: txid }];
  });
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('LoteCobVOperacaoInvalida', { violacoes });
}
