import { sql } from 'drizzle-orm';
import type { PixSimulator } from 'nestjs-pix-devkit';
import { addDays, toDay } from '../../src/charges/brazilian-day.js';
import { Database } from '../../src/database/database.js';
import type { InvoiceView } from '../../src/invoices/invoice.view.js';
import type { OrderView } from '../../src/orders/orders.controller.js';
import type { SubscriptionView } from '../../src/subscriptions/subscriptions.controller.js';
import type { TaskView } from '../../src/tasks/tasks.controller.js';
import { ShopClient } from '../support/shop-client.js';
import { ONE_SHIRT, type Shop } from '../support/start-shop.js';

/** Records of a shop in every state that a page shows: their ids, by name. */
export interface ShopRecords {
  readonly cookie: string;
  readonly orders: Readonly<Record<OrderState, string>>;
  readonly invoices: Readonly<Record<'pending' | 'paid' | 'cancelled', string>>;
  readonly subscriptions: Readonly<Record<'waiting' | 'active' | 'cancelled' | 'refused', string>>;
  /** The month of the active subscription, whose first attempt failed. */
  readonly month: string;
}

type OrderState =
  | 'creating'
  | 'denied'
  | 'pending'
  | 'paid'
  | 'cancelling'
  | 'cancelled'
  | 'expired'
  | 'inReview'
  | 'refunding'
  | 'refunded';

/** The bank does not answer these operations. */
const UNANSWERED = { kind: 'status', status: 503, count: 'always' } as const;

/** Fills a new shop with records, as customers, the administrator and the simulated bank do. */
export async function fillShop(shop: Shop): Promise<ShopRecords> {
  const client = await ShopClient.logIn(shop.url);
  const filler = new ShopFiller(shop, client, shop.bank.control);
  const subscriptions = await filler.addSubscriptions();
  const invoices = await filler.addInvoices();
  const settled = await filler.addOrders();
  // Last: what the bank does not answer would slow down the others.
  const unanswered = await filler.addUnansweredOrders();
  return {
    cookie: client.cookie,
    orders: { ...settled, ...unanswered },
    invoices,
    ...subscriptions,
  };
}

class ShopFiller {
  constructor(
    private readonly shop: Shop,
    private readonly client: ShopClient,
    private readonly bank: PixSimulator['control'],
  ) {}

