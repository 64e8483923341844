import request from 'supertest';
import { SubscriptionSettlement } from '../../src/subscriptions/subscription-settlement.js';
import type { SubscriptionView } from '../../src/subscriptions/subscription.view.js';
import type { Shop } from './open-shop.js';

/** The body of a request for the smallest plan by journey 2. It costs 34.90 a month. */
export const SMALL_PLAN = {
  plano: 'clube-250',
  nome: 'Maria da Silva',
  cpf: '123.456.789-09',
  jornada: 'JORNADA_2',
};

/** Acts as a customer and as the simulated bank, and waits for the effects by their causes, never by time. */
export class SubscriptionsClient {
  constructor(private readonly shop: Shop) {}

  get control() {
    return this.shop.provider.simulator.control;
  }

  async subscribe(change: object = {}): Promise<SubscriptionView> {
    const body = { ...SMALL_PLAN, ...change };
    return (await request(this.shop.url).post('/api/subscriptions').send(body).expect(201)).body;
  }

  async get(id: string): Promise<SubscriptionView> {
    return (await request(this.shop.url).get(`/api/subscriptions/${id}`).expect(200)).body;
  }

  /** Acts as the payer, then waits for the notifications and for what they make due. */
  async act(id: string, action: string, body: object = {}): Promise<SubscriptionView> {
    await request(this.shop.url)
      .post(`/api/demo/subscriptions/${id}/${action}`)
      .send(body)
      .expect(202);
    return this.settle(id);
  }

  /** Waits until the bank's notifications are handled and everything that is due is settled. */
  async settle(id: string): Promise<SubscriptionView> {
    // The simulated bank orders an attempt 200 ms after the charge was created.
    for (let round = 0; round < 3; round += 1) {
      await this.control.idle();
      await this.shop.app.get(SubscriptionSettlement, { strict: false }).sweep();
      this.control.clock.advance(1);
    }
    await this.control.idle();
    return this.get(id);
  }

  /** A subscription that its payer has approved, with its first charge at the bank. */
  async subscribed(change: object = {}): Promise<SubscriptionView> {
    const { id } = await this.subscribe(change);
    return this.act(id, 'approve');
  }
}
