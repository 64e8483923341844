import { and, eq, inArray } from 'drizzle-orm';
import type { OrmTransaction } from '../database/database.js';
import {
  payments,
  type ChargeStatus,
  type SubscriptionStatus,
  type NewSubscription,
  type NewSubscriptionCharge,
  type Subscription,
  type SubscriptionCharge,
  subscriptionCharges,
  subscriptions,
  subscriptionTransitions,
} from '../database/schema.js';
import { readTaskStatus } from './task-status.js';

/** Statuses in which the recurrence may exist at the bank and has not ended. */
const OPEN_SUBSCRIPTION_STATUSES = [
  'CRIANDO',
  'AGUARDANDO_APROVACAO',
  'ATIVA',
  'CANCELANDO',
] as const;

/**
 * For each status, those from which a subscription may change to it. Each change of a status requires one of them in SQL.
 *
 * - `CRIANDO`: stored; the recurrence is not confirmed. New subscriptions start here.
 * - `AGUARDANDO_APROVACAO`: the payer can authorize the recurrence.
 * - `ATIVA`: the payer has authorized it; each month is charged.
 * - `CANCELANDO`: a cancellation was requested and the bank has not confirmed it. Only a refusal of the bank leads back.
 */
const SUBSCRIPTION_TRANSITIONS: Readonly<
  Record<SubscriptionStatus, readonly SubscriptionStatus[]>
> = {
  CRIANDO: [],
  AGUARDANDO_APROVACAO: ['CRIANDO', 'CANCELANDO'],
  ATIVA: ['CRIANDO', 'AGUARDANDO_APROVACAO', 'CANCELANDO'],
  CANCELANDO: ['AGUARDANDO_APROVACAO', 'ATIVA'],
  CANCELADA: OPEN_SUBSCRIPTION_STATUSES,
  RECUSADA: OPEN_SUBSCRIPTION_STATUSES,
  EXPIRADA: OPEN_SUBSCRIPTION_STATUSES,
};

export function isOpenSubscription(status: SubscriptionStatus): boolean {
  return OPEN_SUBSCRIPTION_STATUSES.some((open) => open === status);
}

/** Statuses in which a charge can still be paid. */
const OPEN_CHARGE_STATUSES = ['AGENDANDO', 'AGENDADA', 'EM_NOVA_TENTATIVA'] as const;

/**
 * For each status, those from which a charge may change to it. Each change of a status requires one of them in SQL.
 *
 * - `AGENDANDO`: stored; it is not known whether the bank has it. New charges start here.
 * - `AGENDADA`: the bank has it and its first attempt has not ended.
 * - `EM_NOVA_TENTATIVA`: an attempt failed, and the policy of the recurrence permits another one.
 * - `NAO_PAGA`: no attempt remains. A payment that the bank reports nevertheless makes it `PAGA`.
 * - `DEVOLVIDA`: the payment was refunded in full.
 */
const CHARGE_TRANSITIONS: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  AGENDANDO: [],
  AGENDADA: ['AGENDANDO'],
  EM_NOVA_TENTATIVA: ['AGENDANDO', 'AGENDADA'],
  PAGA: [...OPEN_CHARGE_STATUSES, 'REJEITADA', 'NAO_PAGA', 'CANCELADA'],
  REJEITADA: OPEN_CHARGE_STATUSES,
  NAO_PAGA: OPEN_CHARGE_STATUSES,
  CANCELADA: OPEN_CHARGE_STATUSES,
  DEVOLVIDA: ['PAGA'],
};

export function isOpenCharge(status: ChargeStatus): boolean {
  return OPEN_CHARGE_STATUSES.some((open) => open === status);
}

/** A change to another status. */
interface Transition<Status, Values> {
  readonly para: Status;
  /** Why, for customers and for the people of the shop. */
  readonly motivo: string;
  /** Other fields to change. */
  readonly values?: Values;
}

/**
 * Changes the status of a subscription and records the change, both in `tx`. When it ends, its open charges are due for
 * the settlement, and a first payment without an approval is a task of the back office.
 *
 * @returns the subscription as it is now, or `undefined` if its status does not allow the change
 */
