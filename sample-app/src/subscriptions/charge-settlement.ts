import { Injectable, Logger } from '@nestjs/common';
import type { CobRCompleta, PixRequestOptions } from 'nestjs-pix';
import { explainRefusal, isRefusal } from '../bank/is-refusal.js';
import type { Subscription, SubscriptionCharge } from '../database/schema.js';
import {
  CancellationRefused,
  type Charge,
  ChargesService,
  isRemoved,
} from '../orders/charges.service.js';
import type { CompleteIn } from '../orders/orders.repository.js';
import { isOpenCharge, isOpenSubscription } from '../transitions/subscription-transition.js';
import { listRetryDays, toCycle } from './billing-cycle.js';
import { toDay, toStartOfDay } from './civil-day.js';
import { RecurringChargesService } from './recurring-charges.service.js';
import { type ChargeState, interpretCharge } from './subscription-charge-status.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const MINUTE_MS = 60_000;

/** Time between two looks at a charge whose day has come, or whose subscription has ended. */
const CHECK = 10 * MINUTE_MS;

/** Time in which a request for another attempt with an unknown outcome may still take effect. */
const RETRY_PATIENCE = 2 * MINUTE_MS;

/** Brings the charges of subscriptions at the bank and the database to the same state. Every step can be repeated. */
@Injectable()
export class ChargeSettlement {
  readonly #logger = new Logger('Subscriptions');

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly repository: SubscriptionChargesRepository,
    private readonly recurring: RecurringChargesService,
    private readonly immediate: ChargesService,
  ) {}

  async settle(charge: SubscriptionCharge, options?: PixRequestOptions): Promise<void> {
    const subscription = await this.subscriptions.find(charge.subscriptionId);
    if (!subscription) return;
    if (charge.tipo === 'IMEDIATA') await this.#settleFirst(charge, subscription, options);
    else if (charge.status === 'AGENDANDO') await this.#create(charge, subscription, options);
    else await this.#follow(charge, subscription, options);
  }

  /**
   * Stores what the bank shows of a charge.
   *
   * @param complete marks the webhook event as handled, in the same transaction
   * @returns the charge as it is now, and what it needs; `undefined` for an unknown status
   */
  async record(
    charge: SubscriptionCharge,
    found: CobRCompleta,
    complete?: CompleteIn,
  ): Promise<{ charge: SubscriptionCharge; state: ChargeState } | undefined> {
    const state = interpretCharge(found, toDay(new Date()));
    if (!state) {
      this.#logger.warn(`Charge ${charge.txid} has the unknown status ${found.status}`);
      return undefined;
    }
    const payments = listPayments(found);
    for (const [index, payment] of payments.entries()) {
      await this.repository.pay(payment, index === 0 ? complete : undefined);
    }
    if (payments.length > 0) {
      return { charge: (await this.repository.find(charge.id)) ?? charge, state };
    }
    const stored = await this.repository.apply(charge.id, state, nextLook(state), complete);
    return { charge: stored ?? charge, state };
  }

  /** Creates the charge of a month, unless the bank has it from an earlier request. */
  async #create(
    charge: SubscriptionCharge,
    { status, idRec, dataInicial }: Subscription,
    options?: PixRequestOptions,
  ): Promise<void> {
    const found = await this.recurring.find(charge.txid, options);
    if (found) {
      await this.record(charge, found);
      return;
    }
    if (!isOpenSubscription(status) || idRec === null) {
      await this.repository.end(charge.id, 'CANCELADA', 'assinatura encerrada');
      return;
    }
    const cycle = toCycle(charge.vencimento, toDay(new Date()));
    if (!cycle || cycle.vencimento < dataInicial) {
      await this.repository.end(charge.id, 'NAO_PAGA', 'o mês terminou sem cobrança');
      return;
    }
    const current = await this.repository.reschedule(charge.id, cycle.vencimento);
    if (!current) return;
    try {
      await this.record(current, await this.recurring.create(idRec, current, options));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#endRefused(current, explainRefusal(error), options);
    }
  }

  /** Another process may have created the charge that the bank refused. */
  async #endRefused(
    charge: SubscriptionCharge,
    reason: string,
    options?: PixRequestOptions,
  ): Promise<void> {
    const found = await this.recurring.find(charge.txid, options);
    if (found) {
      await this.record(charge, found);
      return;
    }
    await this.repository.end(charge.id, 'REJEITADA', `recusada pelo banco: ${reason}`);
    this.#logger.error(`Charge ${charge.txid} of ${charge.competencia} refused: ${reason}`);
  }

  /** Reads an open charge. That of a subscription that has ended is cancelled; a failed one is attempted again. */
  async #follow(
    charge: SubscriptionCharge,
    { status }: Subscription,
    options?: PixRequestOptions,
  ): Promise<void> {
    const found = await this.recurring.find(charge.txid, options);
    const recorded = found && (await this.record(charge, found));
    if (!recorded || !isOpenCharge(recorded.charge.status)) return;
    if (!isOpenSubscription(status)) {
      await this.record(charge, await this.recurring.cancel(charge.txid, options));
      const now = await this.repository.find(charge.id);
      if (now && isOpenCharge(now.status)) {
        await this.repository.postpone(now, new Date(Date.now() + CHECK));
      }
    } else if (recorded.state.needsRetry) {
      await this.#retry(recorded.charge, recorded.state, options);
    }
  }

  /**
   * Requests another attempt on the first day that the bank accepts. The day is stored first; after an unknown outcome, the
   * attempts are read, and the day is requested again only if there is none after two minutes.
   */
  async #retry(
    charge: SubscriptionCharge,
    { ultimoDia }: ChargeState,
    options?: PixRequestOptions,
  ): Promise<void> {
    const days = listRetryDays(toDay(new Date()), ultimoDia);
    if (days.length === 0) {
      await this.repository.end(charge.id, 'NAO_PAGA', 'tentativas esgotadas sem pagamento');
    }
    for (const day of days) {
      const claimed = await this.repository.claimRetry(charge, day, new Date(), RETRY_PATIENCE);
      if (!claimed) return;
      try {
        await this.record(claimed, await this.recurring.retry(charge.txid, day, options));
        this.#logger.log(`Charge ${charge.txid}: another attempt requested for ${day}`);
        return;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await this.repository.releaseRetry(claimed);
        this.#logger.warn(`Charge ${charge.txid}: no attempt on ${day}: ${explainRefusal(error)}`);
      }
    }
    await this.repository.postpone(charge, new Date(Date.now() + CHECK));
  }

  /** Reads the immediate charge of journey 3, and cancels it if its subscription has ended. */
  async #settleFirst(
    charge: SubscriptionCharge,
    { status, aprovarAte }: Subscription,
    options?: PixRequestOptions,
  ): Promise<void> {
    const found = await this.immediate.find(charge.txid, options);
    for (const { endToEndId, valor, horario } of found?.pix ?? []) {
      await this.repository.pay({
        endToEndId,
        txid: charge.txid,
        valor,
        horario: new Date(horario),
      });
    }
    if (found?.status === 'CONCLUIDA') return;
    if (found?.status === 'ATIVA' && !isOpenSubscription(status)) {
      await this.#cancelFirst(charge, options);
      return;
    }
    const end = findFirstEnd(found, { status, aprovarAte });
    if (end) await this.repository.end(charge.id, ...end);
    else await this.repository.postpone(charge, new Date(Date.now() + CHECK));
  }

  async #cancelFirst(charge: SubscriptionCharge, options?: PixRequestOptions): Promise<void> {
    try {
      if (!(await this.immediate.cancel(charge.txid, options))) return;
      await this.repository.end(charge.id, 'CANCELADA', 'assinatura encerrada');
    } catch (error) {
      if (!(error instanceof CancellationRefused)) throw error;
      await this.repository.postpone(charge, new Date(Date.now() + CHECK));
    }
  }
}

