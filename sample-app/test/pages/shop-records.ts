import { eq } from 'drizzle-orm';
import { PixReconciler } from 'nestjs-pix';
import type { PixSimulator } from 'nestjs-pix-devkit';
import request from 'supertest';
import { Database } from '../../src/database/database.js';
import { orders } from '../../src/database/schema.js';
import { addDays, toDay } from '../../src/invoices/brazilian-day.js';
import { OrdersRepository } from '../../src/orders/orders.repository.js';
import { PaymentsService } from '../../src/orders/payments.service.js';
import { logIn } from '../support/log-in.js';
import type { Shop } from '../support/start-shop.js';
import { SubscriptionsClient } from '../support/subscriptions-client.js';

/** The bank does not answer these operations for one record. */
const UNANSWERED = { kind: 'status', status: 503, count: 'always' } as const;

interface Order {
  readonly id: string;
  readonly txid: string;
}

/** Records of a shop in every status that a page shows, by the name of the status. */
export interface ShopRecords {
  readonly orders: Readonly<Record<OrderState, string>>;
  readonly invoices: Readonly<Record<InvoiceState, string>>;
  readonly subscriptions: Readonly<Record<SubscriptionState, string>>;
  readonly batch: string;
}

type OrderState =
  | 'creating'
  | 'pending'
  | 'paid'
  | 'cancelling'
  | 'cancelled'
  | 'expired'
  | 'inReview'
  | 'refunding'
  | 'refunded';
type InvoiceState = 'pending' | 'paid' | 'cancelled' | 'refused';
type SubscriptionState = 'waiting' | 'firstPayment' | 'active' | 'cancelled' | 'refused';

/** Fills a new shop with records, as customers, people of the shop and the simulated bank do. */
export class ShopFiller {
  readonly #subscriptions: SubscriptionsClient;
  #cookie = '';

  constructor(private readonly shop: Shop) {
    this.#subscriptions = new SubscriptionsClient(shop);
  }

  /** The `Cookie` header of the administrator's session; available after {@link fill}. */
  get cookie(): string {
    return this.#cookie;
  }

