import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Order } from '../src/database/schema.js';
import { OrderEvents } from '../src/orders/order-events.js';
import type {
  AppliedPayment,
  CompleteIn,
  OrdersRepository,
} from '../src/orders/orders.repository.js';
import { PaymentsService } from '../src/orders/payments.service.js';
import { memoryLogger } from './support/memory-logger.js';

const payment = { endToEndId: 'E1', txid: 'T1', valor: '37.00', horario: new Date() };
const order = (status: Order['status']) => ({ id: 'the-order', status }) as Order;

let log: string[];
beforeEach(() => {
  log = [];
  Logger.overrideLogger(memoryLogger(log));
});

/** Records a payment with this result of the database; resolves with the notifications to pages. */
async function record(applied: AppliedPayment): Promise<unknown[]> {
  const notified: unknown[] = [];
  const events = new OrderEvents();
  events.publish = (changed) => notified.push(changed);
  const repository = { apply: () => Promise.resolve(applied) } as unknown as OrdersRepository;
  await new PaymentsService(repository, events).record(payment);
  return notified;
}

describe('PaymentsService.record()', () => {
  it('notifies the pages and logs the order when the payment pays it', async () => {
    const paid = order('PAGO');
    await expect(record({ outcome: 'APLICADO', order: paid })).resolves.toEqual([paid]);
    expect(log).toEqual(['Order the-order paid Payments']);
  });

  it.each<[AppliedPayment, string]>([
    [
      { outcome: 'REPETIDO', order: order('PAGO') },
      'recorded as REPETIDO: order the-order, status PAGO. It is a task in the back office',
    ],
    [
      { outcome: 'VALOR_DIVERGENTE', order: order('PENDENTE') },
      'recorded as VALOR_DIVERGENTE: order the-order, status PENDENTE. It is a task in the back office',
    ],
    [
      { outcome: 'SEM_PEDIDO' },
      'recorded as SEM_PEDIDO: order unknown, status unknown. It is a task in the back office',
    ],
  ])('logs a warning for a payment that pays no order: %j', async (applied, words) => {
    await expect(record(applied)).resolves.toEqual(applied.order ? [applied.order] : []);
    expect(log).toEqual([`Payment E1 of charge T1 was ${words} Payments`]);
  });

  it.each<AppliedPayment>([
    { outcome: 'JA_REGISTRADO', order: order('PAGO') },
    { outcome: 'JA_REGISTRADO' },
  ])('logs nothing for a payment that was recorded before: %j', async (applied) => {
    await expect(record(applied)).resolves.toEqual([]);
    expect(log).toEqual([]);
  });

  it('passes the completion of the event to the transaction', async () => {
    const complete: CompleteIn = () => Promise.resolve();
    const calls: unknown[][] = [];
    const apply = (...args: unknown[]) => {
      calls.push(args);
      return Promise.resolve({ outcome: 'JA_REGISTRADO' });
    };
    const repository = { apply } as unknown as OrdersRepository;
    await new PaymentsService(repository, new OrderEvents()).record(payment, complete);
    expect(calls).toEqual([[payment, complete]]);
  });
});
