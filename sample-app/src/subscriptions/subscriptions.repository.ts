import { Injectable } from '@nestjs/common';
import { and, asc, eq, isNull, lt, lte, min, or } from 'drizzle-orm';
import {
  Database,
  SUBSCRIPTION_SETTLEMENT_LOCK,
  type OrmTransaction,
} from '../database/database.js';
import {
  type NewSubscription,
  type NewSubscriptionCharge,
  type Subscription,
  subscriptionCharges,
  subscriptions,
  subscriptionTransitions,
} from '../database/schema.js';
import type { CompleteIn } from '../orders/orders.repository.js';
import { changeSubscription } from '../transitions/subscription-transition.js';
import { interpretRecurrence, type Recurrence, wasApproved } from './subscription-status.js';

/** The result of a change: the subscription as it is now, or `undefined` if its status does not allow the change. */
type Changed = Promise<Subscription | undefined>;

/** Subscriptions in the database. Each change of a status requires a previous status in SQL and is recorded. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param charge the immediate charge of journey 3
   * @returns `undefined` when there is a subscription with the same `chaveIdempotencia`
   */
  insert(subscription: NewSubscription, charge?: NewSubscriptionCharge): Changed {
    return this.database.orm.transaction(async (tx) => {
      const [row] = await tx
        .insert(subscriptions)
        .values(subscription)
        .onConflictDoNothing({ target: subscriptions.chaveIdempotencia })
        .returning();
      if (!row) return undefined;
      const first = { subscriptionId: row.id, motivo: 'pedido recebido' };
      await tx.insert(subscriptionTransitions).values({ ...first, para: row.status });
      if (charge) {
        await tx.insert(subscriptionCharges).values(charge);
        const created = { ...first, chargeId: charge.id, para: 'AGENDANDO' };
        await tx.insert(subscriptionTransitions).values(created);
      }
      return row;
    });
  }

  async find(id: string): Promise<Subscription | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, id));
    return row;
  }

  async findByKey(chaveIdempotencia: string): Promise<Subscription | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.chaveIdempotencia, chaveIdempotencia));
    return row;
  }

  /** Runs a settlement, unless another process is settling. @returns whether it ran */
  settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    return this.database.runExclusively(SUBSCRIPTION_SETTLEMENT_LOCK, settle);
  }

  /** Returns the subscriptions that the settlement looks at now, longest waiting first. */
  due(now: Date): Promise<Subscription[]> {
    return this.database.orm
      .select()
      .from(subscriptions)
      .where(lte(subscriptions.conferirEm, now))
      .orderBy(asc(subscriptions.conferirEm));
  }

  async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.orm
      .select({ next: min(subscriptions.conferirEm) })
      .from(subscriptions);
    return row?.next ?? undefined;
  }

  /** Sets when the settlement looks at an open subscription next, unless it changed since `before` was read. */
  async postpone(before: Subscription, conferirEm: Date): Promise<void> {
    await this.database.orm
      .update(subscriptions)
      .set({ conferirEm })
      .where(and(eq(subscriptions.id, before.id), eq(subscriptions.status, before.status)));
  }

  /**
   * Records that a request for the recurrence is about to be sent. Of several processes, only one may send it.
   *
   * @param patience milliseconds in which an earlier request may still take effect
   * @returns `undefined` when the recurrence is known, or another request was sent a short time ago
   */
  async claimSend(id: string, now: Date, patience: number): Changed {
    const latest = new Date(now.getTime() - patience);
    const [row] = await this.database.orm
      .update(subscriptions)
      .set({ envioEm: now })
      .where(
        and(
          eq(subscriptions.id, id),
          eq(subscriptions.status, 'CRIANDO'),
          isNull(subscriptions.idRec),
          or(isNull(subscriptions.envioEm), lt(subscriptions.envioEm, latest)),
        ),
      )
      .returning();
    return row;
  }

  /** Stores the identifier that the bank chose. The first one is kept. */
  async storeIdRec(id: string, idRec: string): Promise<void> {
    await this.database.orm
      .update(subscriptions)
      .set({ idRec })
      .where(and(eq(subscriptions.id, id), isNull(subscriptions.idRec)));
  }

  /** Stores the QR Code of the recurrence. A subscription that was being created waits for the approval. */
  confirm(id: string, pixCopiaECola: string, conferirEm: Date): Changed {
    const values = { pixCopiaECola, conferirEm };
    const motivo = 'recorrência criada no banco';
    return this.#change(id, { para: 'AGUARDANDO_APROVACAO', motivo, values });
  }

  /** Ends a subscription whose recurrence the bank refused. Its idempotency key can be used again. */
  refuse(id: string, motivo: string): Changed {
    const values = { chaveIdempotencia: null };
    return this.#change(id, { para: 'CANCELADA', motivo, values });
  }

  /** Records that a cancellation is about to be sent to the bank. */
  beginCancel(id: string, motivo: string): Changed {
    return this.#change(id, { para: 'CANCELANDO', motivo, values: { conferirEm: new Date() } });
  }

  /** Gives a subscription the status that it had before a cancellation that the bank refused. */
  endCancel({ id, aprovadaEm }: Subscription): Changed {
    const para = aprovadaEm === null ? 'AGUARDANDO_APROVACAO' : 'ATIVA';
    return this.#change(id, { para, motivo: 'cancelamento recusado pelo banco' });
  }

  /**
   * Gives a subscription the status of its recurrence, as it was read from the bank. The subscription is found by the
   * `idRec` or, if that is not stored yet, by the contract number. An open recurrence changes no subscription that is
   * being created or cancelled.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   * @returns the subscription as it is now, or `undefined` if the recurrence belongs to none
   */
  apply(recurrence: Recurrence, complete?: CompleteIn): Changed {
    return this.database.orm.transaction(async (tx) => {
      await complete?.(tx);
      const before = await lockByRecurrence(tx, recurrence);
      if (!before) return undefined;
      const state = interpretRecurrence(recurrence, before.aprovarAte <= new Date());
      if (!state || before.status === state.para) return before;
      const isOpen = state.para === 'AGUARDANDO_APROVACAO' || state.para === 'ATIVA';
      if (isOpen && before.status === 'CANCELANDO') return before;
      const aprovadaEm = before.aprovadaEm ?? (wasApproved(recurrence) ? new Date() : null);
      const values = { idRec: recurrence.idRec, aprovadaEm, conferirEm: new Date() };
      return (await changeSubscription(tx, before.id, { ...state, values })) ?? before;
    });
  }

  #change(id: string, transition: Parameters<typeof changeSubscription>[2]): Changed {
    return this.database.orm.transaction((tx) => changeSubscription(tx, id, transition));
  }
}

async function lockByRecurrence(tx: OrmTransaction, { idRec, vinculo }: Recurrence): Changed {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(
      or(
        eq(subscriptions.idRec, idRec),
        and(isNull(subscriptions.idRec), eq(subscriptions.contrato, vinculo.contrato)),
      ),
    )
    .for('update');
  return row;
}
