import { Injectable } from '@nestjs/common';
import { asc, eq } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { subscriptionTransitions } from '../../database/schema.js';
import { toPaymentRefundsView } from '../../refunds/refund.view.js';
import { RefundsService } from '../../refunds/refunds.service.js';
import { toChargeView, toSubscriptionRowView } from '../../subscriptions/subscription.view.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { SubscriptionDetailView } from './subscription-detail.view.js';

/** Reads subscriptions for the back office. */
@Injectable()
export class SubscriptionDetails {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: SubscriptionsService,
    private readonly refunds: RefundsService,
  ) {}

  /** @throws NotFoundException for an unknown id */
  async read(id: string): Promise<SubscriptionDetailView> {
    const { subscription, charges } = await this.subscriptions.get(id);
    const payments = await this.refunds.findBySubscription(subscription.id);
    const transitions = await this.database.orm
      .select()
      .from(subscriptionTransitions)
      .where(eq(subscriptionTransitions.subscriptionId, subscription.id))
      .orderBy(asc(subscriptionTransitions.id));
    const months = new Map(charges.map((charge) => [charge.id, charge.competencia]));
    return {
      ...toSubscriptionRowView(subscription),
      cobrancas: charges.map(toChargeView),
      pagamentos: payments.map(toPaymentRefundsView),
      transicoes: transitions.map((change) => ({
        id: change.id,
        competencia: months.get(change.chargeId ?? '') ?? null,
        para: change.para,
        motivo: change.motivo,
        em: change.em.toISOString(),
      })),
    };
  }
}
