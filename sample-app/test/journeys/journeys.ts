/* eslint-disable jest/expect-expect, jest/valid-title -- the methods of a journey assert; its name is a parameter */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import { addDays, toDay } from '../../src/invoices/brazilian-day.js';
import type { InvoiceView } from '../../src/invoices/invoice.view.js';
import type { SubscriptionView } from '../../src/subscriptions/subscription.view.js';
import { drain, eventStream } from '../support/event-stream.js';
import { logIn } from '../support/log-in.js';
import { ONE_SHIRT, type Shop } from '../support/open-shop.js';
import { SubscriptionsClient } from '../support/subscriptions-client.js';

interface Charged {
  readonly id: string;
  readonly txid: string;
}

/** Milliseconds between two looks: the shop runs in the process of the test. */
const PAUSE = 100;

const due = addDays(toDay(new Date()), 20);

/** The journeys of customers and of people of the shop, from the first request to the last cent. */
export function describeJourneys(name: string, open: () => Promise<Shop>): void {
  describe(name, () => {
    let journey: Journey;
    beforeAll(async () => {
      journey = await Journey.start(await open());
    });
    afterAll(() => journey.shop.close());

    it('order: paid, refunded in parts', () => journey.paysAndRefundsOrder());
    it('order: cancelled, paid late, a task, refunded', () => journey.refundsLatePayment());
    it('invoice: paid with its discount, refunded', () => journey.paysInvoice());
    it('batch: a CSV file of two lots becomes invoices once', () => journey.createsBatch());
    it('subscription by journey 2: no funds, paid by the next attempt, cancelled', () =>
      journey.subscribesByApproval());
    it('subscription by journey 3: the first payment approves it', () =>
      journey.subscribesByPayment());
  });
}

/** Waits for effects by polling: a shop with a queue answers the bank before it has handled a notification. */
class Journey {
  readonly #subscriptions: SubscriptionsClient;

  private constructor(
    readonly shop: Shop,
    private readonly cookie: string,
  ) {
    this.#subscriptions = new SubscriptionsClient(shop);
  }

  static async start(shop: Shop): Promise<Journey> {
    return new Journey(shop, await logIn(shop.url));
  }

