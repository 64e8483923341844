import { createHash, randomInt, randomUUID } from 'node:crypto';
import {
  Injectable,
  Logger,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import type { InvoiceBatch } from '../database/schema.js';
import { UUID } from '../database/uuid.js';
import { BatchesRepository, type BatchWithInvoices, type NewLote } from './batches.repository.js';
import { type CsvRow, parseInvoiceCsv } from './invoice-csv.js';
import { InvoiceSettlement } from './invoice-settlement.js';
import { toInvoice } from './invoices.service.js';

/** Charges in one `lotecobv`. The specification has no limit; banks process small ones sooner. */
const LOTE_SIZE = 100;

/** `loteCobVId`, which the specification defines as an integer of 32 bits. */
const MAX_LOTE_ID = 2 ** 31 - 1;

/** A CSV file. */
export interface CsvFile {
  readonly arquivo: string;
  readonly conteudo: string;
}

/** Batches of invoices from CSV files. */
@Injectable()
export class BatchesService {
  readonly #logger = new Logger('InvoiceBatches');

  constructor(
    private readonly repository: BatchesRepository,
    private readonly settlement: InvoiceSettlement,
  ) {}

  /**
   * Checks a file and stores its invoices, which the settlement then creates at the bank. A file is stored once: a repeat
   * with the same key, or the same content without a key, returns the first batch.
   *
   * @throws UnprocessableEntityException with all problems of the file, or when the key was used for another file
   */
  async upload(
    { arquivo, conteudo }: CsvFile,
    key?: string,
  ): Promise<BatchWithInvoices & { readonly repetido: boolean }> {
    const resumo = createHash('sha256').update(conteudo).digest('hex');
    const chaveIdempotencia = key ?? resumo;
    const first = await this.repository.findByKey(chaveIdempotencia);
    if (first) return this.#repeat(first, resumo);
    const parsed = parseInvoiceCsv(conteudo);
    if ('erros' in parsed) {
      throw new UnprocessableEntityException({
        statusCode: 422,
        message: 'O arquivo tem erros. Nada foi enviado ao banco.',
        erros: parsed.erros,
      });
    }
    const batch = { id: randomUUID(), arquivo, resumo, chaveIdempotencia, criadoEm: new Date() };
    if (!(await this.repository.insert(batch, toLotes(parsed.linhas)))) {
      const other = await this.repository.findByKey(chaveIdempotencia);
      if (other) return this.#repeat(other, resumo);
    }
    this.#logger.log(`Batch ${batch.id} with ${parsed.linhas.length} invoices stored`);
    this.settlement.wakeNow();
    return { ...(await this.get(batch.id)), repetido: false };
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<BatchWithInvoices> {
    const found = UUID.test(id) ? await this.repository.find(id) : undefined;
    if (!found) throw new NotFoundException('Lote não encontrado');
    return found;
  }

  list(limit: number): Promise<InvoiceBatch[]> {
    return this.repository.list(limit);
  }

  async #repeat(
    first: InvoiceBatch,
    resumo: string,
  ): Promise<BatchWithInvoices & { readonly repetido: boolean }> {
    if (first.resumo === resumo) return { ...(await this.get(first.id)), repetido: true };
    throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro arquivo');
  }
}

function toLotes(rows: readonly CsvRow[]): NewLote[] {
  const lotes: NewLote[] = [];
  for (let start = 0; start < rows.length; start += LOTE_SIZE) {
    const part = rows.slice(start, start + LOTE_SIZE);
    lotes.push({
      id: randomInt(1, MAX_LOTE_ID),
      rows: part.map(({ linha, fatura }) => ({ ...toInvoice(fatura), linha })),
    });
  }
  return lotes;
}
