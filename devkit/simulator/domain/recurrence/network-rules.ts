import type { Plain } from 'nestjs-pix';
import type { CobRSolicitadaDto } from 'nestjs-pix/dto';
import { DAY_MS, HOUR_MS } from 'nestjs-pix/internal';
import { violation, type SimulatorViolation } from '../../families/problems.js';
import { resolveFirstDay, type CobRRecord, type RecRecord } from '../../families/recurrences.js';
import { addDays, daysBetween, isBusinessDay, toDay, toStartOfDay } from '../../kernel/calendar.js';

/**
 * A rule of the network for Pix Automático that the specification does not contain. docs/interface.md#network-rules
 * shows the table.
 */
export interface NetworkRuleEntry {
  /** The rule in English. */
  readonly rule: string;
  /** Where the rule applies: operations by method and path template. */
  readonly appliesTo: readonly string[];
  /** Public documents that state the rule, and those that state another one, in Markdown. */
  readonly source: string;
}

/** A rule that a request can violate. */
export interface NetworkRule<Subject> extends NetworkRuleEntry {
  readonly check: (subject: Subject) => readonly SimulatorViolation[];
}

/** Days from the creation of a charge, or from the order for its settlement, to its due date. */
export const DAYS_AHEAD = { least: 2, most: 10 } as const;

/** Hour of the previous day, in Brazil, after which the receiver can no longer cancel a charge. */
const LAST_CANCELLATION_HOUR = 22;

/** Days in which the payer can authorize a recurrence, or answer a request to confirm it. */
const AUTHORIZATION_DAYS = 30;

const CREATIONS = ['POST /cobr', 'PUT /cobr/{txid}'];
const DUE = 'cobr.calendario.dataDeVencimento';

const CIELO =
  '[Cielo](https://docs.cielo.com.br/pix-can-cbk/reference/jornadas-de-cobranca-agendamento)';
const EBANX = '[EBANX](https://docs.ebanx.com/docs/pix-automatico/recurring-payment-schedule)';
const TRANSFEERA = '[Transfeera](https://docs.transfeera.dev/reference/erros-pix-automatico)';
const CELCOIN_RETRY =
  '[Celcoin](https://developers.celcoin.com.br/docs/retentativas-de-recebimento-copy)';
const CELCOIN_SCHEDULE = '[Celcoin](https://developers.celcoin.com.br/docs/agendamento-copy)';
const IN_436 =
  '[Instrução Normativa BCB 436/2023](https://lex.com.br/instrucao-normativa-bacen-no-436-de-7-de-dezembro-de-2023)';

