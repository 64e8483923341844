import { describe, expect, it } from '@jest/globals';
import { PostgresLedgerStore } from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from './support/ledger-world.js';

const refuse = () => Promise.reject(new Error('a statement was sent'));
const client = { query: refuse };
const store = new PostgresLedgerStore({ query: refuse, connect: refuse } as never);
const { ledger } = new LedgerProcess(store, undefined as never);
const none = undefined as never;
const noDate = new Date('never');
const tx = (options?: object) => ledger.in(client, options);
const refund = { endToEndId: 'E1', refundId: 'r1', valor: '1.00' };

it('takes null for no options, as callers in JavaScript pass it', () => {
  expect(ledger.in(client, null as never)).toBeDefined();
});

describe('a wrong argument of a caller in JavaScript', () => {
  it.each<[string, () => unknown, string]>([
    ['in(undefined)', () => ledger.in(none), 'in(): transaction must be a client of pg'],
    ['in(tx, { by })', () => tx({ by: '' }), 'in(): by must be a text of 1 to 200 valid'],
    [
      'in(tx, { who })',
      () => tx({ who: 'ana' }),
      'in(): who is not an option; known: transaction, by',
    ],
    ['open(null)', () => tx().open(null as never), 'open(): the options must be an object with id'],
    ['open() without an id', () => tx().open({ cob: {} } as never), 'open(): id must be a text'],
    [
      'open() of another kind',
      () => tx().open({ ...cob('a'), cobV: {} } as never),
      'open(): cobV is not an option: did you mean cob',
    ],
    ['cancel() of a number', () => tx().cancel(5 as never), 'charge: id must be a text'],
    ['history() of a number', () => ledger.history(5 as never), 'charge: id must be a text'],
    [
      'tasks() of two charges',
      () => ledger.tasks({ charge: ['a', 'b'] as never }),
      'tasks(): charge must be a text',
    ],
    ['refund()', () => tx().refund(none), 'refund(): endToEndId must be a text'],
    [
      'refund() without a refundId',
      () => tx().refund({ ...refund, refundId: none }),
      'refund(): refundId must be a text of 1 to 35 letters and digits',
    ],
    [
      'list() of an unknown state',
      () => ledger.list({ state: 'nope' as never }),
      "list(): state must be 'opening', 'open'",
    ],
    [
      'list() since no instant',
      () => ledger.list({ inicio: noDate }),
      'inicio must be a valid Date',
    ],
    ['list() of no ids', () => ledger.list({ ids: 'a' as never }), 'ids must be a list of ids'],
    ['list() with a limit', () => ledger.list({ limit: 0 }), 'limit must be a whole number from 1'],
    ['list() with a cursor', () => ledger.list({}, 'nope'), 'cursor must be the `next` of another'],
    ...[
      '2026',
      '2026-02-31T00:00:00+00:00',
      '0000-01-01T00:00:00+00:00',
      '2026-01-01T00:00:00+23:00',
    ].map((at): [string, () => unknown, string] => [
      `list() with a cursor of ${at}`,
      () => ledger.list({}, Buffer.from(JSON.stringify([at, 'id'])).toString('base64url')),
      'cursor must be the `next` of another',
    ]),
    [
      'payments() of an unknown meaning',
      () => ledger.payments({ meaning: 'early' as never }),
      "payments(): meaning must be 'full', 'late'",
    ],
    [
      'refunds() of an unknown state',
      () => ledger.refunds({ state: 'paid' as never }),
      "refunds(): state must be 'asked'",
    ],
    [
      'resolve(NaN)',
      () => ledger.resolve(NaN, { choice: 'dismiss' }),
      'resolve(): number must be the number of a task',
    ],
    ['resolve(1)', () => ledger.resolve(1, none), "resolve(): choice must be 'refund', 'accept'"],
    [
      'resolve() to nothing',
      () => ledger.resolve(1, { choice: 'assign' } as never),
      'resolve(): to must be a text',
    ],
    ['books()', () => ledger.books(none), 'inicio and fim must be instants'],
    [
      'days()',
      () => ledger.days({ inicio: noDate, fim: noDate }),
      'inicio and fim must be instants',
    ],
    ['tenant()', () => Promise.resolve().then(() => ledger.tenant('')), 'tenant(): name must be'],
    ['forget()', () => ledger.forget(none), 'forget(): the options must be an object with before'],
    ['forget({})', () => ledger.forget({}), 'forget() requires before or taxId'],
    [
      'forget() before nothing',
      () => ledger.forget({ before: noDate }),
      'before must be a valid Date',
    ],
    [
      'forget() of a spelling that removes nothing',
      () => ledger.forget({ taxId: '123.456.789-09' }),
      'taxId must be a CPF or CNPJ with only digits and letters',
    ],
  ])('%s is a ValueError that names it, before any statement', async (_call, call, message) => {
    const error: unknown = await Promise.resolve()
      .then(call)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ValueError', message: expect.stringContaining(message) });
    expect((error as Error).message).not.toContain('123');
  });
});
