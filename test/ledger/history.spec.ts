import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import { postgresLedgerSchema, PostgresLedgerStore } from '../../lib/ledger/public.js';
import { cob, LedgerProcess, LedgerWorld } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open();
});
afterAll(() => world.close());

/** Each line of the history: what happened, and who decided it. */
const read = async ({ ledger }: LedgerProcess, id: string) =>
  (await ledger.history(id)).map(({ what, by }) => [what, by]);

describe('history()', () => {
  it('says who opened, revised and cancelled a charge, and names nobody for what the bank did', async () => {
    const process = world.process();
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)), 'ana');
    await process.ledger.ready(id);
    const valor = { original: '38.00' };
    await world.write(process, (ledger) => ledger.revise(id, { valor }), 'bia');
    await process.settle(async () => (await process.ledger.get(id))?.revisao === 1);
    await world.write(process, (ledger) => ledger.cancel(id), 'caio');
    await process.until(id, 'cancelled');
    const lines = await read(process, id);
    expect(lines.filter(([, by]) => by !== undefined)).toEqual([
      ['open', 'ana'],
      ['revise', 'bia'],
      ['cancel', 'caio'],
    ]);
    expect(lines).toContainEqual(['revise: done', undefined]);
  });

  it('says who refunded a payment, and who decided a task', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    const item = await world.bank.control.pay(identifier!);
    const { endToEndId } = item;
    const why = { cause: 'event' } as const;
    const report = (pix: object) =>
      write(process.core, (journal) => recordPix(journal, { account: 'default', item: pix, why }));
    await report(item);
    const part = { endToEndId, refundId: 'part', valor: '1.00' };
    await world.write(process, (ledger) => ledger.refund(part), 'ana');
    await report(buildPix({ txid: identifier!, valor: '37.00' }));
    const [task] = await process.ledger.tasks({ charge: id });
    await process.ledger.resolve(task!.number, { choice: 'refund', by: 'bia' });
    const lines = await read(process, id);
    expect(lines.filter(([, by]) => by !== undefined)).toEqual([
      ['refund part: asked', 'ana'],
      [`refund task${task!.number}: asked`, 'bia'],
    ]);
  });

  it('says nobody where the application does not', async () => {
    const process = world.process();
    const { id } = await world.openCharge(process);
    expect(await read(process, id)).toEqual([
      ['open', undefined],
      ['create: done', undefined],
    ]);
  });
});

describe('migrate()', () => {
  it('adds who to tables of an older version, whose processes go on meanwhile', async () => {
    const database = await PGlite.create();
    const store = new PostgresLedgerStore(database);
    await store.migrate();
    await database.exec(`
      DROP FUNCTION pix_open; ALTER TABLE pix_charge DROP COLUMN opened_by;
      ALTER TABLE pix_history DROP COLUMN by;
      CREATE FUNCTION pix_open(text, text, text, text, text, jsonb, jsonb, jsonb, interval, boolean)
      RETURNS timestamptz LANGUAGE sql AS
      $$ INSERT INTO pix_charge (account, id, kind, txid, state, digest, terms)
        VALUES ($1, $2, $3, $4, 'opening', $5, $6) RETURNING created_at $$`);
    await database.transaction(async (tx) => {
      await tx.query("SET LOCAL lock_timeout = '7s'");
      await tx.query(postgresLedgerSchema());
      // The application's own limit holds again.
      expect((await tx.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }]);
    });
    await store.migrate();
    await database.exec(`
      SELECT pix_open('default', 'old', 'cob', 'a', '', '{}', NULL, '{}', '0', false);
      INSERT INTO pix_history (account, charge, cause, what) VALUES ('default', 'old', 'call', 'read')`);
    const { ledger } = new LedgerProcess(store, world.client);
    await database.transaction((tx) => ledger.in(tx, { by: 'ana' }).open(cob('new')));
    const history = async (id: string) =>
      (await ledger.history(id)).map(({ what, by }) => [what, by]);
    expect(await history('new')).toEqual([['open', 'ana']]);
    expect(await history('old')).toEqual([
      ['open', undefined],
      ['read', undefined],
    ]);
    await database.close();
  });
});
