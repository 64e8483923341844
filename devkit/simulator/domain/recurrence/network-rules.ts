import type { Plain } from 'nestjs-pix';
import type { CobRSolicitadaDto } from 'nestjs-pix/dto';
import { addDays, DAY_MS, daysBetween, HOUR_MS, isBusinessDay } from 'nestjs-pix/internal';
import { violationIf, type SimulatorViolation } from '../../families/problems.js';
import { resolveFirstDay, type CobRRecord, type RecRecord } from '../../families/recurrences.js';
import { toDay, toStartOfDay } from '../../kernel/calendar.js';

// The rules of the network for Pix Automático that the specification does not contain. docs/interface.md#network-rules
// has their sources.

/** Days from the creation of a charge, or from the order for its settlement, to its due date. */
export const DAYS_AHEAD = { least: 2, most: 10 } as const;

/** Hour of the previous day, in Brazil, after which the receiver can no longer cancel a charge. */
const LAST_CANCELLATION_HOUR = 22;

/** Days in which the payer can authorize a recurrence, or answer a request to confirm it. */
const AUTHORIZATION_DAYS = 30;

const DUE = 'cobr.calendario.dataDeVencimento';

/** Checks a charge that the receiver creates. @param today `YYYY-MM-DD` */
export function creationViolations(
  { calendario: { dataDeVencimento: day }, valor: { original } }: Plain<CobRSolicitadaDto>,
  { status, dataInicial, dataFinal = day, valor: { valorRec = original } = {} }: RecRecord,
  today: string,
): SimulatorViolation[] {
  const { least, most } = DAYS_AHEAD;
  const days = daysBetween(today, day);
  // The specification has a separate rule for days in the past.
  const isNear = days >= 0 && days < least;
  return [
    ...violationIf(
      isNear || days > most,
      DUE,
      `deve ser de ${least} a ${most} dias após a criação da cobrança`,
      day,
    ),
    ...violationIf(
      status === 'CRIADA',
      'cobr.idRec',
      'é de uma recorrência que o pagador ainda não aprovou',
      status,
    ),
    ...violationIf(
      valorRec !== original,
      'cobr.valor.original',
      `deve ser igual ao valor fixo da recorrência, ${valorRec}`,
      original,
    ),
    ...violationIf(
      day < dataInicial,
      DUE,
      `é anterior à data inicial da recorrência, ${dataInicial}`,
      day,
    ),
    ...violationIf(
      day > dataFinal,
      DUE,
      `é posterior à data final da recorrência, ${dataFinal}`,
      day,
    ),
  ];
}

/** Checks a charge that the receiver cancels. @param now milliseconds since the epoch, by the simulator's clock */
export function cancellationViolations(cobr: CobRRecord, now: number): SimulatorViolation[] {
  const eve = addDays(resolveFirstDay(cobr), -1);
  return violationIf(
    now > toStartOfDay(eve) + LAST_CANCELLATION_HOUR * HOUR_MS,
    'cobr.status',
    `só pode ser CANCELADA pelo recebedor até as ${LAST_CANCELLATION_HOUR}h do dia anterior à liquidação`,
  );
}

/** Checks the day of a retry that the receiver requests, `YYYY-MM-DD`. */
export function retryViolations(day: string): SimulatorViolation[] {
  return violationIf(!isBusinessDay(day), 'data', 'não corresponde a um dia útil', day);
}

/** Finds the instant at which a request to confirm expires. Both instants are in milliseconds since the epoch. */
export function findRequestEnd(sentAt: number): number {
  return sentAt + AUTHORIZATION_DAYS * DAY_MS;
}

/** Finds the instant at which an unapproved recurrence expires. Both instants are in milliseconds since the epoch. */
export function findApprovalEnd(sentAt: number): number {
  return toStartOfDay(addDays(toDay(findRequestEnd(sentAt)), 1));
}
