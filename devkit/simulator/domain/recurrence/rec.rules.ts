import type { Plain } from 'nestjs-pix';
import type { RecRevisadaDto } from 'nestjs-pix/dto';
import { hasEnded, type RecRecord } from '../../families/rec/rec.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';

/**
 * Checks the rules of a creation that depend on the state (specification, `RecOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
export function checkCreation(state: SimulatorState, rec: RecRecord): void {
  refuse([
    ...idRecViolations(state, rec.idRec),
    ...dataInicialViolations(rec.dataInicial, rec),
    ...convenioViolations(state, rec.convenio),
    ...locViolations(state, rec.locId, rec.idRec),
  ]);
}

/** Checks which fields a revision may change in the current status. @throws SimulatorProblem `RecOperacaoInvalida` */
export function checkRevision(
  state: SimulatorState,
  rec: RecRecord,
  body: Plain<RecRevisadaDto>,
): void {
  if (hasEnded(rec)) {
    throw new SimulatorProblem('RecOperacaoInvalida', {
      detail: 'A recorrência encontra-se expirada, cancelada ou rejeitada.',
      violacoes: [violation('rec.status', 'não permite alteração', rec.status)],
    });
  }
  const { loc, calendario: { dataInicial } = {} } = body;
  const fixed = rec.status !== 'CRIADA';
  refuse([
    ...(dataInicial === undefined
      ? []
      : [
          ...(fixed ? [onlyWhileCriada('rec.calendario.dataInicial')] : []),
          ...dataInicialViolations(dataInicial, rec),
          ...orderViolations(dataInicial, rec),
        ]),
    ...(loc === undefined
      ? []
      : [...(fixed ? [onlyWhileCriada('rec.loc')] : []), ...locViolations(state, loc, rec.idRec)]),
  ]);
}

function idRecViolations({ recs }: SimulatorState, idRec: string): SimulatorViolation[] {
  return recs.get(idRec) === undefined ? [] : [violation('rec.idRec', 'já foi usado', idRec)];
}

function dataInicialViolations(
  dataInicial: string,
  { createdAt }: RecRecord,
): SimulatorViolation[] {
  if (dataInicial >= toDay(createdAt)) return [];
  return [violation('rec.calendario.dataInicial', 'é anterior à data de criação da recorrência')];
}

function orderViolations(dataInicial: string, { dataFinal }: RecRecord): SimulatorViolation[] {
  if (dataFinal === undefined || dataFinal >= dataInicial) return [];
  return [violation('rec.calendario.dataFinal', 'não pode ser anterior a dataInicial')];
}

function convenioViolations(
  { settings: { convenios } }: SimulatorState,
  convenio: string | undefined,
): SimulatorViolation[] {
  if (convenio === undefined || convenios === 'any' || convenios.has(convenio)) return [];
  return [violation('rec.recebedor.convenio', 'não é aceito pelo PSP recebedor')];
}

function locViolations(
  { locRecs }: SimulatorState,
  locId: number | undefined,
  idRec: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const loc = locRecs.get(locId);
  if (loc === undefined) return [violation('rec.loc', 'não corresponde a uma location')];
  if (loc.idRec === undefined || loc.idRec === idRec) return [];
  return [violation('rec.loc', 'é de uma location usada por outra recorrência')];
}

function onlyWhileCriada(propriedade: string): SimulatorViolation {
  return violation(propriedade, 'só pode ser alterado quando a recorrência está CRIADA');
}

function refuse(violacoes: SimulatorViolation[]): void {
  if (violacoes.length > 0) throw new SimulatorProblem('RecOperacaoInvalida', { violacoes });
}
