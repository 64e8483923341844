import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { openOrm, openPool } from '../../sample-app/src/database/postgres-pool.js';
import { openServices, type Services } from '../load/services.js';
import { SeverableProxy } from './support/severable-proxy.js';

/** More transactions than the pool has connections. */
const TRANSACTIONS = 15;

/** PostgreSQL vanishes without closing its connections, as in a failover. */
describe('severed connections to the database', () => {
  let services: Services;
  let proxy: SeverableProxy;
  let pool: Pool;
  beforeEach(async () => {
    services = await openServices();
    const url = new URL(services.databaseUrl);
    proxy = await SeverableProxy.open(new URL(url));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    pool = openPool(url.href, 300);
  });
  afterEach(async () => {
    proxy.close();
    await pool.end();
    await services.close();
  });

  const select = () =>
    openOrm(pool).transaction(async (tx) => (await tx.execute(sql`SELECT 1 AS one`)).rows);
  const selectAll = () => Promise.allSettled(Array.from({ length: TRANSACTIONS }, select));

  it('fail in time and are replaced, also if a transaction could not begin', async () => {
    await selectAll();
    proxy.sever();
    proxy.isDown = true;
    const results = await selectAll();
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
    proxy.isDown = false;
    await expect(select()).resolves.toEqual([{ one: 1 }]);
  });

  it('are replaced if they break in the middle of a transaction', async () => {
    const broken = openOrm(pool).transaction(async (tx) => {
      proxy.sever();
      await tx.execute(sql`SELECT 1`);
    });
    await expect(broken).rejects.toThrow();
    await expect(select()).resolves.toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  });

  it('are ended by the server within a minute, with their locks', async () => {
    const { rows } = await pool.query('SHOW tcp_keepalives_idle');
    expect(rows).toEqual([{ tcp_keepalives_idle: '30' }]);
  });
});
