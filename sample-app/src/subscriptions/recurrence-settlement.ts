import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { generateTxid, type PixRequestOptions } from 'nestjs-pix';
import { explainRefusal, isRefusal } from '../bank/is-refusal.js';
import type { Subscription, SubscriptionCharge } from '../database/schema.js';
import { findBillingStart, schedule } from './billing-cycle.js';
import { toDay, toStartOfDay } from './civil-day.js';
import { RecurrenceCancellationRefused, RecurrencesService } from './recurrences.service.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const MINUTE_MS = 60_000;

/** Time in which a request with an unknown outcome may still create a recurrence. */
const SEND_PATIENCE = 2 * MINUTE_MS;

/** Time between two looks at a recurrence that waits for its approval: a notification can be lost. */
const APPROVAL_CHECK = 5 * MINUTE_MS;

/** Brings the recurrence of a subscription and the database to the same state. Every step can be repeated. */
@Injectable()
export class RecurrenceSettlement {
  readonly #logger = new Logger('Subscriptions');

  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly charges: SubscriptionChargesRepository,
    private readonly recurrences: RecurrencesService,
  ) {}

  async settle(subscription: Subscription, options?: PixRequestOptions): Promise<void> {
    if (subscription.status === 'CRIANDO') await this.open(subscription, options);
    else if (subscription.status === 'CANCELANDO')
      await this.#completeCancel(subscription, options);
    else await this.#follow(subscription, options);
  }

  /**
   * Creates the recurrence. Its identifier is chosen by the bank: after a request with an unknown outcome, the recurrence
   * is searched by its contract number, and another request is sent only if there is none after two minutes.
   *
   * @throws PixAPIException that {@link isRefusal} accepts when the bank refused; the subscription has ended then
   */
  async open(subscription: Subscription, options?: PixRequestOptions): Promise<void> {
    try {
      const first = await this.#openFirstCharge(subscription, options);
      const idRec = await this.#resolveIdRec(subscription, first?.txid, options);
      if (idRec === undefined) return;
      await this.repository.storeIdRec(subscription.id, idRec);
      const { dadosQR } = await this.recurrences.read(idRec, first?.txid, options);
      if (dadosQR?.pixCopiaECola === undefined) throw new Error('The bank returned no QR Code');
      const next = new Date(Date.now() + APPROVAL_CHECK);
      await this.repository.confirm(subscription.id, dadosQR.pixCopiaECola, next);
      this.#logger.log(`Subscription ${subscription.id} waits for the approval of ${idRec}`);
    } catch (error) {
      if (isRefusal(error) && (await this.#isAbsent(subscription, options))) {
        await this.repository.refuse(
          subscription.id,
          `recusada pelo banco: ${explainRefusal(error)}`,
        );
      }
      throw error;
    }
  }

  /**
   * Cancels the recurrence of a subscription that is `CANCELANDO`.
   *
   * @throws RecurrenceCancellationRefused when the bank refused; the subscription is open again then
   */
  async cancel(subscription: Subscription, options?: PixRequestOptions): Promise<void> {
    const { idRec } = subscription;
    if (idRec === null) return;
    try {
      await this.repository.apply(await this.recurrences.cancel(idRec, options));
    } catch (error) {
      if (error instanceof RecurrenceCancellationRefused) {
        await this.repository.endCancel(subscription);
      }
      throw error;
    }
  }

  async #completeCancel(subscription: Subscription, options?: PixRequestOptions): Promise<void> {
    try {
      await this.cancel(subscription, options);
    } catch (error) {
      if (!(error instanceof RecurrenceCancellationRefused)) throw error;
      this.#logger.warn(`Subscription ${subscription.id} not cancelled: the bank refused it`);
    }
  }

  /** Reads an open recurrence. One that nobody approved in time is cancelled; an approved one is charged. */
  async #follow(subscription: Subscription, options?: PixRequestOptions): Promise<void> {
    const { idRec, aprovarAte } = subscription;
    if (idRec === null) return;
    const rec = await this.recurrences.read(idRec, undefined, options);
    const now = (await this.repository.apply(rec)) ?? subscription;
    if (now.status === 'ATIVA') await this.#charge(now);
    if (now.status !== 'AGUARDANDO_APROVACAO') return;
    if (aprovarAte > new Date()) {
      const next = Math.min(Date.now() + APPROVAL_CHECK, aprovarAte.getTime());
      await this.repository.postpone(now, new Date(next));
      return;
    }
    await this.repository.apply(await this.recurrences.cancel(idRec, options));
  }

  /** Stores the charge of the month, if the bank accepts it by now. The month is unique, also in several processes. */
  async #charge(subscription: Subscription): Promise<void> {
    const { id, valor } = subscription;
    const { cycle, next } = schedule(findBillingStart(subscription), toDay(new Date()));
    if (cycle) {
      const created = await this.charges.insert({
        id: randomUUID(),
        subscriptionId: id,
        ...cycle,
        tipo: 'RECORRENTE',
        txid: generateTxid(),
        valor,
        conferirEm: new Date(),
      });
      if (created) this.#logger.log(`Subscription ${id}: charge of ${cycle.competencia} stored`);
    }
    await this.repository.postpone(subscription, toStartOfDay(next));
  }

  async #openFirstCharge(
    subscription: Subscription,
    options?: PixRequestOptions,
  ): Promise<SubscriptionCharge | undefined> {
    const charges = await this.charges.list([subscription.id]);
    const first = charges.find(({ tipo }) => tipo === 'IMEDIATA');
    if (first?.status === 'AGENDANDO') {
      await this.recurrences.openFirstCharge(subscription, first, options);
      await this.charges.open(first.id, subscription.aprovarAte);
    }
    return first;
  }

  /** @returns `undefined` while an earlier request may still take effect */
  async #resolveIdRec(
    subscription: Subscription,
    txid: string | undefined,
    options?: PixRequestOptions,
  ): Promise<string | undefined> {
    if (subscription.idRec !== null) return subscription.idRec;
    if (subscription.envioEm !== null) {
      const found = await this.recurrences.findByContract(subscription, options);
      if (found !== undefined) return found;
    }
    const claimed = await this.repository.claimSend(subscription.id, new Date(), SEND_PATIENCE);
    return claimed && this.recurrences.create(claimed, txid, options);
  }

  /** A refusal of a repeated request may come after an earlier one has created the recurrence. */
  async #isAbsent(subscription: Subscription, options?: PixRequestOptions): Promise<boolean> {
    const current = await this.repository.find(subscription.id);
    if (current?.idRec !== null) return false;
    return (await this.recurrences.findByContract(subscription, options)) === undefined;
  }
}
