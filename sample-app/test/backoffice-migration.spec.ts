import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyDatabase, type DatabaseDirectory } from './support/database-directory.js';

const folder = join(import.meta.dirname, '../drizzle');

describe('migrations of the back office', () => {
  let directory: DatabaseDirectory;
  let client: PGlite;
  beforeAll(async () => {
    directory = await copyDatabase();
    client = await PGlite.create(directory.path);
    await client.exec('CREATE SCHEMA previous; SET search_path TO previous');
  });
  afterAll(async () => {
    await client.close();
    await directory.remove();
  });

  const migrate = async (...tags: string[]) => {
    for (const tag of tags) await client.exec(readFileSync(join(folder, `${tag}.sql`), 'utf8'));
  };

  it('keeps orders and payments, and ends sessions, which belong to no person', async () => {
    await migrate('0000_orders', '0001_settlement', '0002_states');
    await client.exec(`
      INSERT INTO orders (id, txid, descricao, valor, status, criado_em, expira_em) VALUES
        ('11111111-1111-4111-8111-111111111111', 't1', '1x Camiseta', 37.00, 'PAGO', now(), now());
      INSERT INTO payments (end_to_end_id, txid, order_id, valor, horario, situacao) VALUES
        ('E1', 't1', '11111111-1111-4111-8111-111111111111', 37.00, now(), 'APLICADO');
      INSERT INTO admin_sessions (token_hash, expira_em) VALUES ('hash', now() + interval '1 hour');`);
    await migrate('0005_back_office');
    const count = async (table: string) =>
      (await client.query(`SELECT * FROM ${table}`)).rows.length;
    await expect(count('orders')).resolves.toBe(1);
    await expect(count('payments')).resolves.toBe(1);
    await expect(count('admin_sessions')).resolves.toBe(0);
    await expect(
      client.query("INSERT INTO admin_sessions (token_hash, expira_em) VALUES ('hash', now())"),
    ).rejects.toThrow('user_id');
  });

  it('0007 gives paid months a payment, and tasks their month', async () => {
    await migrate('0003_invoices', '0004_subscriptions', '0006_list_indexes');
    const subscription = '22222222-2222-4222-8222-222222222222';
    const charge = (digit: string, month: string, columns: string, values: string) => `
      INSERT INTO subscription_charges (id, subscription_id, competencia, tipo, txid, valor, vencimento, ${columns})
      VALUES ('${digit.repeat(8)}-3333-4333-8333-333333333333', '${subscription}', '2026-0${month}',
        'RECORRENTE', 's${digit}', 34.90, '2026-0${month}-10', ${values});`;
    await client.exec(`
      INSERT INTO subscriptions (id, contrato, plano, valor, nome, cpf, jornada, data_inicial, criado_em, aprovar_ate)
      VALUES ('${subscription}', 'c1', 'p', 34.90, 'Maria', '52998224725', 'JORNADA_3', '2026-01-10', now(), now());
      ${charge('1', '1', 'status, end_to_end_id, paga_em', "'PAGA', 'E11', now()")}
      ${charge('2', '2', 'status, end_to_end_id, paga_em', "'PAGA', 'E12', now()")}
      ${charge('3', '3', 'status', "'NAO_PAGA'")}
      INSERT INTO payments (end_to_end_id, txid, valor, horario, situacao, tarefa) VALUES
        ('E12', 's2', 34.90, now(), 'SEM_PEDIDO', 'ABERTA'), ('E13', 's3', 1.00, now(), 'VALOR_DIVERGENTE', 'ABERTA');
      INSERT INTO refunds (id, end_to_end_id, valor) VALUES ('d1', 'E12', 1.00);
      INSERT INTO webhook_deliveries (chave, tratador, tipo, recebido_em, tentado_em, resultado)
      VALUES ('rec:RN1234:APROVADA:x', 't', 'recorrencia', now(), now(), 'FALHOU');`);
    await migrate('0007_subscription_payments');
    const { rows } = await client.query(`
      SELECT end_to_end_id AS e2e, situacao, tarefa, left(subscription_charge_id::text, 2) AS month
      FROM payments WHERE subscription_charge_id IS NOT NULL ORDER BY 1`);
    expect(rows).toEqual([
      { e2e: 'E11', situacao: 'APLICADO', tarefa: null, month: '11' },
      { e2e: 'E12', situacao: 'SEM_PEDIDO', tarefa: 'ABERTA', month: '22' },
      { e2e: 'E13', situacao: 'VALOR_DIVERGENTE', tarefa: 'ABERTA', month: '33' },
    ]);
    await client.exec("INSERT INTO refunds (id, end_to_end_id, valor) VALUES ('d1', 'E11', 1.00)");
    await expect(client.query('SELECT id_rec FROM webhook_deliveries')).resolves.toMatchObject({
      rows: [{ id_rec: 'RN1234' }],
    });
  });
});
