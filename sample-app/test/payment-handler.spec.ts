import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PixEventContext } from 'nestjs-pix';
import { buildPix } from 'nestjs-pix-devkit/testing';
import type { OrmTransaction } from '../src/database/database.js';
import { payments } from '../src/database/schema.js';
import { InvoiceEvents } from '../src/invoices/invoice-events.js';
import { InvoicePaymentsService } from '../src/invoices/invoice-payments.service.js';
import { InvoicesRepository } from '../src/invoices/invoices.repository.js';
import { PaymentsService } from '../src/orders/payments.service.js';
import { SubscriptionChargesRepository } from '../src/subscriptions/subscription-charges.repository.js';
import type { SubscriptionNotifications } from '../src/subscriptions/subscription-notifications.js';
import { PaymentHandler } from '../src/webhook/payment.handler.js';
import { OrdersFixture } from './support/orders-fixture.js';

let fixture: OrdersFixture;
let handler: PaymentHandler;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
  const subscriptions = new SubscriptionChargesRepository(fixture.database);
  const notifications = {
    paymentReceived: async (...args: Parameters<SubscriptionChargesRepository['pay']>) =>
      (await subscriptions.pay(...args)) !== undefined,
  } as unknown as SubscriptionNotifications;
  handler = new PaymentHandler(
    new PaymentsService(fixture.repository, fixture.events),
    new InvoicePaymentsService(new InvoicesRepository(fixture.database), new InvoiceEvents()),
    notifications,
  );
});
afterAll(() => fixture.close());

const completing = (completeIn: PixEventContext['completeIn']) =>
  ({ completeIn }) as PixEventContext;
const findPayments = () => fixture.database.orm.select().from(payments);

describe('PaymentHandler', () => {
  it('completes the event in the transaction that marks the order paid', async () => {
    const order = await fixture.insert();
    const pix = buildPix({ txid: order.txid, valor: '37.00' });
    const { events } = fixture.database;
    const { fence } = await events.begin(pix.endToEndId, '');
    let isCompletedBefore: boolean | undefined;
    const context = completing(async (transaction) => {
      await events.completeIn(transaction, pix.endToEndId, fence!);
      const rows = await (transaction as OrmTransaction).select().from(payments);
      isCompletedBefore = rows.length === 0;
    });
    await handler.onPixRecebido(pix, context);
    expect(isCompletedBefore).toBe(true);
    await expect(events.isComplete(pix.endToEndId)).resolves.toBe(true);
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    await expect(findPayments()).resolves.toMatchObject([
      { endToEndId: pix.endToEndId, horario: new Date(pix.horario), situacao: 'APLICADO' },
    ]);
  });

  it('records no payment when another process has claimed the event', async () => {
    const order = await fixture.insert();
    const pix = buildPix({ txid: order.txid, valor: '37.00' });
    const context = completing(() => Promise.reject(new Error('lease lost')));
    await expect(handler.onPixRecebido(pix, context)).rejects.toThrow('lease lost');
    await expect(fixture.readStatus(order)).resolves.toBe('PENDENTE');
  });

  it('ignores a Pix without a txid', async () => {
    const before = await findPayments();
    const pix = buildPix();
    delete pix.txid;
    const context = completing(() => Promise.reject(new Error('must not be called')));
    await handler.onPixRecebido(pix, context);
    await expect(findPayments()).resolves.toEqual(before);
  });
});
