import { resolveFirstDay, findPending, type CobRRecord } from '../../families/cobr/cobr.record.js';
import { addDays, toDay } from '../../kernel/calendar/civil-date.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { collectNetworkViolations, retryRules } from './network-rules.js';

/** `PERMITE_3R_7D` allows 3 retries within 7 days. Other policies allow none (docs/interface.md#limits). */
export const RETRIES = 3;
export const DAYS = 7;

/** Returns the last day for a retry, `YYYY-MM-DD`. */
export function resolveLastRetryDay(cobr: CobRRecord): string {
  return addDays(resolveFirstDay(cobr), DAYS);
}

/** Whether the receiver can still request a retry. */
export function mayRetry(cobr: CobRRecord, today: string): boolean {
  return (
    cobr.politicaRetentativa === 'PERMITE_3R_7D' &&
    countRetries(cobr) < RETRIES &&
    today < resolveLastRetryDay(cobr)
  );
}

/** @throws SimulatorProblem `CobROperacaoInvalida` if a retry on `day` is not allowed */
export function checkRetry(
  { clock, settings }: SimulatorState,
  cobr: CobRRecord,
  day: string,
): void {
  if (cobr.politicaRetentativa === 'NAO_PERMITE') {
    refuse(
      [violation('politicaRetentativa', 'não permite retentativa')],
      'A política configurada na recorrência não permite retentativa de cobrança.',
    );
  }
  refuse([
    ...statusViolations(cobr),
    ...(day > toDay(clock.now()) ? [] : [violation('data', 'não corresponde a uma data futura')]),
    ...(day <= resolveLastRetryDay(cobr)
      ? []
      : [violation('data', `passa de ${DAYS} dias após a primeira tentativa`)]),
    ...(countRetries(cobr) < RETRIES
      ? []
      : [violation('cobr.tentativas', `já tem ${RETRIES} retentativas`)]),
    ...(settings.rules === 'network' ? collectNetworkViolations(retryRules, { day }) : []),
  ]);
}

function statusViolations(cobr: CobRRecord): SimulatorViolation[] {
  const pending = findPending(cobr);
  if (pending !== undefined) {
    const rule = `já tem uma tentativa ${pending.status} para ${pending.dataLiquidacao}`;
    return [violation('cobr.tentativas', rule)];
  }
  return cobr.status === 'ATIVA' ? [] : [violation('cobr.status', 'não é ATIVA', cobr.status)];
}

function countRetries({ tentativas }: CobRRecord): number {
  return tentativas.filter(({ tipo }) => tipo === 'NTAG').length;
}

function refuse(violacoes: SimulatorViolation[], detail?: string): void {
  if (violacoes.length === 0) return;
  throw new SimulatorProblem('CobROperacaoInvalida', {
    violacoes,
    ...(detail !== undefined && { detail }),
  });
}
