import { Injectable, Logger } from '@nestjs/common';
import { OrderEvents } from './order-events.js';
import { type CompleteIn, type ConfirmedPayment, OrdersRepository } from './orders.repository.js';

/** Records payments. Only this service marks orders as paid. */
@Injectable()
export class PaymentsService {
  readonly #logger = new Logger('Payments');

  constructor(
    private readonly repository: OrdersRepository,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Records a payment that the provider has confirmed, and marks its order as paid if the payment pays it.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   */
  async record(payment: ConfirmedPayment, complete?: CompleteIn): Promise<void> {
    const { outcome, order } = await this.repository.apply(payment, complete);
    if (outcome === 'JA_REGISTRADO') return;
    if (order) this.events.publish(order);
    const { id, status } = order ?? { id: 'unknown', status: 'unknown' };
    if (outcome === 'APLICADO') {
      this.#logger.log(`Order ${id} paid`);
      return;
    }
    this.#logger.warn(
      `Payment ${payment.endToEndId} of charge ${payment.txid} was recorded as ${outcome}: ` +
        `order ${id}, status ${status}. It is a task in the back office`,
    );
  }
}
