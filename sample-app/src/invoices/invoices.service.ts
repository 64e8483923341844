import { randomUUID } from 'node:crypto';
import {
  Injectable,
  Logger,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { desc, eq } from 'drizzle-orm';
import { calculateCobV, decodeBrCode, isPixErrorOfClass, PixPayloadService } from 'nestjs-pix';
import { OnPixCharge, PixLedger, type PixCharge, type PixLedgerContext } from 'nestjs-pix/ledger';
import { toDay } from '../charges/brazilian-day.js';
import { orConflict } from '../charges/or-conflict.js';
import { UUID } from '../database/columns.js';
import { Database } from '../database/database.js';
import { DEFAULT_DAYS, type InvoiceFields } from './create-invoice.dto.js';
import { type Invoice, invoices } from './invoices.table.js';
import { toCobV } from './to-cobv.js';

/** Seconds that the back office waits for the bank. */
const WAIT = 5;

/** How many invoices the back office lists. */
const LATEST = 100;

/** An invoice and its charge. */
export interface ChargedInvoice {
  readonly invoice: Invoice;
  readonly charge: PixCharge;
}

/** What an invoice costs today. Amounts are decimal text; `null`: no such part. */
export interface InvoiceToday {
  readonly dia: string;
  readonly original: string;
  readonly multa: string | null;
  readonly juros: string | null;
  readonly desconto: string | null;
  readonly total: string;
  /** Whether the shop computed it, because the bank did not answer. The bank's amount is what is paid. */
  readonly calculado: boolean;
}

/** Invoices that are paid with a due-date charge. */
@Injectable()
export class InvoicesService {
  readonly #logger = new Logger(InvoicesService.name);

  constructor(
    private readonly database: Database,
    private readonly ledger: PixLedger,
    private readonly payloads: PixPayloadService,
  ) {}

  /**
   * Creates an invoice and its charge in one transaction.
   *
   * @param key the same for a repeat, which returns the invoice of the first request
   * @throws UnprocessableEntityException when the key was used for another amount or debtor
   */
  async create(fields: InvoiceFields, key?: string): Promise<ChargedInvoice> {
    const created = await this.database.orm.transaction(async (tx) => {
      const [invoice] = await tx
        .insert(invoices)
        .values({
          ...fields,
          id: randomUUID(),
          cpfCnpj: fields.cpfCnpj.replace(/[^\dA-Z]/gi, '').toUpperCase(),
          diasAposVencimento: fields.diasAposVencimento ?? DEFAULT_DAYS,
          chaveIdempotencia: key,
        })
        .onConflictDoNothing()
        .returning();
      if (invoice) await this.#open(tx, invoice);
      return invoice;
    });
    const invoice = created ?? (await this.#findRepeated(fields, key));
    return { invoice, charge: await this.ledger.ready(invoice.id, { within: WAIT }) };
  }

  @OnPixCharge('paid')
  async paid({ id, kind }: PixCharge, context: PixLedgerContext): Promise<void> {
    if (kind !== 'cobv') return;
    await this.database.orm.transaction(async (tx) => {
      await context.completeIn(tx);
      await tx.update(invoices).set({ quitadaEm: new Date() }).where(eq(invoices.id, id));
    });
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<ChargedInvoice> {
    const rows = UUID.test(id)
      ? await this.database.orm.select().from(invoices).where(eq(invoices.id, id))
      : [];
    const [invoice] = rows;
    const charge = invoice && (await this.ledger.get(invoice.id));
    if (!charge) throw new NotFoundException('Fatura não encontrada');
    return { invoice, charge };
  }

  /** The latest invoices, with their charges in one query. */
  async list(): Promise<ChargedInvoice[]> {
    const rows = await this.database.orm
      .select()
      .from(invoices)
      .orderBy(desc(invoices.criadoEm), desc(invoices.id))
      .limit(LATEST);
    const { charges } = await this.ledger.list({ ids: rows.map(({ id }) => id), limit: LATEST });
    const byId = new Map(charges.map((charge) => [charge.id, charge]));
    return rows.flatMap((invoice) => {
      const charge = byId.get(invoice.id);
      return charge ? [{ invoice, charge }] : [];
    });
  }

  /** @throws ConflictException when the invoice is paid or has ended */
  async cancel(id: string): Promise<ChargedInvoice> {
    const { invoice } = await this.get(id);
    const command = this.database.orm.transaction((tx) => this.ledger.in(tx).cancel(invoice.id));
    return { invoice, charge: await orConflict(command, 'A fatura não espera mais o pagamento') };
  }

  /**
   * Reads what the invoice costs today from the payload of its QR Code, like a payer's app: only the bank knows the local
   * holidays that move a due date. If the bank does not answer, it is computed.
   *
   * @throws NotFoundException when the invoice cannot be paid
   */
  async today(id: string): Promise<InvoiceToday> {
    const { invoice, charge } = await this.get(id);
    const { pixCopiaECola, state } = charge;
    if (state !== 'open' || pixCopiaECola === undefined) {
      throw new NotFoundException('A fatura não está em aberto');
    }
    try {
      const { location = '' } = decodeBrCode(pixCopiaECola);
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
        calculado: false,
      };
    } catch (error) {
      this.#logger.warn(error, 'The bank has not said what an invoice costs today');
      const { day, original, multa, juros, desconto, total } = calculateCobV(
        toCobV(invoice),
        new Date(),
      );
      const part = (valor: string) => (valor === '0.00' ? null : valor);
      const parts = { multa: part(multa), juros: part(juros), desconto: part(desconto) };
      return { dia: day, original, ...parts, total, calculado: true };
    }
  }

  /** @throws UnprocessableEntityException when its discount leaves one cent */
  async #open(tx: Parameters<PixLedger['in']>[0], invoice: Invoice): Promise<void> {
    try {
      await this.ledger.in(tx).open({ id: invoice.id, cobv: toCobV(invoice) });
    } catch (error) {
      if (!isPixErrorOfClass(error, 'ValidationError')) throw error;
      throw new UnprocessableEntityException(error.message, { cause: error });
    }
  }

  async #findRepeated({ valor, nome }: InvoiceFields, key = ''): Promise<Invoice> {
    const [first] = await this.database.orm
      .select()
      .from(invoices)
      .where(eq(invoices.chaveIdempotencia, key));
    if (first?.valor === valor && first.nome === nome) return first;
    throw new UnprocessableEntityException('Idempotency-Key já foi usada com outra fatura');
  }
}
