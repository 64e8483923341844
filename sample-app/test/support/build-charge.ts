import type { Order } from '../../src/database/schema.js';
import type { Charge } from '../../src/orders/charges.service.js';

/** A charge of an order that can be paid for an hour. */
export function buildCharge(order: Order, change: Partial<Charge> = {}): Charge {
  return {
    txid: order.txid,
    status: 'ATIVA',
    calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
    valor: { original: order.valor },
    pixCopiaECola: '00020126',
    ...change,
  } as Charge;
}

/** The fields of a charge that was paid. */
export const buildPayment = (
  order: Order,
  valor = '37.00',
  horario = order.criadoEm,
): Partial<Charge> => ({
  status: 'CONCLUIDA',
  pix: [{ endToEndId: 'E1', txid: order.txid, valor, horario: horario.toISOString() }],
});
