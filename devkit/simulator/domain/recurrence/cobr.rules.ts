import type { Plain } from 'nestjs-pix';
import type { CobRSolicitadaDto } from 'nestjs-pix/dto';
import { resolveFirstDay, isCobROpen, type CobRRecord } from '../../families/cobr/cobr.record.js';
import { hasEnded, type RecRecord } from '../../families/rec/rec.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { toCycle } from '../../kernel/calendar/cycle.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import { txidViolations } from '../charge/charge.rules.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { cancellationRules, collectNetworkViolations, creationRules } from './network-rules.js';

/**
 * Checks the rules of a creation that depend on the state.
 *
 * @returns the recurrence of the charge
 * @throws SimulatorProblem `CobROperacaoInvalida`
 */
export function checkCreation(
  state: SimulatorState,
  txid: string,
  body: Plain<CobRSolicitadaDto>,
): RecRecord {
  const { dataDeVencimento } = body.calendario;
  const rec = state.recs.get(body.idRec);
  const today = toDay(state.clock.now());
  const violacoes = [
    ...txidViolations(state, txid, 'cobr'),
    ...recViolations(rec),
    ...(dataDeVencimento >= today
      ? []
      : [
          violation('cobr.calendario.dataDeVencimento', 'é anterior à data de criação da cobrança'),
        ]),
    ...(rec === undefined ? [] : cycleViolations(state, rec, dataDeVencimento)),
    ...(rec === undefined || state.settings.rules === 'specification'
      ? []
      : collectNetworkViolations(creationRules, { body, rec, today })),
    ...contaViolations(state, body.recebedor),
  ];
  if (rec !== undefined && violacoes.length === 0) return rec;
  throw new SimulatorProblem('CobROperacaoInvalida', { violacoes });
}

/**
 * @throws SimulatorProblem `CobROperacaoInvalida` if the charge has ended, the day of its first attempt has begun, or it
 * is too late by the rules of the network
 */
export function checkCancellable({ clock, settings }: SimulatorState, cobr: CobRRecord): void {
  const now = clock.now();
  if (!isCobROpen(cobr)) {
    throw new SimulatorProblem('CobROperacaoInvalida', {
      detail: `A cobrança está ${cobr.status} e por isso não pode ser cancelada.`,
      violacoes: [violation('cobr.status', 'não permite o cancelamento', cobr.status)],
    });
  }
  if (toDay(now) >= resolveFirstDay(cobr)) {
    throw new SimulatorProblem('CobROperacaoInvalida', {
      detail:
        'Não é possível cancelar a cobrança no dia previsto para a primeira tentativa de liquidação, ou depois dele.',
      violacoes: [violation('cobr.status', 'não pode ser CANCELADA nesta data')],
    });
  }
  if (settings.rules === 'specification') return;
  const violacoes = collectNetworkViolations(cancellationRules, { cobr, now });
  if (violacoes.length > 0) throw new SimulatorProblem('CobROperacaoInvalida', { violacoes });
}

function recViolations(rec: RecRecord | undefined): SimulatorViolation[] {
  if (rec === undefined) return [violation('cobr.idRec', 'não corresponde a uma recorrência')];
  if (!hasEnded(rec)) return [];
  return [violation('cobr.idRec', `é de uma recorrência ${rec.status}`)];
}

/** Checks that the recurrence has no other charge in the cycle. Rejected and cancelled charges do not count. */
function cycleViolations(
  { cobrs }: SimulatorState,
  { idRec, periodicidade }: RecRecord,
  day: string,
): SimulatorViolation[] {
  const cycle = toCycle(day, periodicidade);
  const taken = cobrs
    .listByRec(idRec)
    .some(
      ({ status, dataDeVencimento }) =>
        status !== 'REJEITADA' &&
        status !== 'CANCELADA' &&
        toCycle(dataDeVencimento, periodicidade) === cycle,
    );
  if (!taken) return [];
  return [
    violation('cobr.calendario.dataDeVencimento', 'é do ciclo de outra cobrança da recorrência'),
  ];
}

function contaViolations(
  { settings: { contas } }: SimulatorState,
  { conta, agencia }: Plain<CobRSolicitadaDto>['recebedor'],
): SimulatorViolation[] {
  const own =
    contas === 'any' ||
    contas.some((one) => one.conta === conta && (agencia ?? one.agencia) === one.agencia);
  if (own) return [];
  return [violation('cobr.recebedor.conta', 'não pertence a este usuário recebedor')];
}
