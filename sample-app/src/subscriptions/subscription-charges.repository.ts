import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, isNull, lt, lte, min, or } from 'drizzle-orm';
import { isSameAmount } from '../bank/is-same-amount.js';
import { Database, type OrmTransaction } from '../database/database.js';
import {
  type PaymentOutcome,
  payments,
  type NewSubscriptionCharge,
  type Subscription,
  type SubscriptionCharge,
  subscriptionCharges,
  subscriptions,
  subscriptionTransitions,
} from '../database/schema.js';
import type { CompleteIn, ConfirmedPayment } from '../orders/orders.repository.js';
import {
  changeCharge,
  findNextLook,
  isOpenCharge,
  isOpenSubscription,
  updateOpenCharge,
} from '../transitions/subscription-transition.js';
import type { ChargeState } from './subscription-charge-status.js';

/** The result of a change: the charge as it is now, or `undefined` if its status does not allow the change. */
type Changed = Promise<SubscriptionCharge | undefined>;

/** Charges of subscriptions in the database. Each change of a status requires a previous status in SQL and is recorded. */
@Injectable()
export class SubscriptionChargesRepository {
  constructor(private readonly database: Database) {}

  /** @returns `undefined` when the month of the subscription has a charge: another run created it */
  insert(charge: NewSubscriptionCharge): Changed {
    return this.database.orm.transaction(async (tx) => {
      const [row] = await tx
        .insert(subscriptionCharges)
        .values(charge)
        .onConflictDoNothing({
          target: [subscriptionCharges.subscriptionId, subscriptionCharges.competencia],
        })
        .returning();
      if (!row) return undefined;
      const { id: chargeId, subscriptionId, status } = row;
      const motivo = 'novo mês da assinatura';
      await tx
        .insert(subscriptionTransitions)
        .values({ subscriptionId, chargeId, para: status, motivo });
      return row;
    });
  }

