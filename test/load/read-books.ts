import type { PixClient } from 'nestjs-pix';
import type { Client } from 'pg';
import type { Bank, Shop, ShopOrder, ShopPayment } from './books.js';

/** Reads every charge and every Pix of the run through the API of the bank. */
export async function readBank(bank: PixClient, since: Date): Promise<Bank> {
  const period = {
    inicio: since.toISOString(),
    fim: new Date(Date.now() + 60_000).toISOString(),
  };
  const charges = [];
  for await (const { txid, status, valor } of bank.cob.iterate(period)) {
    charges.push({ txid, status, valor: valor.original });
  }
  const payments = [];
  for await (const pix of bank.recebidos.iterate(period)) {
    const { endToEndId, txid = '', valor, devolucoes = [] } = pix;
    const devolvido = devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
    payments.push({ endToEndId, txid, valor, devolvido: devolvido.map((refund) => refund.valor) });
  }
  return { charges, payments };
}

/** Reads what the database of the shop says: its orders, and the ledger. */
export async function readShop(database: Client): Promise<Shop> {
  const orders = await database.query<ShopOrder>(
    `SELECT orders.id, charge.txid, charge.state, orders.valor::text, orders.entrega
     FROM orders LEFT JOIN pix_charge AS charge ON charge.id = orders.id::text`,
  );
  const payments = await database.query<ShopPayment>(
    `SELECT end_to_end_id AS "endToEndId", txid, valor::text, meaning,
       ARRAY(SELECT refund.valor::text FROM pix_refund AS refund
         WHERE refund.end_to_end_id = payment.end_to_end_id AND state = 'returned') AS devolvido
     FROM pix_payment AS payment`,
  );
  const unsettled = await database.query<{ line: string }>(
    `SELECT concat_ws(' ', 'command', operation, charge, end_to_end_id, attempts, outcome) AS line
       FROM pix_command WHERE due IS NOT NULL
     UNION ALL SELECT concat_ws(' ', 'notice', number, handler, attempts)
       FROM pix_notice WHERE due IS NOT NULL
     UNION ALL SELECT 'payment ' || end_to_end_id FROM pix_payment WHERE meaning IS NULL
     UNION ALL SELECT concat_ws(' ', 'refund', end_to_end_id, refund_id, state)
       FROM pix_refund WHERE state IN ('asked', 'processing')
     UNION ALL SELECT concat_ws(' ', 'task', number, reason, charge, end_to_end_id)
       FROM pix_task WHERE decided_at IS NULL
     UNION ALL SELECT concat_ws(' ', 'charge', id, state)
       FROM pix_charge WHERE state IN ('opening', 'cancelling')`,
  );
  const lines = unsettled.rows.map(({ line }) => line);
  return { orders: orders.rows, payments: payments.rows, unsettled: lines };
}
