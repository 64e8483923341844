import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { CobVCompleta } from 'nestjs-pix';
import { Database } from '../../src/database/database.js';
import { type Invoice, invoiceTransitions, type NewInvoice } from '../../src/database/schema.js';
import { BatchSettlement } from '../../src/invoices/batch-settlement.js';
import { BatchesRepository } from '../../src/invoices/batches.repository.js';
import { BatchesService } from '../../src/invoices/batches.service.js';
import type { InvoiceChargesService } from '../../src/invoices/invoice-charges.service.js';
import { InvoiceEvents } from '../../src/invoices/invoice-events.js';
import { InvoicePaymentsService } from '../../src/invoices/invoice-payments.service.js';
import { InvoiceSettlement } from '../../src/invoices/invoice-settlement.js';
import { InvoicesRepository } from '../../src/invoices/invoices.repository.js';
import { InvoicesService } from '../../src/invoices/invoices.service.js';
import { copyDatabase, type DatabaseDirectory } from './database-directory.js';
import { memoryLogger } from './memory-logger.js';

export type ScriptedInvoiceCharges = {
  -readonly [M in 'open' | 'openLote' | 'findLote' | 'find' | 'cancel']: InvoiceChargesService[M];
};

const UNSCRIPTED: ScriptedInvoiceCharges = {
  open: unscripted,
  openLote: unscripted,
  findLote: unscripted,
  find: unscripted,
  cancel: unscripted,
};

/** The services of invoices with a separate database and scripted charges. */
export class InvoicesFixture {
  readonly charges: ScriptedInvoiceCharges = { ...UNSCRIPTED };
  readonly log: string[] = [];
  readonly events = new InvoiceEvents();
  readonly repository: InvoicesRepository;
  readonly payments: InvoicePaymentsService;
  readonly settlement: InvoiceSettlement;
  readonly invoices: InvoicesService;
  readonly batches: BatchesService;

  private constructor(
    private readonly directory: DatabaseDirectory,
    readonly database: Database,
  ) {
    const charges = this.charges as unknown as InvoiceChargesService;
    const batches = new BatchesRepository(database);
    const { events } = this;
    this.repository = new InvoicesRepository(database);
    this.payments = new InvoicePaymentsService(this.repository, events);
    const lotes = new BatchSettlement(batches, this.repository, charges, events);
    this.settlement = new InvoiceSettlement(this.repository, charges, this.payments, lotes, events);
    this.invoices = new InvoicesService(this.repository, charges, events, this.settlement);
    this.batches = new BatchesService(batches, this.settlement);
  }

  static async open(): Promise<InvoicesFixture> {
    const directory = await copyDatabase();
    const database = await Database.open({ directory: directory.path });
    const fixture = new InvoicesFixture(directory, database);
    Logger.overrideLogger(memoryLogger(fixture.log));
    return fixture;
  }

  /** Forgets the scripts and ends all open invoices of the previous test. */
  async reset(): Promise<void> {
    Object.assign(this.charges, UNSCRIPTED);
    this.log.length = 0;
    await this.database.orm.execute(
      'TRUNCATE invoices, invoice_transitions, invoice_lotes, invoice_batches, refunds, payments',
    );
  }

  async insert(change: Partial<NewInvoice> = {}): Promise<Invoice> {
    const invoice = await this.repository.insert({
      id: randomUUID(),
      txid: randomUUID().replaceAll('-', ''),
      nome: 'Maria da Silva',
      cpfCnpj: '52998224725',
      descricao: 'Mensalidade',
      valor: '100.00',
      vencimento: '2030-01-10',
      diasAposVencimento: 30,
      criadoEm: new Date(),
      expiraEm: new Date(Date.now() + 3_600_000),
      status: 'PENDENTE',
      ...change,
    });
    return invoice!;
  }

  async readStatus({ id }: Pick<Invoice, 'id'>): Promise<string | undefined> {
    return (await this.repository.find(id))?.status;
  }

  /** Returns the recorded changes of an invoice, such as `CRIANDO → PENDENTE`. */
  async readTransitions({ id }: Invoice): Promise<string[]> {
    const rows = await this.database.orm
      .select()
      .from(invoiceTransitions)
      .where(eq(invoiceTransitions.invoiceId, id))
      .orderBy(invoiceTransitions.id);
    return rows.map(({ de, para }) => `${de ?? ''} → ${para}`.trim());
  }

  async close(): Promise<void> {
    await this.settlement.onModuleDestroy();
    this.events.onModuleDestroy();
    await this.database.close();
    await this.directory.remove();
  }
}

/** The charge of an invoice at the bank. */
export function buildCobV(change: Partial<CobVCompleta> = {}): CobVCompleta {
  return { status: 'ATIVA', pixCopiaECola: '000201', ...change } as CobVCompleta;
}

function unscripted(): never {
  throw new Error('The test does not expect this call');
}
