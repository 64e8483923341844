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

/** Reads what the database of the shop says. */
export async function readShop(database: Client): Promise<Shop> {
  const orders = await database.query<ShopOrder>(
    'SELECT id, txid, status, valor::text FROM orders',
  );
  const payments = await database.query<ShopPayment>(
    `SELECT end_to_end_id AS "endToEndId", txid, valor::text, tarefa,
       ARRAY(SELECT refunds.valor::text FROM refunds
         WHERE refunds.end_to_end_id = payments.end_to_end_id AND status = 'DEVOLVIDA') AS devolvido
     FROM payments`,
  );
  return { orders: orders.rows, payments: payments.rows };
}
