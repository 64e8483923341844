import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, ne, sum } from 'drizzle-orm';
import { formatValor, generateDevolucaoId, parseValor } from 'nestjs-pix';
import { Database, type OrmTransaction } from '../database/database.js';
import {
  type Invoice,
  invoices,
  type Order,
  orders,
  type Payment,
  payments,
  type Refund,
  refunds,
  type SubscriptionCharge,
  subscriptionCharges,
} from '../database/schema.js';
import { followRefunds, lockTarget, type RefundTarget } from './follow-refunds.js';
import { isRepeat } from './is-repeat.js';
import { endAudit, joinAudit, linkAudit } from './refund-audit.js';

/** A payment with its refunds. */
export interface PaymentWithRefunds {
  readonly payment: Payment;
  /** Oldest first. */
  readonly refunds: readonly Refund[];
}

/** A payment with its refunds, and the order, invoice or month of its charge. */
export interface RefundablePayment extends PaymentWithRefunds {
  readonly order: Order | null;
  readonly invoice: Invoice | null;
  readonly month: SubscriptionCharge | null;
}

/** The result of a refund at the provider. */
export type RefundResult =
  | { readonly status: 'DEVOLVIDA' }
  /** It failed. A person can request another one. */
  | { readonly status: 'NAO_REALIZADA'; readonly erro: string };

/** A refund that the bank has and the shop did not request. */
export type ForeignRefund = Pick<Refund, 'id' | 'valor' | 'status' | 'erro' | 'concluidaEm'>;

/** What a refund returns. */
export interface RefundRequest {
  /** Decimal text; `undefined`: what is not refunded yet. */
  readonly valor?: string | undefined;
  readonly chaveIdempotencia?: string | undefined;
  /** The entry of the audit trail, which gets the outcome of the refund. */
  readonly auditoria?: number | undefined;
}

/** `EXCEDE`: the refunds of the payment would be more than the payment. */
export type BeginResult =
  | { readonly begun: Refund }
  | { readonly repeated: Refund }
  | { readonly refused: 'EXCEDE'; readonly restante: string };

