import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { CobVCompleta } from 'nestjs-pix';
import { CancellationRefused, ChargeRefused } from '../orders/charges.service.js';
import { type RunOutcome, SettlementTimer } from '../settlement/settlement-timer.js';
import { BatchSettlement } from './batch-settlement.js';
import {
  describeRefusal,
  InvoiceChargesService,
  readPixCopiaECola,
} from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicePaymentsService } from './invoice-payments.service.js';
import { InvoicesRepository } from './invoices.repository.js';
import type { Invoice } from './invoices.schema.js';

/** Milliseconds until the bank is asked again for charges of a batch that it has not created yet. */
const BATCH_DELAY = 2_000;

/**
 * Settles invoices whose state must be read from the bank, like `OrderSettlement`, and creates the charges of batches.
 * Unlike an order, an invoice whose charge does not exist is created: its debtor still owes it. All processes of the shop
 * take part, one at a time.
 */
@Injectable()
export class InvoiceSettlement implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('InvoiceSettlement');
  readonly #timer = new SettlementTimer('invoices', () => this.#settleAll());

  constructor(
    private readonly repository: InvoicesRepository,
    private readonly charges: InvoiceChargesService,
    private readonly payments: InvoicePaymentsService,
    private readonly batches: BatchSettlement,
    private readonly events: InvoiceEvents,
  ) {}

  /** Does not wait for the first run, so that the shop starts even if the bank is unavailable. */
  onApplicationBootstrap(): void {
    this.wakeNow();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#timer.stop();
  }

  /** Settles what can be settled now and schedules the next run. */
  sweep(): Promise<void> {
    return this.#timer.sweep();
  }

  /** Schedules a run immediately. */
  wakeNow(): void {
    this.#timer.wakeAt(new Date());
  }

  /** Schedules a run after 30 seconds, unless an earlier one is scheduled. */
  wakeSoon(): void {
    this.#timer.wakeSoon();
  }

  /** Never rejects. */
  async #settleAll(): Promise<RunOutcome> {
    try {
      const now = new Date();
      const ran = await this.repository.settleExclusively(() => this.#settleWaiting(now));
      if (!ran) this.#timer.wakeWhenFree();
      const next = await this.repository.nextExpiry(now);
      if (next) this.#timer.wakeAt(next);
      return ran ? 'done' : 'busy';
    } catch (error) {
      if (this.#isStopped()) return 'stopped';
      this.#logger.error('Invoices could not be settled; trying again', error);
      this.wakeSoon();
      return 'failed';
    }
  }

  async #settleWaiting(now: Date): Promise<void> {
    const waiting = await this.repository.unsettled(now);
    if (waiting.length > 0) this.wakeSoon();
    await this.#timer.settleEach(
      waiting,
      (invoice) => this.#settle(invoice),
      ({ id }, error) =>
        this.#logger.error(`Invoice ${id} could not be settled; trying again`, error),
    );
    const progress = await this.batches.settleAll(this.#timer.request);
    if (progress === 'EM_PROCESSAMENTO') this.#timer.wakeAt(new Date(Date.now() + BATCH_DELAY));
    if (progress === 'DESCONHECIDO') this.wakeSoon();
  }

  async #settle(invoice: Invoice): Promise<void> {
    const charge = await this.charges.find(invoice.txid, this.#timer.request);
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
      const pixCopiaECola = await this.charges.open(invoice, this.#timer.request);
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
      if (!(await this.charges.cancel(txid, this.#timer.request))) return;
      this.#publish(await this.repository.cancel(id), 'canceled');
    } catch (error) {
      if (!(error instanceof CancellationRefused)) throw error;
      this.#publish(await this.repository.endCancel(id), 'not canceled: the bank refused it');
    }
  }

  #isStopped(): boolean {
    return this.#timer.signal.aborted;
  }

  #publish(invoice: Invoice | undefined, change?: string): void {
    if (!invoice) return;
    if (change !== undefined) this.#logger.log(`Invoice ${invoice.id} ${change}`);
    this.events.publish(invoice);
  }
}
