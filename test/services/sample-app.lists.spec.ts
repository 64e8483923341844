import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { PixLedger } from 'nestjs-pix/ledger';
import type { Live } from '../../sample-app/src/charges/live.js';
import { Database } from '../../sample-app/src/database/database.js';
import { PaymentsController } from '../../sample-app/src/payments/payments.controller.js';
import { openServices, type Services } from '../load/services.js';

const ROWS = 120;

let services: Services;
let database: Database;
let controller: PaymentsController;

beforeAll(async () => {
  services = await openServices();
  database = await Database.open({ url: services.databaseUrl });
  controller = new PaymentsController(undefined as unknown as PixLedger, database, {
    serve: () => undefined,
  } as unknown as Live);
  // The payments of ten instants in whole seconds; the refunds of ten milliseconds, at different microseconds.
  await database.rows(sql`
    INSERT INTO pix_payment (account, end_to_end_id, valor, horario, meaning)
    SELECT 'default', 'E' || n, 1, timestamptz '2026-11-01' + (n / 12) * interval '1 s', 'no charge'
    FROM generate_series(0, ${ROWS - 1}) AS n`);
  await database.rows(sql`
    INSERT INTO pix_refund (account, end_to_end_id, refund_id, valor, state, made_by, asked_at)
    SELECT 'default', 'E' || n, 'r', 1, 'returned', 'ledger', timestamptz '2026-11-01' + n * interval '83 us'
    FROM generate_series(0, ${ROWS - 1}) AS n`);
});
afterAll(async () => {
  await database.close();
  await services.close();
});

/** Reads all pages, as the back office does. */
async function readAll<Row>(
  read: (antes?: string) => Promise<Row[]>,
  instant: (row: Row) => string,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = await read(); page.length > 0; page = await read(instant(page.at(-1)!)))
    all.push(...page);
  return all;
}

it('payments of one instant are on the same page of the back office', async () => {
  const read = (antes?: string) => controller.payments(antes === undefined ? {} : { antes });
  const all = await readAll(read, ({ horario }) => horario);
  expect(new Set(all.map(({ endToEndId }) => endToEndId)).size).toBe(ROWS);
  expect(all).toHaveLength(ROWS);
});

it('refunds of one millisecond are on the same page of the back office', async () => {
  const read = (antes?: string) => controller.refunds(antes === undefined ? {} : { antes });
  const all = await readAll(read, ({ pedidaEm }) => pedidaEm);
  expect(new Set(all.map(({ endToEndId }) => endToEndId)).size).toBe(ROWS);
  expect(all).toHaveLength(ROWS);
});