export async function changeSubscription(
  tx: OrmTransaction,
  id: string,
  { para, motivo, values }: Transition<SubscriptionStatus, Partial<NewSubscription>>,
): Promise<Subscription | undefined> {
  const allowed = inArray(subscriptions.status, [...SUBSCRIPTION_TRANSITIONS[para]]);
  const [before] = await tx
    .select({ de: subscriptions.status })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), allowed))
    .for('update');
  if (!before) return undefined;
  const end = isOpenSubscription(para) ? {} : { encerradaEm: new Date(), conferirEm: null };
  const [row] = await tx
    .update(subscriptions)
    .set({ ...values, ...end, status: para, motivo })
    .where(and(eq(subscriptions.id, id), allowed))
    .returning();
  await tx
    .insert(subscriptionTransitions)
    .values({ subscriptionId: id, de: before.de, para, motivo });
  if (row && !isOpenSubscription(para)) await endCharges(tx, row);
  return row;
}

/** Changes the status of a charge and records the change, as {@link changeSubscription}. */
export async function changeCharge(
  tx: OrmTransaction,
  id: string,
  { para, motivo, values }: Transition<ChargeStatus, Partial<NewSubscriptionCharge>>,
): Promise<SubscriptionCharge | undefined> {
  const allowed = inArray(subscriptionCharges.status, [...CHARGE_TRANSITIONS[para]]);
  const [before] = await tx
    .select({ de: subscriptionCharges.status })
    .from(subscriptionCharges)
    .where(and(eq(subscriptionCharges.id, id), allowed))
    .for('update');
  if (!before) return undefined;
  const [row] = await tx
    .update(subscriptionCharges)
    .set({ ...values, status: para, motivo })
    .where(and(eq(subscriptionCharges.id, id), allowed))
    .returning();
  if (!row) return undefined;
  const { subscriptionId } = row;
  await tx
    .insert(subscriptionTransitions)
    .values({ subscriptionId, chargeId: id, de: before.de, para, motivo });
  return row;
}

/** Stores fields of a charge that keeps its status. One that has ended does not change. */
export async function updateOpenCharge(
  tx: OrmTransaction,
  charge: SubscriptionCharge,
  values: Partial<NewSubscriptionCharge>,
): Promise<SubscriptionCharge | undefined> {
  if (!isOpenCharge(charge.status)) return charge;
  const [row] = await tx
    .update(subscriptionCharges)
    .set(values)
    .where(eq(subscriptionCharges.id, charge.id))
    .returning();
  return row;
}

/**
 * Returns when the settlement looks at an open charge next. That of a subscription that has ended stays due until its
 * cancellation at the bank has an outcome: on the day of its attempt, the bank would charge the payer.
 *
 * @param conferirEm the instant if the subscription is open
 */
export async function findNextLook(
  tx: OrmTransaction,
  charge: SubscriptionCharge,
  conferirEm: Date,
): Promise<Date> {
  const [subscription] = await tx
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.id, charge.subscriptionId));
  const isOpen = subscription && isOpenSubscription(subscription.status);
  return isOpen ? conferirEm : (charge.conferirEm ?? new Date());
}

async function endCharges(tx: OrmTransaction, { id, aprovadaEm }: Subscription): Promise<void> {
  const ofSubscription = eq(subscriptionCharges.subscriptionId, id);
  await tx
    .update(subscriptionCharges)
    .set({ conferirEm: new Date() })
    .where(and(ofSubscription, inArray(subscriptionCharges.status, [...OPEN_CHARGE_STATUSES])));
  if (aprovadaEm !== null) return;
  const paid = await tx
    .select()
    .from(subscriptionCharges)
    .where(and(ofSubscription, eq(subscriptionCharges.status, 'PAGA')));
  for (const charge of paid) await openTaskOfPaidCharge(tx, charge);
}

/** The payer paid the first month and never approved the subscription. */
async function openTaskOfPaidCharge(tx: OrmTransaction, charge: SubscriptionCharge): Promise<void> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.subscriptionChargeId, charge.id), eq(payments.situacao, 'APLICADO')))
    .for('update');
  if (!payment) return;
  const tarefa = await readTaskStatus(tx, payment);
  await tx
    .update(payments)
    .set({ situacao: 'SEM_PEDIDO', tarefa })
    .where(eq(payments.endToEndId, payment.endToEndId));
}
