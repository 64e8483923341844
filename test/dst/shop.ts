import type { PixClient } from '../../lib/resources/index.js';
import { CALL_HEADER } from './bank.js';
import { concludeError, concludeOk, type Call, type CallSubject } from './calls.js';
import { CHAVE, dueBody, immediateBody } from './charge-bodies.js';
import { createClient } from './client.js';
import { clientNetwork } from './network.js';
import type { Order } from './orders.js';
import type { Process } from './process.js';
import { Receiver } from './receiver.js';
import { Sequence } from './sequence.js';
import type { ShopContext } from './shop-context.js';
import { shopHandlers } from './shop-handlers.js';

const WEBHOOK = 'https://shop.example.com/webhooks/pix';

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

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

  async cancel(order: Order): Promise<void> {
    const { txid, kind } = order;
    const ready = await this.move(order, 'open', () => (order.state = 'cancelling'));
    if (!ready && order.state !== 'cancelling') return;
    const operation = kind === 'cobv' ? 'cobv.cancel' : 'cob.cancel';
    const family = kind === 'cobv' ? this.client.cobV : this.client.cob;
    const body = { status: REMOVED };
    const call = await this.call({ operation, id: txid, body }, (options) =>
      family.cancel(txid, options),
    );
    await this.move(order, 'cancelling', () => {
      if (call.outcome === 'ok') order.state = 'cancelled';
      else order.state = call.outcome === 'failed' ? 'open' : 'unknown';
    });
  }

  /** Changes the amount of a charge, or only its text. */
  async revise(order: Order, valor: string, text?: string): Promise<void> {
    const { txid, kind } = order;
    if (!(await this.move(order, 'open', () => order.amounts.push(valor)))) return;
    const body = text === undefined ? { valor: { original: valor } } : { solicitacaoPagador: text };
    const operation = kind === 'cobv' ? 'cobv.revise' : 'cob.revise';
    await this.call({ operation, id: txid, body }, (options) =>
      kind === 'cobv'
        ? this.client.cobV.revise(txid, body, options)
        : this.client.cob.revise(txid, body, options),
    );
  }

  /** Creates an existing charge with another text: a PUT revises it. */
  async alter(order: Order, text: string): Promise<void> {
    if (order.kind === 'cob-post' || order.state !== 'open') return;
    const [valor = ''] = order.amounts;
    await this.put(order, valor, text);
  }

  /** Waits for the calls in flight, as at an orderly shutdown. Resolves with the calls that did not end. */
  async stop(): Promise<Call[]> {
    const { calls, client } = this.simulation;
    await this.client.close({ drain: client.deadline + 1 });
    return calls.filter(({ process, ended }) => process === this.process && ended === undefined);
  }

  async refund(endToEndId: string, id: string, valor: string): Promise<void> {
    const { database, books } = this.simulation;
    const key = `${endToEndId}/${id}`;
    await database.transaction(this.process, (transaction) =>
      transaction.change(() => {
        if (books.refunds.has(key)) return;
        books.refunds.set(key, { endToEndId, id, valor, state: 'asked', ended: 0 });
      }),
    );
    const body = { valor };
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
  }

  async registerWebhook(): Promise<void> {
    const body = { webhookUrl: WEBHOOK };
    await this.call({ operation: 'webhook.register', id: CHAVE, body }, (options) =>
      this.client.webhook.register(CHAVE, body, options),
    );
  }

  async deleteWebhook(): Promise<void> {
    await this.call({ operation: 'webhook.delete', id: CHAVE }, (options) =>
      this.client.webhook.delete(CHAVE, options),
    );
  }

  async createLocation(): Promise<void> {
    await this.call({ operation: 'loc.create', id: '', body: { tipoCob: 'cob' } }, (options) =>
      this.client.loc.create({ tipoCob: 'cob' }, options),
    );
  }

  async readCharge({ txid, kind }: Order): Promise<void> {
    if (txid === '') return;
    await this.call({ operation: 'read', id: txid }, (options) =>
      kind === 'cobv'
        ? this.client.cobV.get(txid, undefined, options)
        : this.client.cob.get(txid, undefined, options),
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
    if (order.kind === 'cob-post')
      await this.move(order, 'creating', () => (order.state = 'unknown'));
    else await this.createCharge(order);
  }

  private put({ txid, kind }: Order, valor: string, text: string): Promise<Call> {
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
        order.txid = (call.response as { txid: string }).txid;
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
