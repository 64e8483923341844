import { expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Database } from '../src/database/database.js';

it('a payment that cannot be read is stored without its payer in clear', async () => {
  const database = await Database.open({ directory: 'memory://' }, 'ab'.repeat(32));
  try {
    const item = { valor: '10,00', pagador: { nome: 'Maria das Dores' } };
    const letter = { key: 'pix:a', item, since: '2026-01-01T00:00:00Z', refundsOnly: false };
    await database.cursor.addDeadLetter(letter);
    const stored = await database.rows(sql`SELECT letter FROM pix_reconciler_cursors_dead_letters`);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('Maria');
    expect(await database.cursor.deadLetters()).toEqual([letter]);
  } finally {
    await database.close();
  }
});
