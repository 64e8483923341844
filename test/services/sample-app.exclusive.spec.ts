import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../sample-app/src/database/database.js';
import { openServices, type Services } from '../../sample-app/test/load/services.js';

const KEY = 4_711;

/** Two connections to one PostgreSQL, as two processes have them. */
describe('Database.runExclusively', () => {
  let services: Services;
  let first: Database;
  let second: Database;
  beforeAll(async () => {
    services = await openServices();
    [first, second] = await Promise.all([
      Database.open({ url: services.databaseUrl }),
      Database.open({ url: services.databaseUrl }),
    ]);
  });
  afterAll(async () => {
    await first.close();
    await second.close();
    await services.close();
  });

  it('runs work of one process at a time', async () => {
    const ran: string[] = [];
    const work = (name: string) => () => Promise.resolve(void ran.push(name));
    const outer = await first.runExclusively(KEY, async () => {
      expect(await second.runExclusively(KEY, work('while it runs'))).toBe(false);
      expect(await second.runExclusively(KEY + 1, work('another key'))).toBe(true);
    });
    expect(outer).toBe(true);
    expect(await second.runExclusively(KEY, work('afterwards'))).toBe(true);
    expect(ran).toEqual(['another key', 'afterwards']);
  });

  it('is free again after work that failed', async () => {
    const failing = first.runExclusively(KEY, () => Promise.reject(new Error('no bank')));
    await expect(failing).rejects.toThrow('no bank');
    expect(await second.runExclusively(KEY, () => Promise.resolve())).toBe(true);
  });

  it('is free again when the connection of the process has ended', async () => {
    const kill = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objid = ${KEY}`;
    await first.runExclusively(KEY, async () => {
      await services.database.query(kill);
      let isFree = false;
      while (!isFree) isFree = await second.runExclusively(KEY, () => Promise.resolve());
    });
    expect(await first.runExclusively(KEY, () => Promise.resolve())).toBe(true);
  });
});
