import type { PixClient } from '../../lib/resources/index.js';
import { CALL_HEADER } from './bank.js';
import {
  concludeError,
  concludeOk,
  type Call,
  type CallSubject,
  type WebhookFamily,
} from './calls.js';
import { batchBody, CHAVE, dueBody, immediateBody, recurringBody } from './charge-bodies.js';
import { createClient } from './client.js';
import { clientNetwork } from './network.js';
import { toValor, type Entry, type Order } from './orders.js';
import type { Process } from './process.js';
import { Receiver } from './receiver.js';
import { Sequence } from './sequence.js';
import type { ShopContext } from './shop-context.js';
import { shopHandlers } from './shop-handlers.js';

const WEBHOOK = 'https://shop.example.com/webhooks/pix';

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** The family of the charge of an order. */
const FAMILIES = {
  cob: 'cob',
  'cob-post': 'cob',
  cobv: 'cobv',
  batch: 'cobv',
  cobr: 'cobr',
} as const satisfies Record<Order['kind'], string>;

/** One process of the shop: sells orders through the client, and books the events of the receiver. */
export class Shop {
  readonly receiver: Receiver;
  private readonly client: PixClient;

  constructor(
    private readonly simulation: ShopContext,
    readonly process: Process,
  ) {
    const network = clientNetwork(simulation, process, new Sequence());
    this.client = createClient(
      network,
      process,
      simulation.client,
      simulation.createTokenStore(process),
    );
    const { recebidos } = this.client;
    this.receiver = new Receiver({
      process,
      store: simulation.createStore(process),
      recebidos,
      verifyWithProvider: simulation.verifyWithProvider,
      overlap: simulation.plan.hostile.includes('lagging-reads') ? 5_000 : 0,
      cursor: {
        load: () => simulation.database.run(process, () => simulation.books.cursor),
        save: (instant) =>
          simulation.database.run(process, () => {
            simulation.books.cursor = instant;
          }),
      },
      handlers: shopHandlers(simulation, process),
    });
  }

  /** Creates the charge of an order that is on the books; again for one that was interrupted. */
  async createCharge(order: Order): Promise<void> {
    const [valor = ''] = order.amounts;
    if (order.kind === 'cob-post') await this.createPost(order, valor);
    else await this.settle(order, await this.put(order, valor, `Pedido ${order.id}`));
  }

  /** Creates the due-date charges of several orders together. */
  async createBatch(orders: readonly Order[]): Promise<void> {
    const id = `lote${orders[0]?.id ?? ''}`;
    const body = batchBody(orders.map(({ txid, amounts: [valor = ''] }) => ({ txid, valor })));
    const call = await this.call({ operation: 'lotecobv.create', id, body }, (options) =>
      this.client.loteCobV.create(id, body, options),
    );
    for (const order of orders) await this.settle(order, call);
  }

  /** Requests another settlement attempt of a recurring charge. */
  async retry({ txid }: Order, day: string): Promise<void> {
    await this.call({ operation: 'cobr.retry', id: `${txid}/${day}` }, (options) =>
      this.client.cobR.retry(txid, day, options),
    );
  }

  async cancel(order: Order): Promise<void> {
    const { txid, kind } = order;
    const ready = await this.move(order, 'open', () => (order.state = 'cancelling'));
    if (!ready && order.state !== 'cancelling') return;
    const family = FAMILIES[kind];
    const body = { status: family === 'cobr' ? 'CANCELADA' : REMOVED };
    const call = await this.call({ operation: `${family}.cancel`, id: txid, body }, (options) =>
      this.resources[family].cancel(txid, options),
    );
    await this.move(order, 'cancelling', () => {
      if (call.outcome === 'ok') order.state = 'cancelled';
      else order.state = call.outcome === 'failed' ? 'open' : 'unknown';
    });
  }

  /** Changes the amount of a charge, or only its text. */
  async revise(order: Order, valor: string, text?: string): Promise<void> {
    const { txid, kind } = order;
    const family = FAMILIES[kind];
    if (family === 'cobr') return;
    if (!(await this.move(order, 'open', () => order.amounts.push(valor)))) return;
    const body = text === undefined ? { valor: { original: valor } } : { solicitacaoPagador: text };
    await this.call({ operation: `${family}.revise`, id: txid, body }, (options) =>
      this.resources[family].revise(txid, body, options),
    );
  }

  /** Creates an existing charge with another text: a PUT revises it. */
  async alter(order: Order, text: string): Promise<void> {
    if ((order.kind !== 'cob' && order.kind !== 'cobv') || order.state !== 'open') return;
    const [valor = ''] = order.amounts;
    await this.put(order, valor, text);
  }

  /** Waits for the calls in flight, as at an orderly shutdown. Resolves with the calls that did not end. */
  async stop(): Promise<Call[]> {
    const { calls, client } = this.simulation;
    await this.client.close({ drain: client.deadline + 1 });
    return calls.filter(({ process, ended }) => process === this.process && ended === undefined);
  }

  /** Returns a part of a Pix, or the rest of it. A refund that failed for certain is requested once more, under a new id. */
  async refund(entry: Entry, decision: number, share: number): Promise<void> {
    if ((await this.requestRefund(entry, decision, share)) === 'failed') {
      await this.requestRefund(entry, decision, share);
    }
  }

  async registerWebhook(family: WebhookFamily): Promise<void> {
    const body = { webhookUrl: WEBHOOK };
    await this.call({ operation: `${family}.register`, id: CHAVE, body }, (options) => {
      if (family === 'webhook') return this.client.webhook.register(CHAVE, body, options);
      return this.resources[family].register(body, options);
    });
  }

