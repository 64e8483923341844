import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const FOLDER = join(import.meta.dirname, '../drizzle');

/** Runs the SQL of one migration. */
async function migrate(client: PGlite, tag: string): Promise<void> {
  const text = await readFile(join(FOLDER, `${tag}.sql`), 'utf8');
  for (const statement of text.split('--> statement-breakpoint')) await client.exec(statement);
}

describe('migration 0003', () => {
  let directory: string;
  let client: PGlite;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loja-ipe-migration-'));
    client = await PGlite.create(directory);
    for (const tag of ['0000_orders', '0001_settlement', '0002_states']) await migrate(client, tag);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await rm(directory, { recursive: true });
  });

  it('turns the latest refund of each payment into a row', async () => {
    const row = (id: string, ...values: (string | null)[]) =>
      client.query(
        `INSERT INTO payments (end_to_end_id, txid, valor, horario, situacao, tarefa, devolucao_id, devolucao_erro)
         VALUES ($1, 'x', '37.00', now(), 'REPETIDO', $2, $3, $4)`,
        [id, ...values],
      );
    await row('E1', 'DEVOLVIDA', 'd1', null);
    await row('E2', 'DEVOLVENDO', 'd2', null);
    await row('E3', 'ABERTA', 'd3', 'Saldo insuficiente');
    await row('E4', 'ABERTA', null, null);
    await migrate(client, '0003_invoices');
    const { rows } = await client.query(
      'SELECT id, end_to_end_id, valor, status, erro FROM refunds ORDER BY id',
    );
    expect(rows).toEqual([
      { id: 'd1', end_to_end_id: 'E1', valor: '37.00', status: 'DEVOLVIDA', erro: null },
      { id: 'd2', end_to_end_id: 'E2', valor: '37.00', status: 'DEVOLVENDO', erro: null },
      {
        id: 'd3',
        end_to_end_id: 'E3',
        valor: '37.00',
        status: 'NAO_REALIZADA',
        erro: 'Saldo insuficiente',
      },
    ]);
  });
});