  async find(id: string): Promise<SubscriptionCharge | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(subscriptionCharges)
      .where(eq(subscriptionCharges.id, id));
    return row;
  }

  async findByTxid(txid: string): Promise<SubscriptionCharge | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(subscriptionCharges)
      .where(eq(subscriptionCharges.txid, txid));
    return row;
  }

  /** Returns the charges of subscriptions, oldest month first. */
  list(subscriptionIds: readonly string[]): Promise<SubscriptionCharge[]> {
    return this.database.orm
      .select()
      .from(subscriptionCharges)
      .where(inArray(subscriptionCharges.subscriptionId, [...subscriptionIds]))
      .orderBy(asc(subscriptionCharges.competencia));
  }

  /** Returns the charges that the settlement looks at now, longest waiting first. */
  due(now: Date): Promise<SubscriptionCharge[]> {
    return this.database.orm
      .select()
      .from(subscriptionCharges)
      .where(lte(subscriptionCharges.conferirEm, now))
      .orderBy(asc(subscriptionCharges.conferirEm));
  }

  async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(subscriptionCharges.conferirEm) })
      .from(subscriptionCharges);
    return row?.next ?? undefined;
  }

  async postpone({ id, status }: SubscriptionCharge, conferirEm: Date): Promise<void> {
    await this.database.orm
      .update(subscriptionCharges)
      .set({ conferirEm })
      .where(and(eq(subscriptionCharges.id, id), eq(subscriptionCharges.status, status)));
  }

  /** Stores the due date with which a charge is about to be sent. */
  async reschedule(id: string, vencimento: string): Changed {
    const [row] = await this.database.orm
      .update(subscriptionCharges)
      .set({ vencimento })
      .where(and(eq(subscriptionCharges.id, id), eq(subscriptionCharges.status, 'AGENDANDO')))
      .returning();
    return row;
  }

  /**
   * Gives a charge the status that the bank shows, except `PAGA`, which needs a payment ({@link pay}).
   *
   * @param conferirEm when the settlement looks at it next, if it and its subscription stay open
   * @param complete marks the webhook event as handled, in the same transaction
   */
  apply(id: string, state: ChargeState, conferirEm: Date, complete?: CompleteIn): Changed {
    const { para, motivo, retentativas, pendente } = state;
    return this.database.orm.transaction(async (tx) => {
      await complete?.(tx);
      const before = await lock(tx, id);
      if (!before || para === 'PAGA') return before;
      // A read that is older than the stored state shows fewer attempts.
      if (isOpenCharge(para) && retentativas < before.retentativas) return before;
      const hasRecorded = pendente !== undefined || retentativas > before.retentativas;
      const values = {
        retentativas,
        conferirEm: isOpenCharge(para) ? await findNextLook(tx, before, conferirEm) : null,
        ...(hasRecorded && { tentativaPedidaEm: null }),
      };
      const changed = await changeCharge(tx, id, { para, motivo, values });
      return changed ?? (before.status === para ? updateOpenCharge(tx, before, values) : before);
    });
  }

  /** Ends a charge that the bank does not have, or refused. */
  end(id: string, para: 'REJEITADA' | 'NAO_PAGA' | 'CANCELADA', motivo: string): Changed {
    const change = { para, motivo, values: { conferirEm: null } };
    return this.database.orm.transaction((tx) => changeCharge(tx, id, change));
  }

  /** Records that the bank has the immediate charge of journey 3. */
  open(id: string, conferirEm: Date): Changed {
    const motivo = 'cobrança criada no banco';
    const change = { para: 'AGENDADA', motivo, values: { conferirEm } } as const;
    return this.database.orm.transaction((tx) => changeCharge(tx, id, change));
  }

  /**
   * Records a payment of a charge, and marks its month as paid or opens a task: for a second payment, another amount, or a
   * first month whose subscription ended without an approval. A second delivery changes nothing.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   * @returns `undefined` if the payment belongs to no charge of a subscription; nothing was changed then
   */
  async pay(payment: ConfirmedPayment, complete?: CompleteIn): Changed {
    const found = await this.findByTxid(payment.txid);
    if (!found) return undefined;
    return this.database.orm.transaction(async (tx) => {
      await complete?.(tx);
      const [subscription] = await tx
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.id, found.subscriptionId))
        .for('update');
      const charge = await lock(tx, found.id);
      if (!subscription || !charge) return charge;
      const situacao = resolveOutcome(payment, charge, subscription);
      const tarefa = situacao === 'APLICADO' ? null : 'ABERTA';
      const [recorded] = await tx
        .insert(payments)
        .values({ ...payment, subscriptionChargeId: charge.id, situacao, tarefa })
        .onConflictDoNothing()
        .returning();
      if (!recorded || situacao === 'REPETIDO' || situacao === 'VALOR_DIVERGENTE') return charge;
      const { endToEndId, horario: pagaEm } = payment;
      const values = { endToEndId, pagaEm, conferirEm: null };
      const motivo = `pagamento ${endToEndId}`;
      return changeCharge(tx, charge.id, { para: 'PAGA', motivo, values });
    });
  }

  /**
   * Records that another attempt is about to be requested. Of several processes, only one may request it.
   *
   * @param charge as it was read before the attempts were read from the bank
   * @param day `YYYY-MM-DD`
   * @param patience milliseconds in which an earlier request may still take effect
   */
  async claimRetry(
    { id, retentativas }: SubscriptionCharge,
    day: string,
    now: Date,
    patience: number,
  ): Changed {
    const { tentativaPedidaEm } = subscriptionCharges;
    const [row] = await this.database.orm
      .update(subscriptionCharges)
      .set({ novaTentativa: day, tentativaPedidaEm: now })
      .where(
        and(
          eq(subscriptionCharges.id, id),
          eq(subscriptionCharges.status, 'EM_NOVA_TENTATIVA'),
          eq(subscriptionCharges.retentativas, retentativas),
          or(isNull(tentativaPedidaEm), lt(tentativaPedidaEm, new Date(now.getTime() - patience))),
        ),
      )
      .returning();
    return row;
  }

  /** Records that the bank refused the latest request for an attempt, so that another day can be requested. */
  async releaseRetry({ id, novaTentativa }: SubscriptionCharge): Promise<void> {
    const isLatest = eq(subscriptionCharges.novaTentativa, novaTentativa ?? '');
    await this.database.orm
      .update(subscriptionCharges)
      .set({ tentativaPedidaEm: null })
      .where(and(eq(subscriptionCharges.id, id), isLatest));
  }
}

/** Returns the effect of a payment on its month. */
function resolveOutcome(
  { valor }: ConfirmedPayment,
  charge: SubscriptionCharge,
  { status, aprovadaEm }: Subscription,
): PaymentOutcome {
  if (charge.status === 'PAGA' || charge.status === 'DEVOLVIDA') return 'REPETIDO';
  if (!isSameAmount(charge.valor, valor)) return 'VALOR_DIVERGENTE';
  return aprovadaEm === null && !isOpenSubscription(status) ? 'SEM_PEDIDO' : 'APLICADO';
}

async function lock(tx: OrmTransaction, id: string): Changed {
  const [row] = await tx
    .select()
    .from(subscriptionCharges)
    .where(eq(subscriptionCharges.id, id))
    .for('update');
  return row;
}