  get #bank() {
    return this.shop.provider.simulator.control;
  }

  async paysAndRefundsOrder(): Promise<void> {
    const { id } = await this.#post<Charged>('orders', ONE_SHIRT);
    const events = eventStream<{ status: string }>(`${this.shop.url}/api/orders/${id}/events`);
    await events.next();
    await this.#post(`demo/orders/${id}/pay`);
    expect(await drain(events)).toMatchObject([{ status: 'PAGO' }]);
    await this.#refundInParts(`admin/orders/${id}`, ['7.00', '30.00']);
    await this.#becomes(`orders/${id}`, 'DEVOLVIDO');
  }

  async refundsLatePayment(): Promise<void> {
    const { id, txid } = await this.#post<Charged>('orders', ONE_SHIRT);
    await this.#post(`orders/${id}/cancel`);
    const { endToEndId } = await this.#bank.pay(txid, { force: true });
    await this.#becomes(`orders/${id}`, 'EM_ANALISE');
    await expect(this.#get('admin/tasks')).resolves.toMatchObject([
      { endToEndId, situacao: 'FORA_DO_PRAZO', pedido: { id } },
    ]);
    await this.#post(`admin/tasks/${endToEndId}/refund`);
    await this.#becomes(`orders/${id}`, 'DEVOLVIDO');
    await expect(this.#get('admin/tasks')).resolves.toEqual([]);
  }

  async paysInvoice(): Promise<void> {
    const { id } = await this.#post<Charged>('admin/invoices', {
      nome: 'Maria da Silva',
      cpfCnpj: '529.982.247-25',
      descricao: 'Mensalidade',
      valor: '100.00',
      vencimento: due,
      descontoPercentual: '10.00',
      descontoAte: addDays(due, -1),
    });
    await expect(this.#get(`invoices/${id}/today`)).resolves.toMatchObject({ total: '90.00' });
    await this.#post(`demo/invoices/${id}/pay`);
    const paid = await this.#becomes<InvoiceView>(`invoices/${id}`, 'PAGO');
    expect(paid.valorPago).toBe('90.00');
    await this.#refundInParts(`admin/invoices/${id}`, ['90.00']);
    await this.#becomes(`invoices/${id}`, 'DEVOLVIDO');
  }

  async createsBatch(): Promise<void> {
    const rows = Array.from(
      { length: 101 },
      (_, row) => `Ana ${row};52998224725;10,00;${due};Aula`,
    );
    const file = {
      arquivo: 'aulas.csv',
      conteudo: ['nome;cpfCnpj;valor;vencimento;descricao', ...rows].join('\n'),
    };
    const { id } = await this.#post<Charged>('admin/invoice-batches', file);
    const path = `admin/invoice-batches/${id}`;
    await waitUntil(
      async () => (await this.#get<{ criadas: number }>(path)).criadas === 101,
      PAUSE,
    );
    const again = await this.#post<object>('admin/invoice-batches', file);
    expect(again).toMatchObject({ id, repetido: true });
    const { linhas } = await this.#get<{ linhas: readonly Charged[] }>(path);
    const last = linhas.at(-1)!.id;
    await this.#post(`demo/invoices/${last}/pay`);
    await this.#becomes(`invoices/${last}`, 'PAGO');
  }

  async subscribesByApproval(): Promise<void> {
    const { id } = await this.#subscriptions.subscribe();
    await this.#act(
      id,
      'approve',
      {},
      ({ status, cobrancas }) => status === 'ATIVA' && cobrancas[0]?.status === 'AGENDADA',
    );
    await this.#act(
      id,
      'settle',
      { resultado: 'SEM_SALDO' },
      ({ cobrancas }) => cobrancas[0]?.status === 'EM_NOVA_TENTATIVA',
    );
    await this.#act(
      id,
      'settle',
      { resultado: 'PAGA' },
      ({ cobrancas }) => cobrancas[0]?.status === 'PAGA',
    );
    await this.#post(`subscriptions/${id}/cancel`);
    await this.#becomes(`subscriptions/${id}`, 'CANCELADA');
  }

  async subscribesByPayment(): Promise<void> {
    const { id, pixCopiaECola } = await this.#subscriptions.subscribe({ jornada: 'JORNADA_3' });
    await this.#bank.payBrCode(pixCopiaECola ?? '');
    await this.#settles(
      id,
      ({ status, cobrancas }) => status === 'ATIVA' && cobrancas[0]?.status === 'PAGA',
    );
  }

  async #act(
    id: string,
    action: string,
    body: object,
    isDone: (subscription: SubscriptionView) => boolean,
  ): Promise<void> {
    await this.#subscriptions.act(id, action, body);
    await this.#settles(id, isDone);
  }

  #settles(id: string, isDone: (subscription: SubscriptionView) => boolean): Promise<void> {
    return waitUntil(async () => isDone(await this.#subscriptions.settle(id)), PAUSE);
  }

  /** Refunds the payment of a record in parts, after which nothing is left. */
  async #refundInParts(path: string, parts: readonly string[]): Promise<void> {
    const { pagamentos } = await this.#get<{
      pagamentos: readonly { endToEndId: string }[];
    }>(path);
    const refunds = `admin/payments/${pagamentos[0]!.endToEndId}/refunds`;
    for (const valor of parts) await this.#post(refunds, { valor });
    await expect(this.#get(refunds)).resolves.toMatchObject({ restante: '0.00' });
  }

  /** @returns the record when it has the status */
  async #becomes<T>(path: string, status: string): Promise<T> {
    await waitUntil(
      async () => (await this.#get<{ status: string }>(path)).status === status,
      PAUSE,
    );
    return this.#get<T>(path);
  }

  async #get<T>(path: string): Promise<T> {
    const { body } = await request(this.shop.url)
      .get(`/api/${path}`)
      .set('cookie', this.cookie)
      .expect(200);
    return body as T;
  }

  async #post<T>(path: string, body: object = {}): Promise<T> {
    const answer = await request(this.shop.url)
      .post(`/api/${path}`)
      .set('cookie', this.cookie)
      .send(body);
    expect({ path, status: answer.status, is2xx: answer.ok }).toMatchObject({ is2xx: true });
    return answer.body as T;
  }
}
