import { Injectable, Logger } from '@nestjs/common';
import type { CompleteIn } from '../orders/orders.repository.js';
import { InvoiceEvents } from './invoice-events.js';
import { type InvoicePayment, InvoicesRepository } from './invoices.repository.js';

/** Records payments of invoices. Only this service marks invoices as paid. */
@Injectable()
export class InvoicePaymentsService {
  readonly #logger = new Logger('InvoicePayments');

  constructor(
    private readonly repository: InvoicesRepository,
    private readonly events: InvoiceEvents,
  ) {}

  /**
   * Records a payment that the provider has confirmed, and marks its invoice as paid if the payment pays it.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   * @returns `false` if no invoice has the txid; then nothing was done
   */
  async record(payment: InvoicePayment, complete?: CompleteIn): Promise<boolean> {
    if (!(await this.repository.hasTxid(payment.txid))) return false;
    const applied = await this.repository.apply(payment, complete);
    if (!applied) return false;
    const { outcome, invoice } = applied;
    if (outcome === 'JA_REGISTRADO') return true;
    this.events.publish(invoice);
    if (outcome === 'APLICADO') {
      this.#logger.log(`Invoice ${invoice.id} paid`);
    } else {
      this.#logger.warn(
        `Payment ${payment.endToEndId} of charge ${payment.txid} was recorded as ${outcome}: ` +
          `invoice ${invoice.id}, status ${invoice.status}. It is a task in the back office`,
      );
    }
    return true;
  }
}