  async deleteWebhook(family: WebhookFamily): Promise<void> {
    await this.call({ operation: `${family}.delete`, id: CHAVE }, (options) => {
      if (family === 'webhook') return this.client.webhook.delete(CHAVE, options);
      return this.resources[family].delete(options);
    });
  }

  async createLocation(): Promise<void> {
    await this.call({ operation: 'loc.create', id: '', body: { tipoCob: 'cob' } }, (options) =>
      this.client.loc.create({ tipoCob: 'cob' }, options),
    );
  }

  async readCharge({ txid, kind }: Order): Promise<void> {
    if (txid === '') return;
    const family = FAMILIES[kind];
    await this.call({ operation: 'read', id: txid }, (options) =>
      family === 'cobr'
        ? this.client.cobR.get(txid, options)
        : this.resources[family].get(txid, undefined, options),
    );
  }

  /** Continues the orders that an ended process left unfinished. */
  async resume(): Promise<void> {
    const { books } = this.simulation;
    for (const order of [...books.orders.values()]) {
      if (order.owner !== this.process.name) continue;
      if (order.state === 'creating') await this.createAgain(order);
      else if (order.state === 'cancelling') await this.cancel(order);
    }
  }

  /** Only a charge with an identifier of the shop can be created again. */
  private async createAgain(order: Order): Promise<void> {
    const { kind } = order;
    if (kind === 'cob-post' || kind === 'batch') {
      await this.move(order, 'creating', () => (order.state = 'unknown'));
    } else await this.createCharge(order);
  }

  private get resources() {
    const { cob, cobV: cobv, cobR: cobr, webhookRec, webhookCobR } = this.client;
    return { cob, cobv, cobr, webhookrec: webhookRec, webhookcobr: webhookCobR };
  }

  private async requestRefund(
    entry: Entry,
    decision: number,
    share: number,
  ): Promise<Call['outcome']> {
    const { database, books } = this.simulation;
    const { endToEndId } = entry;
    const id = `r${books.refunds.size}`;
    const key = `${endToEndId}/${id}`;
    let valor: string | undefined;
    await database.transaction(this.process, (transaction) =>
      transaction.change(() => {
        const cents = Math.floor(books.findRefundable(entry) * share);
        if (cents === 0 || books.refunds.has(key)) return;
        valor = toValor(cents);
        books.refunds.set(key, { endToEndId, id, decision, valor, state: 'asked', ends: [] });
      }),
    );
    if (valor === undefined) return undefined;
    const body = { valor, descricao: 'Devolução do pedido' };
    const call = await this.call({ operation: 'pix.refund', id: key, body }, (options) =>
      this.client.recebidos.refund(endToEndId, id, body, options),
    );
    await database.transaction(this.process, (transaction) =>
      transaction.change(() => {
        const refund = books.refunds.get(key);
        if (refund?.state !== 'asked') return;
        if (call.outcome === 'ok') refund.state = 'accepted';
        else refund.state = call.outcome === 'failed' ? 'refused' : 'unknown';
      }),
    );
    return call.outcome;
  }

  private put({ txid, kind, idRec }: Order, valor: string, text: string): Promise<Call> {
    if (idRec !== undefined) {
      const body = recurringBody(valor, idRec, text);
      return this.call({ operation: 'cobr.createWithTxid', id: txid, body }, (options) =>
        this.client.cobR.createWithTxid(txid, body, options),
      );
    }
    if (kind === 'cobv') {
      const body = dueBody(valor, text);
      return this.call({ operation: 'cobv.createWithTxid', id: txid, body }, (options) =>
        this.client.cobV.createWithTxid(txid, body, options),
      );
    }
    const body = immediateBody(valor, text);
    return this.call({ operation: 'cob.createWithTxid', id: txid, body }, (options) =>
      this.client.cob.createWithTxid(txid, body, options),
    );
  }

  private async createPost(order: Order, valor: string): Promise<void> {
    const body = immediateBody(valor, `Pedido ${order.id}`);
    const call = await this.call({ operation: 'cob.create', id: '', body }, (options) =>
      this.client.cob.create(body, options),
    );
    await this.settle(order, call);
  }

  private async settle(order: Order, call: Call): Promise<void> {
    await this.move(order, 'creating', () => {
      if (call.outcome === 'ok') {
        order.state = 'open';
        if (order.txid === '') order.txid = (call.response as { txid: string }).txid;
      } else order.state = call.outcome === 'failed' ? 'refused' : 'unknown';
    });
  }

  /** Changes an order with the given state in a transaction. @returns whether it had that state */
  private async move(order: Order, from: Order['state'], change: () => void): Promise<boolean> {
    let moved = false;
    await this.simulation.database.transaction(this.process, (transaction) =>
      transaction.change(() => {
        moved = order.state === from;
        if (moved) change();
      }),
    );
    return moved;
  }

  private async call(
    subject: CallSubject,
    send: (options: { headers: Record<string, string> }) => Promise<unknown>,
  ): Promise<Call> {
    const { calls, client, trace } = this.simulation;
    const began = this.process.elapsed();
    const id = `c${calls.length}`;
    const { process } = this;
    const call: Call = {
      id,
      subject,
      process,
      pausedBefore: process.pausedMs,
      began,
      deadlineMs: client.deadline * 1_000,
    };
    calls.push(call);
    trace(`${id} ${process.name} ${subject.operation} ${subject.id}`);
    try {
      const response = await send({ headers: { [CALL_HEADER]: id } });
      concludeOk(call, response, this.process.elapsed());
    } catch (error) {
      concludeError(call, error, this.process.elapsed());
    }
    trace(`${id} ended ${call.outcome ?? ''} ${call.error?.message.slice(0, 60) ?? ''}`);
    return call;
  }
}