/** Refunds in the database. A refund changes its payment and the order or invoice in one transaction. */
@Injectable()
export class RefundsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the tasks that are not done, oldest payment first. */
  openTasks(): Promise<RefundablePayment[]> {
    return this.#select(inArray(payments.tarefa, ['ABERTA', 'DEVOLVENDO']));
  }

  async findTask(endToEndId: string): Promise<RefundablePayment | undefined> {
    const found = await this.find(endToEndId);
    return found?.payment.tarefa === null ? undefined : found;
  }

  async find(endToEndId: string): Promise<RefundablePayment | undefined> {
    const [found] = await this.#select(eq(payments.endToEndId, endToEndId));
    return found;
  }

  /** Returns the payments of an invoice, oldest first. */
  findByInvoice(invoiceId: string): Promise<RefundablePayment[]> {
    return this.#select(eq(payments.invoiceId, invoiceId));
  }

  /** Returns the payments of a subscription, oldest first. */
  findBySubscription(subscriptionId: string): Promise<RefundablePayment[]> {
    return this.#select(eq(subscriptionCharges.subscriptionId, subscriptionId));
  }

  /** Returns the refunds whose result is not known. */
  refunding(): Promise<Refund[]> {
    return this.database.orm.select().from(refunds).where(isOpen).orderBy(asc(refunds.pedidaEm));
  }

  /**
   * Stores a new refund before the provider is asked for it, so that its outcome can always be read. The lock of the
   * payment serializes its refunds, so that together they never exceed it.
   */
  begin({ endToEndId }: Payment, request: RefundRequest): Promise<BeginResult> {
    const { chaveIdempotencia, auditoria } = request;
    return this.database.orm.transaction(async (tx) => {
      const locked = await lockPayment(tx, endToEndId);
      if (!locked) throw new Error('The payment does not exist');
      const { payment, target } = locked;
      const repeated = await findByKey(tx, chaveIdempotencia);
      if (repeated) {
        if (isRepeat(repeated, endToEndId, request)) await linkAudit(tx, repeated, auditoria);
        return { repeated };
      }
      const restante = await readRemaining(tx, payment);
      const valor = request.valor ?? restante;
      const isPossible = parseValor(valor) > 0n && parseValor(valor) <= parseValor(restante);
      if (!isPossible) return { refused: 'EXCEDE', restante };
      const id = generateDevolucaoId();
      const [begun] = await tx
        .insert(refunds)
        .values({ id, endToEndId, valor, chaveIdempotencia })
        .returning();
      if (!begun) throw new Error('The refund was not stored');
      await linkAudit(tx, begun, auditoria);
      await followRefunds(tx, payment, target, 'devolução pedida');
      return { begun };
    });
  }

  /** Names the refund in progress in an entry of the audit trail that asked for it again. */
  join(endToEndId: string, auditoria: number): Promise<void> {
    return this.database.orm.transaction((tx) => joinAudit(tx, endToEndId, auditoria));
  }

  /**
   * Stores the result of a refund. One that a bank refused and made nevertheless is made.
   *
   * @returns `undefined` if it had ended before
   */
  end({ id, endToEndId }: Refund, result: RefundResult): Promise<Refund | undefined> {
    const isRefunded = result.status === 'DEVOLVIDA';
    const erro = isRefunded ? null : result.erro;
    const change = { status: result.status, erro, concluidaEm: new Date() };
    return this.database.orm.transaction(async (tx) => {
      const locked = await lockPayment(tx, endToEndId);
      const [refund] = await tx
        .update(refunds)
        .set(change)
        .where(and(isRefund(endToEndId, id), isRefunded ? isNotMade : isOpen))
        .returning();
      if (!refund || !locked) return undefined;
      await endAudit(tx, refund);
      const motivo = isRefunded ? 'devolução concluída' : 'devolução não realizada';
      await followRefunds(tx, locked.payment, locked.target, motivo);
      return refund;
    });
  }

  /**
   * Stores a refund that was requested elsewhere, for example in the application of the bank.
   *
   * @returns `undefined` if the shop has the refund, or does not know the payment
   */
  adopt(endToEndId: string, refund: ForeignRefund): Promise<Refund | undefined> {
    return this.database.orm.transaction(async (tx) => {
      const locked = await lockPayment(tx, endToEndId);
      if (!locked) return undefined;
      const [adopted] = await tx
        .insert(refunds)
        .values({ ...refund, endToEndId })
        .onConflictDoNothing({ target: [refunds.endToEndId, refunds.id] })
        .returning();
      if (!adopted) return undefined;
      await followRefunds(tx, locked.payment, locked.target, 'devolução feita no banco');
      return adopted;
    });
  }

  async #select(condition: ReturnType<typeof eq>): Promise<RefundablePayment[]> {
    const rows = await this.database.orm
      .select({
        payment: payments,
        order: orders,
        invoice: invoices,
        month: subscriptionCharges,
      })
      .from(payments)
      .leftJoin(orders, eq(payments.orderId, orders.id))
      .leftJoin(invoices, eq(payments.invoiceId, invoices.id))
      .leftJoin(subscriptionCharges, eq(payments.subscriptionChargeId, subscriptionCharges.id))
      .where(condition)
      .orderBy(asc(payments.horario));
    return this.withRefunds(rows);
  }

  /** Adds the refunds of each payment, oldest first. */
  async withRefunds<Row extends { readonly payment: Payment }>(
    rows: readonly Row[],
  ): Promise<(Row & PaymentWithRefunds)[]> {
    const ids = rows.map(({ payment }) => payment.endToEndId);
    const made = await this.database.orm
      .select()
      .from(refunds)
      .where(inArray(refunds.endToEndId, ids))
      .orderBy(asc(refunds.pedidaEm));
    return rows.map((row) => ({
      ...row,
      refunds: made.filter(({ endToEndId }) => endToEndId === row.payment.endToEndId),
    }));
  }
}

const isOpen = eq(refunds.status, 'DEVOLVENDO');
const isNotMade = ne(refunds.status, 'DEVOLVIDA');

function isRefund(endToEndId: string, id: string) {
  return and(eq(refunds.endToEndId, endToEndId), eq(refunds.id, id));
}

/** Locks what a payment pays, then the payment. */
async function lockPayment(
  tx: OrmTransaction,
  endToEndId: string,
): Promise<{ payment: Payment; target: RefundTarget | undefined } | undefined> {
  const isOwn = eq(payments.endToEndId, endToEndId);
  const [found] = await tx.select().from(payments).where(isOwn);
  const target = found && (await lockTarget(tx, found));
  const [payment] = await tx.select().from(payments).where(isOwn).for('update');
  return payment && { payment, target };
}

async function findByKey(tx: OrmTransaction, key: string | undefined): Promise<Refund | undefined> {
  if (key === undefined) return undefined;
  const [refund] = await tx.select().from(refunds).where(eq(refunds.chaveIdempotencia, key));
  return refund;
}

/** Returns what no refund has returned or may still return. */
async function readRemaining(tx: OrmTransaction, { endToEndId, valor }: Payment): Promise<string> {
  const [row] = await tx
    .select({ total: sum(refunds.valor) })
    .from(refunds)
    .where(and(eq(refunds.endToEndId, endToEndId), ne(refunds.status, 'NAO_REALIZADA')));
  return subtract(valor, row?.total ?? '0.00');
}

/** Subtracts decimal texts exactly, in cents. `0.00` is the least: a bank may report refunds beside those of the shop. */
export function subtract(valor: string, other: string): string {
  const rest = parseValor(valor) - parseValor(other);
  return formatValor(rest > 0n ? rest : 0n);
}
