import { Injectable, Logger } from '@nestjs/common';
import type { LoteCobVItem, PixRequestOptions } from 'nestjs-pix';
import { hideTaxIds } from '../bank/hide-tax-ids.js';
import type { Invoice, InvoiceLote } from '../database/schema.js';
import { ChargeRefused } from '../orders/charges.service.js';
import { forEachConcurrently } from '../settlement/for-each-concurrently.js';
import { BatchesRepository } from './batches.repository.js';
import {
  describeRefusal,
  InvoiceChargesService,
  readPixCopiaECola,
} from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Whether the bank still creates charges, or a request failed. */
export type BatchProgress = 'PRONTO' | 'EM_PROCESSAMENTO' | 'DESCONHECIDO';

/**
 * Creates the charges of batches at the bank: sends each part as one `lotecobv`, then reads it until the result of every
 * charge is known. Each step can be repeated after a crash, because the identifiers are stored first.
 */
@Injectable()
export class BatchSettlement {
  readonly #logger = new Logger('InvoiceBatches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly invoices: InvoicesRepository,
    private readonly charges: InvoiceChargesService,
    private readonly events: InvoiceEvents,
  ) {}

  /** Takes every part one step further. */
  async settleAll(options: PixRequestOptions): Promise<BatchProgress> {
    const results: BatchProgress[] = [];
    for (const lote of await this.batches.unsettled()) {
      if (options.signal?.aborted) return 'DESCONHECIDO';
      results.push(await this.#settleOne(lote, options));
    }
    if (results.includes('EM_PROCESSAMENTO')) return 'EM_PROCESSAMENTO';
    return results.includes('DESCONHECIDO') ? 'DESCONHECIDO' : 'PRONTO';
  }

  async #settleOne(lote: InvoiceLote, options: PixRequestOptions): Promise<BatchProgress> {
    try {
      if (lote.aceitoEm === null && !(await this.#send(lote, options))) return 'PRONTO';
      return await this.#readResults(lote, options);
    } catch (error) {
      if (options.signal?.aborted) return 'DESCONHECIDO';
      this.#logger.error(`lotecobv ${lote.id} could not be settled; trying again`, error);
      return 'DESCONHECIDO';
    }
  }

  /** @returns `false` if the bank refused the whole part */
  async #send({ id, batchId }: InvoiceLote, options: PixRequestOptions): Promise<boolean> {
    const rows = await this.batches.findRows(id);
    try {
      await this.charges.openLote(id, rows, `Faturas ${batchId}`, options);
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error;
      const reason = describeRefusal(error);
      await forEachOrThrow(rows, (row) => this.#refuse(row, reason, options));
      this.#logger.warn(`lotecobv ${id} was refused`);
      return false;
    }
    await this.batches.setAccepted(id, new Date());
    this.#logger.log(`lotecobv ${id} with ${rows.length} charges accepted`);
    return true;
  }

  async #readResults({ id }: InvoiceLote, options: PixRequestOptions): Promise<BatchProgress> {
    const lote = await this.charges.findLote(id, options);
    if (!lote) {
      // The bank does not have it: the next run sends it again.
      await this.batches.setAccepted(id, null);
      return 'DESCONHECIDO';
    }
    const results = new Map(lote.cobsv.map((item) => [item.txid, item]));
    const waiting = (await this.batches.findRows(id)).filter(({ status }) => status === 'CRIANDO');
    const open: Invoice[] = [];
    await forEachOrThrow(waiting, async (row) => {
      if (!(await this.#store(row, results.get(row.txid), options))) open.push(row);
    });
    return open.length === 0 ? 'PRONTO' : 'EM_PROCESSAMENTO';
  }

  /** @returns `false` while the bank has no result */
  async #store(
    row: Invoice,
    item: LoteCobVItem | undefined,
    options: PixRequestOptions,
  ): Promise<boolean> {
    if (item?.status === 'NEGADA') {
      await this.#refuse(row, describeProblem(item), options);
      return true;
    }
    return item?.status === 'CRIADA' && (await this.#confirm(row, options));
  }

  /** @returns whether the charge exists */
  async #confirm({ id, txid }: Invoice, options: PixRequestOptions): Promise<boolean> {
    const charge = await this.charges.find(txid, options);
    if (!charge) return false;
    const changed = await this.invoices.confirm(id, readPixCopiaECola(charge));
    if (changed) this.events.publish(changed);
    return true;
  }

  /** A bank also refuses the repeat of a charge that exists. */
  async #refuse(row: Invoice, reason: string, options: PixRequestOptions): Promise<void> {
    if (await this.#confirm(row, options)) return;
    const refused = await this.invoices.refuse(row.id, reason);
    if (refused) this.events.publish(refused);
  }
}

/** Handles all items, then throws the first error. */
async function forEachOrThrow<T>(
  items: readonly T[],
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  await forEachConcurrently(items, async (item) => {
    try {
      await handle(item);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
}

function describeProblem({ problema }: LoteCobVItem): string {
  const reasons = (problema?.violacoes ?? []).map(({ razao }) => razao);
  const texts = [problema?.detail ?? problema?.title, ...reasons].filter(Boolean);
  return texts.length > 0 ? hideTaxIds(texts.join(' ')) : 'O banco não informou o motivo';
}
