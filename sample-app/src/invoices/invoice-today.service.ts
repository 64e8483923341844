import { Injectable, Logger, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { decodeBrCode, PixPayloadService } from 'nestjs-pix';
import type { Invoice } from '../database/schema.js';
import { toDay } from './brazilian-day.js';
import type { InvoiceTodayView } from './invoice.view.js';

/** Milliseconds for which an answer of the bank is shown again. */
const FRESH = 30_000;
const MAX_ENTRIES = 1000;

interface Entry {
  readonly until: number;
  readonly reading: Promise<InvoiceTodayView>;
}

/**
 * Reads what an invoice costs today from the payload of its QR Code, like a payer's app: only the bank knows the holidays
 * that move a due date.
 */
@Injectable()
export class InvoiceTodayService {
  readonly #logger = new Logger('InvoiceToday');
  /** Readings by location. Many open pages cause one request. */
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly payloads: PixPayloadService) {}

  /**
   * @throws NotFoundException when the invoice cannot be paid
   * @throws ServiceUnavailableException when the bank did not answer
   */
  async read({ id, status, pixCopiaECola }: Invoice): Promise<InvoiceTodayView> {
    if (status !== 'PENDENTE' || pixCopiaECola === null) {
      throw new NotFoundException('A fatura não está em aberto');
    }
    try {
      return await this.#readOnce(decodeBrCode(pixCopiaECola).location ?? '');
    } catch (error) {
      this.#logger.warn(`The amount of invoice ${id} today could not be read: ${String(error)}`);
      throw new ServiceUnavailableException('O banco não informou o valor de hoje. Tente de novo');
    }
  }

  #readOnce(location: string): Promise<InvoiceTodayView> {
    const now = Date.now();
    const known = this.#entries.get(location);
    if (known && known.until > now) return known.reading;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    const reading = this.#fetch(location);
    this.#entries.set(location, { until: now + FRESH, reading });
    reading.catch(() => this.#entries.delete(location));
    return reading;
  }

  async #fetch(location: string): Promise<InvoiceTodayView> {
    const fetched = await this.payloads.fetch(location);
    if (fetched.kind !== 'cobv') throw new Error('The QR Code is not of a due-date charge');
    const { valor, calendario } = fetched.payload;
    return {
      dia: toDay(new Date(calendario.apresentacao)),
      original: valor.original ?? valor.final,
      multa: valor.multa ?? null,
      juros: valor.juros ?? null,
      desconto: valor.desconto ?? null,
      total: valor.final,
    };
  }
}