/** Returns how an immediate charge without a payment has ended: its status and the reason. */
function findFirstEnd(
  found: Charge | undefined,
  { status, aprovarAte }: Pick<Subscription, 'status' | 'aprovarAte'>,
): ['CANCELADA' | 'NAO_PAGA', string] | undefined {
  if (found && isRemoved(found)) return ['CANCELADA', 'cobrança cancelada no banco'];
  if (!found && !isOpenSubscription(status)) return ['CANCELADA', 'assinatura encerrada'];
  return aprovarAte <= new Date() ? ['NAO_PAGA', 'prazo vencido sem pagamento'] : undefined;
}

/**
 * Lists the payments of a charge. A bank may omit them from a settled charge: the settled attempt then identifies the
 * payment.
 */
function listPayments({ txid, status, valor, pix = [], tentativas = [] }: CobRCompleta) {
  const listed = pix.map(({ endToEndId, valor: paid, horario }) => ({
    endToEndId,
    txid,
    valor: paid,
    horario: new Date(horario),
  }));
  const settled = tentativas.find((tentativa) => tentativa.status === 'PAGA');
  if (listed.length > 0 || status !== 'CONCLUIDA' || !settled) return listed;
  const { endToEndId, atualizacao = [] } = settled;
  const { data } = atualizacao.findLast((change) => change.status === 'PAGA') ?? {};
  const horario = data === undefined ? new Date() : new Date(data);
  return [{ endToEndId, txid, valor: valor.original, horario }];
}

/** A pending attempt is looked at when its day begins; a failed one now, so that the next can be requested. */
function nextLook({ needsRetry, pendente }: ChargeState): Date {
  if (needsRetry) return new Date();
  const dayBegins = pendente === undefined ? 0 : toStartOfDay(pendente).getTime();
  return new Date(Math.max(dayBegins, Date.now() + CHECK));
}
