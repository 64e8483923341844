import { CobVSolicitadaDto } from '../../../contract/cobv/cobv.dto.js';
import { collectViolations } from '../../../contract/validation/index.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { chaveViolations, locViolations, txidViolations } from './charge.rules.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorViolation } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';
import type { CobVConteudo, CobVRecord } from '../state/cobv.record.js';

/** What the body of a creation alone cannot tell (specification, `CobVOperacaoInvalida`). */
export function checkNova(
  state: SimulatorState,
  conteudo: CobVConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse([
    ...txidViolations(state, txid, 'cobv'),
    ...vencimentoViolations(conteudo, state.clock.now()),
    ...chaveViolations(state, conteudo.chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
  ]);
}

/** The same of a revision, and whether what it leaves makes sense as a whole. */
export function checkRevisada(
  state: SimulatorState,
  conteudo: CobVConteudo,
  { txid, createdAt }: CobVRecord,
  locId: number | undefined,
): void {
  const { dataDeVencimento, validadeAposVencimento, devedor, valor, chave } = conteudo;
  const whole = {
    calendario: { dataDeVencimento, validadeAposVencimento },
    devedor,
    valor,
    chave,
  };
  refuse([
    ...collectViolations(CobVSolicitadaDto, whole, 'cobv'),
    ...vencimentoViolations(conteudo, createdAt),
    ...chaveViolations(state, chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
  ]);
}

/** A charge that a batch is still to create, or was refused, is not there to be altered by itself. */
export function checkLote({ lotes }: SimulatorState, txid: string): void {
  const item = lotes.findItem(txid);
  if (item === undefined || item.status === 'CRIADA') return;
  const razao = `cobv.txid está em um lote, no status ${item.status}`;
  refuse([{ razao, propriedade: 'cobv.txid', valor: txid }]);
}

function vencimentoViolations(
  { dataDeVencimento }: CobVConteudo,
  createdAt: number,
): SimulatorViolation[] {
  if (dataDeVencimento >= toDay(createdAt)) return [];
  const propriedade = 'cobv.calendario.dataDeVencimento';
  return [{ razao: `${propriedade} é anterior à data de criação da cobrança`, propriedade }];
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
}