  async addOrders() {
    const paid = await this.#paidOrder();
    const pix = await this.bank.pay(paid.cobranca.identificador!, { force: true });
    await this.#untilTask(pix.endToEndId);
    await this.client.post('admin/refunds', {
      endToEndId: paid.cobranca.pagamentos[0]!.endToEndId,
      valor: '7.00',
      id: 'part',
    });
    const inReview = await this.#latePaidOrder();
    const refunded = await this.#latePaidOrder();
    await this.#refund(refunded.endToEndId);
    await this.client.becomes(`orders/${refunded.id}`, 'DEVOLVIDO');
    const cancelled = await this.#cancelledOrder();
    const denial = { on: 'PUT /cob/{txid}', kind: 'status', status: 400, count: 1 } as const;
    this.bank.faults.add(denial);
    const denied = await this.#order();
    await this.client.becomes(`orders/${denied.id}`, 'NEGADO');
    return {
      paid: paid.id,
      inReview: inReview.id,
      refunded: refunded.id,
      cancelled: cancelled.id,
      denied: denied.id,
      expired: await this.#expiredOrder(),
      pending: (await this.#order()).id,
    };
  }

  async addUnansweredOrders() {
    const { faults } = this.bank;
    const refunding = await this.#latePaidOrder();
    const refund = ['PUT', 'GET'].map((method) => `${method} /pix/{e2eid}/devolucao/{id}`);
    faults.add({ ...UNANSWERED, on: refund, params: { e2eid: refunding.endToEndId } });
    await this.#refund(refunding.endToEndId);
    const cancelling = await this.#order();
    const charge = ['PATCH /cob/{txid}', 'GET /cob/{txid}'];
    const params = { txid: cancelling.cobranca.identificador! };
    faults.add({ ...UNANSWERED, on: charge, params });
    await this.client.post(`orders/${cancelling.id}/cancel`);
    faults.add({ ...UNANSWERED, on: 'PUT /cob/{txid}' });
    const creating = await this.#order();
    return { refunding: refunding.id, cancelling: cancelling.id, creating: creating.id };
  }

  async addInvoices() {
    const due = addDays(toDay(new Date()), 20);
    const add = async (descricao: string) =>
      this.client.post<InvoiceView>('admin/invoices', {
        nome: 'Maria da Silva',
        cpfCnpj: '529.982.247-25',
        descricao,
        valor: '100.00',
        vencimento: due,
        descontoPercentual: '10.00',
        descontoAte: addDays(due, -5),
        multaPercentual: '2.00',
        jurosPercentualMes: '1.00',
      });
    const [pending, paid, cancelled] = [
      await add('Aulas de dezembro'),
      await add('Aulas de novembro'),
      await add('Aulas de outubro'),
    ];
    await this.client.post(`invoices/${paid.id}/pay`);
    await this.client.becomes(`invoices/${paid.id}`, 'PAGO');
    await this.client.post(`admin/charges/${cancelled.id}/cancel`);
    await this.client.becomes(`invoices/${cancelled.id}`, 'CANCELADO');
    return { pending: pending.id, paid: paid.id, cancelled: cancelled.id };
  }

  async addSubscriptions() {
    const waiting = await this.#subscription();
    const active = await this.#subscription('approve');
    const { meses } = await this.client.until<SubscriptionView>(
      `subscriptions/${active}`,
      (view) => view.meses[0]?.cobranca.tentativas[0]?.status === 'AGENDADA',
    );
    await this.client.post(`subscriptions/${active}/demo`, { acao: 'fail' });
    const refused = await this.#subscription('reject');
    await this.client.becomes(`subscriptions/${refused}`, 'NEGADO');
    const cancelled = await this.#subscription('approve');
    await this.client.becomes(`subscriptions/${cancelled}`, 'ATIVA');
    await this.client.post(`subscriptions/${cancelled}/cancel`);
    await this.client.becomes(`subscriptions/${cancelled}`, 'CANCELADO');
    const month = meses[0]!.cobranca.id;
    return { subscriptions: { waiting, active, cancelled, refused }, month };
  }

  async #subscription(acao?: string): Promise<string> {
    const { id } = await this.client.post<SubscriptionView>('subscriptions', {
      plano: 'clube-500',
      nome: 'Maria da Silva',
      cpf: '529.982.247-25',
    });
    if (acao !== undefined) await this.client.post(`subscriptions/${id}/demo`, { acao });
    return id;
  }

  #order(): Promise<OrderView> {
    return this.client.post<OrderView>('orders', ONE_SHIRT);
  }

  async #paidOrder(): Promise<OrderView> {
    const { id } = await this.#order();
    await this.client.post(`orders/${id}/pay`);
    return this.client.becomes<OrderView>(`orders/${id}`, 'PAGO');
  }

  async #cancelledOrder(): Promise<OrderView> {
    const { id } = await this.#order();
    await this.client.post(`orders/${id}/cancel`);
    return this.client.becomes<OrderView>(`orders/${id}`, 'CANCELADO');
  }

  async #latePaidOrder(): Promise<{ id: string; endToEndId: string }> {
    const { id, cobranca } = await this.#cancelledOrder();
    const { endToEndId } = await this.bank.pay(cobranca.identificador!, { force: true });
    await this.#untilTask(endToEndId);
    return { id, endToEndId };
  }

  /** An hour passes at once: the ledger would wait for it. */
  async #expiredOrder(): Promise<string> {
    const { id } = await this.#order();
    const { orm } = this.shop.app.get(Database, { strict: false });
    await orm.execute(sql`UPDATE pix_charge SET state = 'expired', due = NULL WHERE id = ${id}`);
    return id;
  }

  async #untilTask(endToEndId: string): Promise<TaskView> {
    const isIt = (task: TaskView) => task.endToEndId === endToEndId;
    const tasks = await this.client.until<TaskView[]>('admin/tasks', (list) => list.some(isIt));
    return tasks.find(isIt)!;
  }

  async #refund(endToEndId: string): Promise<void> {
    const { numero } = await this.#untilTask(endToEndId);
    await this.client.post(`admin/tasks/${numero}`, { escolha: 'refund' });
  }
}
