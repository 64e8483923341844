import { Injectable } from '@nestjs/common';
import type { CobVCompleta } from 'nestjs-pix';
import type { Invoice } from '../database/schema.js';
import { CancellationRefused, ChargeRefused } from '../orders/charges.service.js';
import { Settlement } from '../settlement/settlement.js';
import { BatchSettlement } from './batch-settlement.js';
import {
  describeRefusal,
  InvoiceChargesService,
  readPixCopiaECola,
} from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicePaymentsService } from './invoice-payments.service.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Milliseconds until the bank is asked again for charges of a batch that it has not created yet. */
const BATCH_DELAY = 2_000;

/**
 * Settles invoices whose state must be read from the bank, like `OrderSettlement`, and creates the charges of batches.
 * Unlike an order, an invoice whose charge does not exist is created: its debtor still owes it.
 */
@Injectable()
export class InvoiceSettlement extends Settlement {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly charges: InvoiceChargesService,
    private readonly payments: InvoicePaymentsService,
    private readonly batches: BatchSettlement,
    private readonly events: InvoiceEvents,
  ) {
    super('invoices');
  }

  protected settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.repository.settleExclusively(settle);
  }

  protected async settleDue(now: Date): Promise<void> {
    const waiting = await this.repository.unsettled(now);
    if (waiting.length > 0) this.wakeSoon();
    await this.settleEach(
      waiting,
      (invoice) => this.#settle(invoice),
      ({ id }) => `Invoice ${id}`,
    );
    const progress = await this.batches.settleAll(this.request);
    if (progress === 'EM_PROCESSAMENTO') this.wakeAt(new Date(Date.now() + BATCH_DELAY));
    if (progress === 'DESCONHECIDO') this.wakeSoon();
  }

  protected async findNextDue(now: Date): Promise<readonly (Date | undefined)[]> {
    return [await this.repository.nextExpiry(now)];
  }

  async #settle(invoice: Invoice): Promise<void> {
    const charge = await this.charges.find(invoice.txid, this.request);
    if (charge) {
      await this.#recordPayments(charge);
      await this.#adopt(invoice, charge);
    } else if (invoice.status === 'CRIANDO') {
      await this.#open(invoice);
    } else if (invoice.expiraEm <= new Date()) {
      this.#publish(await this.repository.expire(invoice.id), 'expired');
    }
  }

  /** Gives an invoice the status of its charge. A payment has been recorded before. */
  async #adopt({ id, txid, status, expiraEm }: Invoice, charge: CobVCompleta): Promise<void> {
    if (charge.status.startsWith('REMOVIDA')) {
      this.#publish(await this.repository.cancel(id), 'canceled at the bank');
      return;
    }
    if (charge.status !== 'ATIVA') return;
    if (expiraEm <= new Date()) {
      this.#publish(await this.repository.expire(id), 'expired');
      return;
    }
    this.#publish(await this.repository.confirm(id, readPixCopiaECola(charge)));
    if (status === 'CANCELANDO') await this.#cancel(id, txid);
  }

  async #recordPayments({ txid, pix = [] }: CobVCompleta): Promise<void> {
    for (const { endToEndId, valor, horario, componentesValor } of pix) {
      const payment = { endToEndId, txid, valor, horario: new Date(horario), componentesValor };
      await this.payments.record(payment);
    }
  }

  async #open(invoice: Invoice): Promise<void> {
    try {
      const pixCopiaECola = await this.charges.open(invoice, this.request);
      this.#publish(await this.repository.confirm(invoice.id, pixCopiaECola));
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error;
      const refused = await this.repository.refuse(invoice.id, describeRefusal(error));
      this.#publish(refused, 'refused by the bank');
    }
  }

  /** Completes a cancellation that was requested. If the charge was paid, the next run records the payment. */
  async #cancel(id: string, txid: string): Promise<void> {
    try {
      if (!(await this.charges.cancel(txid, this.request))) return;
      this.#publish(await this.repository.cancel(id), 'canceled');
    } catch (error) {
      if (!(error instanceof CancellationRefused)) throw error;
      this.#publish(await this.repository.endCancel(id), 'not canceled: the bank refused it');
    }
  }

  #publish(invoice: Invoice | undefined, change?: string): void {
    if (!invoice) return;
    if (change !== undefined) this.logger.log(`Invoice ${invoice.id} ${change}`);
    this.events.publish(invoice);
  }
}