  get #bank(): PixSimulator['control'] {
    return this.shop.provider.simulator.control;
  }

  get #orm(): Database['orm'] {
    return this.shop.app.get(Database, { strict: false }).orm;
  }

  async fill(): Promise<ShopRecords> {
    this.#cookie = await logIn(this.shop.url);
    await this.#post('admin/users', {
      email: 'lia@loja.example',
      nome: 'Lia',
      papel: 'LEITURA',
      senha: 'uma senha longa',
    });
    const subscriptions = await this.#addSubscriptions();
    const invoices = await this.#addInvoices();
    const batch = await this.#addBatch();
    const settled = await this.#addOrders();
    await this.#addFailedDelivery();
    // Last: what the bank does not answer would slow down the others.
    return {
      orders: { ...settled, ...(await this.#addUnansweredOrders()) },
      invoices,
      subscriptions,
      batch,
    };
  }

  async #addOrders() {
    const paid = await this.#paidOrder();
    const { endToEndId } = await this.#bank.pay(paid.txid, { force: true });
    await this.#bank.idle();
    await this.#post(`admin/payments/${endToEndId}/refunds`, { valor: '7.00' });
    const cancelled = await this.#cancelledOrder();
    const inReview = await this.#latePaidOrder();
    const refunded = await this.#latePaidOrder();
    await this.#post(`admin/tasks/${refunded.endToEndId}/refund`);
    await this.#bank.idle();
    const expired = await this.#expiredOrder();
    await this.#paidOrder();
    return {
      paid: paid.id,
      cancelled: cancelled.id,
      inReview: inReview.id,
      refunded: refunded.id,
      expired,
      pending: (await this.#order()).id,
    };
  }

  async #addUnansweredOrders() {
    const { faults } = this.#bank;
    const refunding = await this.#latePaidOrder();
    const refund = ['PUT', 'GET'].map((method) => `${method} /pix/{e2eid}/devolucao/{id}`);
    faults.add({ ...UNANSWERED, on: refund, params: { e2eid: refunding.endToEndId } });
    await this.#post(`admin/tasks/${refunding.endToEndId}/refund`);

    const cancelling = await this.#order();
    const charge = ['PATCH /cob/{txid}', 'GET /cob/{txid}'];
    faults.add({ ...UNANSWERED, on: charge, params: { txid: cancelling.txid } });
    await this.#post(`orders/${cancelling.id}/cancel`);

    const opening = ['PUT /cob/{txid}', 'GET /cob/{txid}'];
    const { id } = faults.add({ ...UNANSWERED, on: opening });
    // The shop answers that it does not know, and keeps the order.
    await this.#order().catch(() => undefined);
    const [creating] = await this.#orm.select().from(orders).where(eq(orders.status, 'CRIANDO'));
    faults.add({ ...UNANSWERED, on: opening, params: { txid: creating!.txid } });
    faults.remove(id);
    return { refunding: refunding.id, cancelling: cancelling.id, creating: creating!.id };
  }

  async #addInvoices(): Promise<ShopRecords['invoices']> {
    const due = addDays(toDay(new Date()), 20);
    const create = async (nome: string) =>
      (await this.#post('admin/invoices', {
        nome,
        cpfCnpj: '529.982.247-25',
        descricao: 'Mensalidade de dezembro',
        valor: '1234.50',
        vencimento: due,
        diasAposVencimento: 30,
        multaPercentual: '2.00',
        jurosPercentualMes: '1.00',
        descontoPercentual: '10.00',
        descontoAte: addDays(due, -5),
      })) as Order;
    const cancelled = await create('Ana Beatriz Conceição de Albuquerque Cavalcanti');
    await this.#post(`admin/invoices/${cancelled.id}/cancel`);
    const paid = await create('João Pereira');
    await this.#post(`demo/invoices/${paid.id}/pay`);
    await this.#bank.idle();
    this.#bank.faults.add({ on: 'PUT /cobv/{txid}', kind: 'status', status: 400 });
    const refused = await create('Padaria Pão de Mel Ltda.');
    const pending = await create('Maria da Silva');
    return {
      pending: pending.id,
      paid: paid.id,
      cancelled: cancelled.id,
      refused: refused.id,
    };
  }

  async #addBatch(): Promise<string> {
    const due = addDays(toDay(new Date()), 30);
    const rows = ['Zoë Ramos', 'Téo Lima', 'Íris Luz'].map(
      (nome) => `${nome};52998224725;89,90;${due};Aula de cerâmica`,
    );
    const { id } = (await this.#post('admin/invoice-batches', {
      arquivo: 'alunos-de-dezembro.csv',
      conteudo: ['nome;cpfCnpj;valor;vencimento;descricao', ...rows].join('\n'),
    })) as Order;
    let left = 1;
    while (left > 0) {
      const { body } = await request(this.shop.url)
        .get(`/api/admin/invoice-batches/${id}`)
        .set('cookie', this.#cookie)
        .expect(200);
      left = (body as { emProcessamento: number }).emProcessamento;
      await this.#bank.idle();
    }
    return id;
  }

  async #addSubscriptions(): Promise<ShopRecords['subscriptions']> {
    const client = this.#subscriptions;
    const active = await client.subscribed();
    await client.act(active.id, 'settle', { resultado: 'SEM_SALDO' });
    const cancelled = await client.subscribed();
    await client.act(cancelled.id, 'settle', { resultado: 'PAGA' });
    await client.act(cancelled.id, 'cancel');
    const refused = await client.subscribe();
    await client.act(refused.id, 'reject');
    // These steps moved the clock.
    this.#bank.clock.reset();
    const waiting = await client.subscribe();
    const firstPayment = await client.subscribe({ jornada: 'JORNADA_3', plano: 'clube-500' });
    return {
      waiting: waiting.id,
      firstPayment: firstPayment.id,
      active: active.id,
      cancelled: cancelled.id,
      refused: refused.id,
    };
  }

  /** The handler of a notification fails, as it does while the database is away. */
  async #addFailedDelivery(): Promise<void> {
    const { txid } = await this.#order();
    const payments = this.shop.app.get(PaymentsService, { strict: false });
    payments.record = () => Promise.reject(new RangeError('The database is away'));
    // The reconciliation finds the payment, and the bank does not repeat its notification.
    this.#bank.faults.add({ on: 'delivery:pix', kind: 'lose' });
    await this.#bank.pay(txid);
    const fim = new Date(Date.now() + 1_000);
    const inicio = new Date(fim.getTime() - 60_000);
    await this.shop.app.get(PixReconciler, { strict: false }).run({ inicio, fim });
    Reflect.deleteProperty(payments, 'record');
  }

  /** An order of an hour ago, which ends as after the settlement has read its unpaid charge. */
  async #expiredOrder(): Promise<string> {
    const { id } = await this.#order();
    const hourAgo = new Date(Date.now() - 3_600_000);
    const times = { criadoEm: hourAgo, expiraEm: new Date() };
    await this.#orm.update(orders).set(times).where(eq(orders.id, id));
    await this.shop.app.get(OrdersRepository, { strict: false }).expire(id);
    return id;
  }

  async #latePaidOrder(): Promise<Order & { readonly endToEndId: string }> {
    const order = await this.#cancelledOrder();
    const { endToEndId } = await this.#bank.pay(order.txid, { force: true });
    await this.#bank.idle();
    return { ...order, endToEndId };
  }

  async #cancelledOrder(): Promise<Order> {
    const order = await this.#order();
    await this.#post(`orders/${order.id}/cancel`);
    return order;
  }

  async #paidOrder(): Promise<Order> {
    const order = await this.#order();
    await this.#bank.pay(order.txid);
    await this.#bank.idle();
    return order;
  }

  async #order(): Promise<Order> {
    const itens = [
      { produto: 'camiseta-ipe', quantidade: 1 },
      { produto: 'caneca-esmaltada', quantidade: 1 },
    ];
    return (await this.#post('orders', { itens })) as Order;
  }

  /** Sends a request with the session of the administrator. @throws Error for a status above 299 */
  async #post(path: string, body: object = {}): Promise<object> {
    const response = await request(this.shop.url)
      .post(`/api/${path}`)
      .set('cookie', this.#cookie)
      .send(body);
    if (response.status < 300) return response.body as object;
    throw new Error(`POST /api/${path}: ${response.status} ${response.text}`);
  }
}
