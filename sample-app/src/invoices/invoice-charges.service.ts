import { BadGatewayException, Inject, Injectable } from '@nestjs/common';
import {
  type CobVCompleta,
  isPixAPIException,
  isPixRecursoNaoEncontradoException,
  type LoteCobVConsultado,
  PixCobVService,
  PixLoteCobVService,
  type PixRequestOptions,
} from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { isRefusal } from '../bank/is-refusal.js';
import { isSameAmount } from '../bank/is-same-amount.js';
import type { Invoice } from '../database/schema.js';
import { CancellationRefused, ChargeRefused } from '../orders/charges.service.js';
import { buildCobV } from './invoice-body.js';

/** Creates, reads and cancels the due-date charge (`cobv`) of each invoice, under the txid of the invoice. */
@Injectable()
export class InvoiceChargesService {
  constructor(
    private readonly cobV: PixCobVService,
    private readonly loteCobV: PixLoteCobVService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /**
   * Opens the charge of an invoice. The shop has chosen and stored the txid, so a repeat never creates a second charge.
   *
   * @returns the text of the QR Code
   * @throws ChargeRefused when there is no charge; after any other error a charge may exist
   */
  async open(invoice: Invoice, options?: PixRequestOptions): Promise<string> {
    const body = buildCobV(invoice, this.bank.chave);
    try {
      return readPixCopiaECola(await this.cobV.createWithTxid(invoice.txid, body, options));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const charge = await this.find(invoice.txid, options);
      if (!charge) throw new ChargeRefused(error);
      if (!isSameAmount(charge.valor.original, invoice.valor)) throw error;
      return readPixCopiaECola(charge);
    }
  }

  /**
   * Requests the charges of a `lotecobv`. The bank creates them later.
   *
   * @throws ChargeRefused when the bank does not have the `lotecobv`; after any other error it may have it
   */
  async openLote(
    id: number,
    rows: readonly Invoice[],
    descricao: string,
    options?: PixRequestOptions,
  ): Promise<void> {
    const cobsv = rows.map((row) => ({ txid: row.txid, ...buildCobV(row, this.bank.chave) }));
    try {
      await this.loteCobV.create(id, { descricao, cobsv }, options);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!(await this.findLote(id, options))) throw new ChargeRefused(error);
    }
  }

  /** Returns the `lotecobv` at the bank, or `undefined` if there is none. */
  findLote(id: number, options?: PixRequestOptions): Promise<LoteCobVConsultado | undefined> {
    return findAt(this.loteCobV.get(id, options));
  }

  /** Returns the charge at the bank, or `undefined` if there is none. */
  find(txid: string, options?: PixRequestOptions): Promise<CobVCompleta | undefined> {
    return findAt(this.cobV.get(txid, {}, options));
  }

  /**
   * Cancels the charge. After an error other than `CancellationRefused` it is not known whether the charge was cancelled.
   *
   * @returns `false` if the charge was already paid
   * @throws CancellationRefused when the charge can still be paid
   */
  async cancel(txid: string, options?: PixRequestOptions): Promise<boolean> {
    try {
      await this.cobV.cancel(txid, options);
      return true;
    } catch (error) {
      const charge = await this.find(txid, options);
      if (charge === undefined || charge.status.startsWith('REMOVIDA')) return true;
      if (charge.status === 'CONCLUIDA') return false;
      if (isPixAPIException(error) && !error.resultUnknown) throw new CancellationRefused(error);
      throw error;
    }
  }
}

/** @throws BadGatewayException when the response has no text for the QR Code */
export function readPixCopiaECola({ pixCopiaECola }: Pick<CobVCompleta, 'pixCopiaECola'>): string {
  if (!pixCopiaECola) throw new BadGatewayException('O provedor não devolveu o Pix Copia e Cola');
  return pixCopiaECola;
}

/** Returns the reason of a refusal, for the people of the shop. */
export function describeRefusal({ cause }: ChargeRefused): string {
  const reasons = (cause.violacoes ?? []).map(({ razao }) => razao).filter(Boolean);
  const text = cause.detail === '' ? cause.title : cause.detail;
  return [text, ...reasons].join(' ');
}

async function findAt<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isPixRecursoNaoEncontradoException(error)) return undefined;
    throw error;
  }
}
