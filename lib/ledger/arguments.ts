// What callers in JavaScript may pass: it is checked before any statement.

import { types } from 'node:util';
import { assertShape } from '../client/index.js';
import {
  anything,
  choose,
  flag,
  integer,
  listOf,
  must,
  objectOf,
  oneOf,
  text,
  type OptionRule,
} from '../options/index.js';
import { CNPJ, CPF, DEVOLUCAO_ID } from '../values/index.js';
import { choices, paymentMeanings, pixChargeStates, refundStates } from './charge.js';

export const matching = (expected: string, ...patterns: readonly RegExp[]) =>
  must(expected, (value) => typeof value === 'string' && patterns.some((each) => each.test(value)));

// PostgreSQL does not store NUL and half of a character.
const name = matching('a text of 1 to 200 valid characters', /^[^\0\p{Cs}]{1,200}$/u);
const taxId = matching('a CPF or CNPJ with only digits and letters', CPF, CNPJ);
const refundId = matching('a text of 1 to 35 letters and digits', DEVOLUCAO_ID);
const instant = must('a valid Date', (value) => types.isDate(value) && !isNaN(value.getTime()));
const transaction = must(
  'a client of pg, the tx of Drizzle, Prisma or PGlite, or the EntityManager of TypeORM',
  (value) => typeof value === 'object' && value !== null,
);
const page = { inicio: instant, fim: instant, limit: integer({ min: 1, max: 1000 }) };
const bodies = { cob: anything, cobv: anything, cobr: anything, rec: anything };
const kind = oneOf(Object.keys(bodies));
const ids = listOf('a list of ids', text);
const number = must('the number of a task', Number.isSafeInteger);
const decision = { number, choice: oneOf(choices), to: name, by: name };

const build = (rows: Readonly<Record<string, OptionRule>>, ...required: string[]) =>
  objectOf(rows, `an object with ${Object.keys(rows).join(', ')}`, { required });

/** The arguments of each method, by their names. */
const methods = {
  'in()': build({ transaction, by: name }, 'transaction'),
  'open()': build({ id: name, allowOneCent: flag, ...bodies }, 'id'),
  'refund()': build({ endToEndId: name, refundId }, 'endToEndId', 'refundId'),
  'list()': build({ ...page, state: oneOf(pixChargeStates), kind, ids }),
  'payments()': build({ ...page, meaning: oneOf(paymentMeanings) }),
  'refunds()': build({ ...page, state: oneOf(refundStates) }),
  'resolve()': choose(
    (given) => (given as { choice?: unknown }).choice === 'assign',
    build(decision, 'number', 'choice', 'to'),
    build(decision, 'number', 'choice'),
  ),
  'forget()': build({ before: instant, taxId }),
  'tasks()': build({ charge: name }),
  'tenant()': build({ name }, 'name'),
  charge: build({ id: name }, 'id'),
};

/** @throws ValueError that names each wrong argument, and says what it must be */
export function checkArguments(method: keyof typeof methods, given: unknown): void {
  assertShape(given ?? undefined, methods[method], `PixLedger: ${method}`);
}
