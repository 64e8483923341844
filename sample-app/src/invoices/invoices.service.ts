import { randomUUID } from 'node:crypto';
import {
  ConflictException,
  Injectable,
  Logger,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { generateTxid } from 'nestjs-pix';
import { isSameAmount } from '../bank/is-same-amount.js';
import type { InvoiceStatus, Invoice, NewInvoice } from '../database/schema.js';
import { UUID } from '../database/uuid.js';
import { CancellationRefused, ChargeRefused } from '../orders/charges.service.js';
import { DEFAULT_DAYS, type InvoiceFields } from './create-invoice.dto.js';
import { findExpiry } from './invoice-body.js';
import { describeRefusal, InvoiceChargesService } from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoiceSettlement } from './invoice-settlement.js';
import { InvoicesRepository } from './invoices.repository.js';

const NOT_PENDING: Readonly<Record<Exclude<InvoiceStatus, 'PENDENTE'>, string>> = {
  CRIANDO: 'A fatura ainda está sendo criada. Tente de novo em instantes',
  PAGO: 'A fatura já foi paga',
  CANCELANDO: 'A fatura está sendo cancelada',
  CANCELADO: 'A fatura já foi cancelada',
  EXPIRADO: 'O prazo de pagamento da fatura acabou',
  EM_ANALISE: 'A loja está conferindo um pagamento desta fatura',
  DEVOLVENDO: 'O pagamento desta fatura está sendo devolvido',
  DEVOLVIDO: 'O pagamento desta fatura foi devolvido',
  NEGADO: 'O banco negou esta fatura',
};

/** Creation and cancellation of invoices. */
@Injectable()
export class InvoicesService {
  readonly #logger = new Logger('Invoices');

  constructor(
    private readonly repository: InvoicesRepository,
    private readonly charges: InvoiceChargesService,
    private readonly events: InvoiceEvents,
    private readonly settlement: InvoiceSettlement,
  ) {}

  /**
   * Stores the invoice, then opens its charge. The invoice is returned as it is then: `PENDENTE`, `NEGADO` with the
   * bank's reason, or `CRIANDO` if the outcome is unknown; then the settlement creates the charge. A repeat with the same
   * key returns the invoice of the first request.
   *
   * @throws UnprocessableEntityException when the key was used for another invoice
   */
  async create(dto: InvoiceFields, chaveIdempotencia?: string): Promise<Invoice> {
    const invoice = await this.repository.insert({ ...toInvoice(dto), chaveIdempotencia });
    if (invoice) return this.#open(invoice);
    const first = await this.repository.findByKey(chaveIdempotencia ?? '');
    if (!first) throw new ConflictException('A fatura anterior foi negada. Tente de novo');
    if (hasSameTerms(first, toInvoice(dto))) return first;
    throw new UnprocessableEntityException('Idempotency-Key já foi usada com outra fatura');
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<Invoice> {
    const invoice = await this.find(id);
    if (!invoice) throw new NotFoundException('Fatura não encontrada');
    return invoice;
  }

  async find(id: string): Promise<Invoice | undefined> {
    return UUID.test(id) ? this.repository.find(id) : undefined;
  }

  /**
   * Cancels an invoice. If the outcome at the bank is unknown, it stays `CANCELANDO` until the settlement has completed
   * the cancellation or recorded a payment.
   *
   * @throws ConflictException when it is not pending, for example because it was paid
   */
  async cancel(id: string): Promise<Invoice> {
    const found = await this.get(id);
    const invoice = (await this.repository.beginCancel(found.id)) ?? (await this.get(id));
    if (invoice.status !== 'CANCELANDO') return assertCancelled(invoice);
    this.events.publish(invoice);
    if (!(await this.#cancelCharge(invoice))) return invoice;
    const cancelled = await this.repository.cancel(invoice.id);
    if (!cancelled) return assertCancelled(await this.get(id));
    this.#logger.log(`Invoice ${invoice.id} cancelled`);
    this.events.publish(cancelled);
    return cancelled;
  }

  async #open(invoice: Invoice): Promise<Invoice> {
    const { id, txid } = invoice;
    try {
      const opened = await this.repository.confirm(id, await this.charges.open(invoice));
      this.#logger.log(`Invoice ${id} waits for payment of charge ${txid}`);
      return opened ?? (await this.get(id));
    } catch (error) {
      if (error instanceof ChargeRefused) {
        const refused = await this.repository.refuse(id, describeRefusal(error));
        return refused ?? (await this.get(id));
      }
      this.#logger.error(`Invoice ${id}: it is not known whether charge ${txid} exists`, error);
      this.settlement.wakeSoon();
      return invoice;
    }
  }

  /** @returns whether the charge is cancelled; `false` if this is not known */
  async #cancelCharge({ id, txid }: Invoice): Promise<boolean> {
    try {
      if (await this.charges.cancel(txid)) return true;
    } catch (error) {
      if (error instanceof CancellationRefused) {
        const pending = await this.repository.endCancel(id);
        if (pending) this.events.publish(pending);
        throw error.cause;
      }
      this.#logger.error(
        `Invoice ${id}: it is not known whether charge ${txid} is cancelled`,
        error,
      );
      this.settlement.wakeSoon();
      return false;
    }
    this.settlement.wakeNow();
    throw new ConflictException(NOT_PENDING.PAGO);
  }
}

const TERMS = [
  'nome',
  'cpfCnpj',
  'descricao',
  'vencimento',
  'diasAposVencimento',
  'descontoAte',
] as const;
const AMOUNTS = ['valor', 'multaPercentual', 'jurosPercentualMes', 'descontoPercentual'] as const;

/** Returns whether two requests ask for the same invoice. */
function hasSameTerms(first: Invoice, again: NewInvoice): boolean {
  return (
    TERMS.every((name) => first[name] === again[name]) &&
    AMOUNTS.every((name) => {
      const [before, now] = [first[name], again[name] ?? null];
      return before === null || now === null ? before === now : isSameAmount(before, now);
    })
  );
}

/** Builds a new invoice with its own txid. */
export function toInvoice(dto: InvoiceFields): NewInvoice {
  const diasAposVencimento = dto.diasAposVencimento ?? DEFAULT_DAYS;
  return {
    id: randomUUID(),
    txid: generateTxid(),
    nome: dto.nome,
    cpfCnpj: dto.cpfCnpj.replace(/[./-]/g, ''),
    descricao: dto.descricao,
    valor: dto.valor,
    vencimento: dto.vencimento,
    diasAposVencimento,
    multaPercentual: dto.multaPercentual ?? null,
    jurosPercentualMes: dto.jurosPercentualMes ?? null,
    descontoPercentual: dto.descontoPercentual ?? null,
    descontoAte: dto.descontoAte ?? null,
    criadoEm: new Date(),
    expiraEm: findExpiry(dto.vencimento, diasAposVencimento),
  };
}

/** @throws ConflictException with the status, unless the invoice is pending */
export function assertPending({ status }: Invoice): void {
  if (status !== 'PENDENTE') throw new ConflictException(NOT_PENDING[status]);
}

function assertCancelled(invoice: Invoice): Invoice {
  if (invoice.status !== 'CANCELADO') assertPending(invoice);
  return invoice;
}
