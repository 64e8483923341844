import { Injectable, UseInterceptors } from '@nestjs/common';
import { OnPixRecebido, type Pix, type PixEventContext } from 'nestjs-pix';
import { InvoicePaymentsService } from '../invoices/invoice-payments.service.js';
import type { CompleteIn } from '../orders/orders.repository.js';
import { PaymentsService } from '../orders/payments.service.js';
import { SubscriptionNotifications } from '../subscriptions/subscription-notifications.js';
import { DeliveryRecorder } from './delivery-recorder.js';

/**
 * Handles payments from notifications and from the reconciler. In both cases the data of the payment was read from the
 * provider; a notification of a payment that the provider does not show yet is refused, so that it is repeated.
 */
@Injectable()
@UseInterceptors(DeliveryRecorder)
export class PaymentHandler {
  constructor(
    private readonly payments: PaymentsService,
    private readonly invoices: InvoicePaymentsService,
    private readonly subscriptions: SubscriptionNotifications,
  ) {}

  @OnPixRecebido()
  async onPixRecebido(pix: Pix, context: PixEventContext): Promise<void> {
    const { txid, endToEndId, valor } = pix;
    if (txid === undefined) return;
    const payment = { txid, endToEndId, valor, horario: new Date(pix.horario) };
    const complete: CompleteIn = (transaction) => context.completeIn(transaction);
    const { componentesValor } = pix;
    if (await this.invoices.record({ ...payment, componentesValor }, complete)) return;
    if (await this.subscriptions.paymentReceived(payment, complete)) return;
    await this.payments.record(payment, complete);
  }
}