/** A charge that the receiver creates. */
interface Creation {
  readonly body: Plain<CobRSolicitadaDto>;
  readonly rec: RecRecord;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

export const creationRules: readonly NetworkRule<Creation>[] = [
  {
    rule: `The due date of a charge is ${DAYS_AHEAD.least} to ${DAYS_AHEAD.most} days after its creation, in calendar days.`,
    appliesTo: CREATIONS,
    source: `${CIELO}, ${EBANX}. Disputed: ${CELCOIN_SCHEDULE} counts business days.`,
    check: ({ body: { calendario }, today }) => {
      const days = daysBetween(today, calendario.dataDeVencimento);
      // The specification has a separate rule for days in the past.
      if (days < 0 || (days >= DAYS_AHEAD.least && days <= DAYS_AHEAD.most)) return [];
      const rule = `deve ser de ${DAYS_AHEAD.least} a ${DAYS_AHEAD.most} dias após a criação da cobrança`;
      return [violation(DUE, rule, calendario.dataDeVencimento)];
    },
  },
  {
    rule: 'The recurrence of a charge is APROVADA.',
    appliesTo: CREATIONS,
    source: `${TRANSFEERA} (\`authorization_not_accepted\`)`,
    check: ({ rec: { status } }) =>
      status === 'CRIADA'
        ? [violation('cobr.idRec', 'é de uma recorrência que o pagador ainda não aprovou', status)]
        : [],
  },
  {
    rule: 'The amount of a charge is the fixed amount of its recurrence (`valorRec`), if it has one.',
    appliesTo: CREATIONS,
    source: `${EBANX}, ${TRANSFEERA} (\`invalid_amount\`)`,
    check: ({ body: { valor }, rec }) => {
      const valorRec = rec.valor?.valorRec;
      if (valorRec === undefined || valorRec === valor.original) return [];
      const rule = `deve ser igual ao valor fixo da recorrência, ${valorRec}`;
      return [violation('cobr.valor.original', rule, valor.original)];
    },
  },
  {
    rule: 'The due date of a charge is from `dataInicial` to `dataFinal` of its recurrence.',
    appliesTo: CREATIONS,
    source: `${TRANSFEERA} (\`invalid_due_date\`). The specification calls \`dataInicial\` an estimate.`,
    check: ({ body: { calendario }, rec: { dataInicial, dataFinal } }) => {
      const day = calendario.dataDeVencimento;
      if (day < dataInicial) {
        return [violation(DUE, `é anterior à data inicial da recorrência, ${dataInicial}`, day)];
      }
      if (dataFinal === undefined || day <= dataFinal) return [];
      return [violation(DUE, `é posterior à data final da recorrência, ${dataFinal}`, day)];
    },
  },
];

/** A charge that the receiver cancels. */
interface Cancellation {
  readonly cobr: CobRRecord;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly now: number;
}

export const cancellationRules: readonly NetworkRule<Cancellation>[] = [
  {
    rule: `The receiver cancels a charge until ${LAST_CANCELLATION_HOUR}:00 (America/Sao_Paulo) of the day before its first attempt. The payer can cancel it until the end of that day.`,
    appliesTo: ['PATCH /cobr/{txid}'],
    source: CIELO,
    check: ({ cobr, now }) => {
      const eve = addDays(resolveFirstDay(cobr), -1);
      if (now <= toStartOfDay(eve) + LAST_CANCELLATION_HOUR * HOUR_MS) return [];
      const rule = `só pode ser CANCELADA pelo recebedor até as ${LAST_CANCELLATION_HOUR}h do dia anterior à liquidação`;
      return [violation('cobr.status', rule)];
    },
  },
];

/** A retry that the receiver requests. */
interface Retry {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

export const retryRules: readonly NetworkRule<Retry>[] = [
  {
    rule: 'The day of a retry is a business day.',
    appliesTo: ['POST /cobr/{txid}/retentativa/{data}'],
    source: `Disputed: ${CELCOIN_RETRY} allows any day. A business day is valid in both readings.`,
    check: ({ day }) =>
      isBusinessDay(day) ? [] : [violation('data', 'não corresponde a um dia útil', day)],
  },
];

/** Rules that take effect with time: {@link findRequestEnd}, {@link findApprovalEnd}. */
export const expiryRules: readonly NetworkRuleEntry[] = [
  {
    rule: `A request to confirm a recurrence becomes EXPIRADA ${AUTHORIZATION_DAYS} days after its creation, if its own date is not earlier.`,
    appliesTo: ['POST /solicrec'],
    source: `${IN_436}, art. 3º`,
  },
  {
    rule: `A recurrence that nobody approves becomes EXPIRADA at the end of the ${AUTHORIZATION_DAYS}th day after its creation, or after the last request to confirm it.`,
    appliesTo: ['POST /rec'],
    source: `${IN_436}, art. 3º, which limits requests; this simulator applies it to every journey. ${TRANSFEERA} (\`authorization_expired\`)`,
  },
];

/** Finds the instant at which a request to confirm expires. Both instants are in milliseconds since the epoch. */
export function findRequestEnd(sentAt: number): number {
  return sentAt + AUTHORIZATION_DAYS * DAY_MS;
}

/** Finds the instant at which an unapproved recurrence expires. Both instants are in milliseconds since the epoch. */
export function findApprovalEnd(sentAt: number): number {
  return toStartOfDay(addDays(toDay(findRequestEnd(sentAt)), 1));
}

/** Collects the violations of all rules of a table. */
export function collectNetworkViolations<Subject>(
  rules: readonly NetworkRule<Subject>[],
  subject: Subject,
): SimulatorViolation[] {
  return rules.flatMap(({ check }) => check(subject));
}
