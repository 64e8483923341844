import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatorControl } from 'nestjs-pix-devkit';
import type { OrderView } from '../../sample-app/src/orders/orders.controller.js';
import type { Prng } from '../dst/prng.js';

type Journey =
  | 'pays'
  | 'pays twice'
  | 'pays another amount'
  | 'cancels'
  | 'cancels and pays'
  | 'asks twice'
  | 'leaves';

/** What customers do, and how often. */
const JOURNEYS: readonly (readonly [number, Journey])[] = [
  [58, 'pays'],
  [10, 'pays twice'],
  [6, 'pays another amount'],
  [8, 'cancels'],
  [10, 'cancels and pays'],
  [4, 'asks twice'],
  [4, 'leaves'],
];

/** Milliseconds between two attempts of a request that got no answer. */
const RETRY_DELAY = 250;
const MAX_ATTEMPTS = 240;
const REQUEST_TIMEOUT = 30_000;

interface Order {
  readonly id: string;
  readonly txid: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Customers of the shop, who repeat a request that gets no answer, as a browser does. */
export class Customers {
  /** Requests that had to be repeated. */
  repeats = 0;
  /** Orders that the shop refused. */
  refused = 0;

  constructor(
    private readonly url: string,
    private readonly bank: SimulatorControl,
  ) {}

  /** Orders something and does what the random numbers say with it. */
  async run(random: Prng): Promise<void> {
    const journey = random.weighted(JOURNEYS);
    const quantidade = random.whole(1, 3);
    const key = randomUUID();
    const creation = this.#create(key, quantidade);
    const [order] = await Promise.all(
      journey === 'asks twice' ? [creation, this.#create(key, quantidade)] : [creation],
    );
    if (order === undefined || journey === 'leaves') return;
    if (journey === 'cancels') await this.#cancel(order);
    if (journey === 'cancels and pays') {
      await Promise.all([this.#cancel(order), this.#tryToPay(order)]);
    }
    if (journey === 'pays' || journey === 'asks twice') await this.bank.pay(order.txid);
    if (journey === 'pays another amount') {
      await this.bank.pay(order.txid, { valor: '0.01', force: true });
    }
    if (journey === 'pays twice') {
      await this.bank.pay(order.txid);
      await this.bank.pay(order.txid, { force: true });
    }
  }

  /** Sends a request until a process answers it. */
  async send(path: string, { method = 'GET', headers = {}, body }: Sent): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(this.url + path, {
        method,
        headers: { 'content-type': 'application/json', connection: 'close', ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      }).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      if (attempt === MAX_ATTEMPTS) throw new Error(`${path}: no answer (${answer?.status})`);
      this.repeats += 1;
      await delay(RETRY_DELAY);
    }
  }

  async #create(key: string, quantidade: number): Promise<Order | undefined> {
    for (;;) {
      const answer = await this.send('/api/orders', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify({ itens: [{ produto: 'camiseta-ipe', quantidade }] }),
      });
      if (answer.status !== 201) {
        this.refused += 1;
        return undefined;
      }
      const { id, cobranca } = (await answer.json()) as OrderView;
      if (cobranca.status === 'NEGADO') this.refused += 1;
      if (cobranca.status !== 'CRIANDO') return { id, txid: cobranca.identificador! };
      await delay(RETRY_DELAY);
    }
  }

  /** 409 when the order is paid: the customer's payment was first. */
  async #cancel({ id }: Order): Promise<void> {
    const { status } = await this.send(`/api/orders/${id}/cancel`, { method: 'POST' });
    if (status !== 200 && status !== 409) throw new Error(`A cancellation got ${status}`);
  }

  /** The bank refuses the payment of a charge that was cancelled first. */
  async #tryToPay({ txid }: Order): Promise<void> {
    await this.bank.pay(txid).catch(() => undefined);
  }
}
