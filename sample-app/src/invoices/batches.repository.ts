import { Injectable } from '@nestjs/common';
import { and, asc, desc, eq, exists, inArray } from 'drizzle-orm';
import { Database } from '../database/database.js';
import {
  type Invoice,
  invoiceBatches,
  type InvoiceBatch,
  type InvoiceLote,
  invoiceLotes,
  invoices,
  type NewInvoice,
} from '../database/schema.js';
import { insertInvoices } from './invoices.repository.js';

/** A part of a batch, which is one `lotecobv` at the bank. */
export interface NewLote {
  readonly id: number;
  readonly rows: readonly NewInvoice[];
}

/** A batch and all of its invoices, in the order of the file. */
export interface BatchWithInvoices {
  readonly batch: InvoiceBatch;
  readonly rows: readonly Invoice[];
}

/** Batches of invoices in the database. */
@Injectable()
export class BatchesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a batch with all of its invoices before anything is sent.
   *
   * @returns `false` when there is a batch with the same `chaveIdempotencia`
   */
  insert(batch: InvoiceBatch, lotes: readonly NewLote[]): Promise<boolean> {
    return this.database.orm.transaction(async (tx) => {
      const [inserted] = await tx
        .insert(invoiceBatches)
        .values(batch)
        .onConflictDoNothing({ target: invoiceBatches.chaveIdempotencia })
        .returning();
      if (!inserted) return false;
      for (const { id, rows } of lotes) {
        await tx.insert(invoiceLotes).values({ id, batchId: batch.id });
        await insertInvoices(tx, [...rows.map((row) => ({ ...row, loteId: id }))]);
      }
      return true;
    });
  }

  async findByKey(chaveIdempotencia: string): Promise<InvoiceBatch | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(invoiceBatches)
      .where(eq(invoiceBatches.chaveIdempotencia, chaveIdempotencia));
    return row;
  }

  async find(id: string): Promise<BatchWithInvoices | undefined> {
    const [batch] = await this.database.orm
      .select()
      .from(invoiceBatches)
      .where(eq(invoiceBatches.id, id));
    if (!batch) return undefined;
    const rows = await this.database.orm
      .select({ invoice: invoices })
      .from(invoices)
      .innerJoin(invoiceLotes, eq(invoices.loteId, invoiceLotes.id))
      .where(eq(invoiceLotes.batchId, id))
      .orderBy(asc(invoices.linha));
    return { batch, rows: rows.map(({ invoice }) => invoice) };
  }

  /** Returns the latest batches. */
  list(limit: number): Promise<InvoiceBatch[]> {
    return this.database.orm
      .select()
      .from(invoiceBatches)
      .orderBy(desc(invoiceBatches.criadoEm))
      .limit(limit);
  }

  /** Returns the parts of batches that have invoices whose creation is not known. */
  unsettled(): Promise<InvoiceLote[]> {
    const waiting = this.database.orm
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.loteId, invoiceLotes.id), inArray(invoices.status, ['CRIANDO'])));
    return this.database.orm
      .select()
      .from(invoiceLotes)
      .where(exists(waiting))
      .orderBy(asc(invoiceLotes.id));
  }

  /** Returns all invoices of a part: the bank must get exactly the same ones in a repeat. */
  findRows(loteId: number): Promise<Invoice[]> {
    return this.database.orm
      .select()
      .from(invoices)
      .where(eq(invoices.loteId, loteId))
      .orderBy(asc(invoices.linha));
  }

  /** Records whether the bank has a part. */
  async setAccepted(id: number, aceitoEm: Date | null): Promise<void> {
    await this.database.orm.update(invoiceLotes).set({ aceitoEm }).where(eq(invoiceLotes.id, id));
  }
}
