import type { Invoice, InvoiceBatch } from '../database/schema.js';
import type { BatchWithInvoices } from './batches.repository.js';
import { toCsv } from './invoice-csv.js';
import { hideTaxId, InvoiceRowView, toInvoiceRowView } from './invoice.view.js';

/** The result of the creation of a charge: not known yet, created, or refused by the bank. */
export type RowResult = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';

/** A batch in lists. */
export class BatchSummaryView {
  readonly id!: string;
  readonly arquivo!: string;
  readonly criadoEm!: string;
}

/** A row of a batch. */
export class BatchRowView extends InvoiceRowView {
  readonly resultado!: RowResult;
}

/** A batch and the result of each row. */
export class BatchView extends BatchSummaryView {
  readonly total!: number;
  readonly criadas!: number;
  readonly negadas!: number;
  /** How many results are not known yet. */
  readonly emProcessamento!: number;
  readonly linhas!: BatchRowView[];
}

/** The answer to an upload. */
export class UploadedBatchView extends BatchView {
  /** Whether the same file had been uploaded before; then nothing was created. */
  readonly repetido!: boolean;
}

export function toBatchSummaryView({ id, arquivo, criadoEm }: InvoiceBatch): BatchSummaryView {
  return { id, arquivo, criadoEm: criadoEm.toISOString() };
}

export function toBatchView({ batch, rows }: BatchWithInvoices): BatchView {
  const linhas = rows.map((row) => ({ ...toInvoiceRowView(row), resultado: toResult(row) }));
  const count = (result: RowResult) =>
    linhas.filter(({ resultado }) => resultado === result).length;
  return {
    ...toBatchSummaryView(batch),
    total: linhas.length,
    criadas: count('CRIADA'),
    negadas: count('NEGADA'),
    emProcessamento: count('EM_PROCESSAMENTO'),
    linhas,
  };
}

/** The results of a batch as CSV. */
export function toResultsCsv({ rows }: BatchWithInvoices): string {
  const header = 'linha,nome,cpfCnpj,valor,vencimento,descricao,resultado,motivo,txid,pagina';
  const lines = rows.map((row) => [
    String(row.linha ?? ''),
    row.nome,
    hideTaxId(row.cpfCnpj),
    row.valor.replace('.', ','),
    row.vencimento,
    row.descricao,
    toResult(row),
    row.erro ?? '',
    row.txid,
    `/faturas/${row.id}`,
  ]);
  return toCsv([header.split(','), ...lines]);
}

function toResult({ status }: Invoice): RowResult {
  if (status === 'NEGADO') return 'NEGADA';
  return status === 'CRIANDO' ? 'EM_PROCESSAMENTO' : 'CRIADA';
}
