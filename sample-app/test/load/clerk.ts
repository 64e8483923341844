import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { formatValor, parseValor } from 'nestjs-pix';
import type { Customers } from './customers.js';

/** Milliseconds between two looks at the tasks. */
const PAUSE = 500;

/** Refunds at a time. */
const CONCURRENT = 8;

interface Task {
  readonly endToEndId: string;
  readonly valor: string;
  readonly tarefa: string;
}

/** A user of the back office, as the API takes it. */
export interface Credentials {
  readonly email: string;
  readonly senha: string;
}

/** The people of the back office, who refund every payment that pays no order, larger ones in two unequal parts. */
export class Clerk {
  /** Partial refunds that the shop accepted, by payment. */
  readonly parts = new Map<string, string[]>();
  #cookie = '';
  readonly #begun = new Set<string>();
  /** When the clerk stops at the latest, in milliseconds since the epoch. */
  #end = Infinity;
  #work: Promise<void> | undefined;

  constructor(
    private readonly shop: Customers,
    private readonly credentials: Credentials,
  ) {}

  start(): void {
    this.#work = this.#refundAll();
    // `stop` reports the failure.
    this.#work.catch(() => undefined);
  }

  /** Waits until no payment is left that pays no order, or for some milliseconds. */
  async stop(timeout: number): Promise<void> {
    this.#end = Date.now() + timeout;
    await this.#work;
  }

  async #refundAll(): Promise<void> {
    for (;;) {
      const tasks = await this.#readOpenTasks();
      const isLast = this.#end < Infinity && tasks.length === 0;
      if (isLast || Date.now() > this.#end) return;
      const person = async () => {
        for (let task = tasks.shift(); task; task = tasks.shift()) await this.#refund(task);
      };
      await Promise.all(Array.from({ length: CONCURRENT }, person));
      await delay(PAUSE);
    }
  }

  async #refund({ endToEndId, valor }: Task): Promise<void> {
    // The parts differ, so that a part that was refunded twice is no full refund.
    const part = parseValor(valor) / 3n;
    if (part > 0n && !this.#begun.has(endToEndId)) {
      this.#begun.add(endToEndId);
      await this.#refundPart(endToEndId, formatValor(part));
    }
    await this.#post(`/api/admin/tasks/${endToEndId}/refund`);
  }

  async #refundPart(endToEndId: string, valor: string): Promise<void> {
    const path = `/api/admin/payments/${endToEndId}/refunds`;
    const { status } = await this.#post(path, { valor }, { 'idempotency-key': randomUUID() });
    if (status === 201) this.parts.set(endToEndId, [valor]);
    else if (status !== 401) throw new Error(`A partial refund got ${status}`);
  }

  #post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.shop.send(path, {
      method: 'POST',
      headers: { cookie: this.#cookie, ...headers },
      body: JSON.stringify(body),
    });
  }

  async #readOpenTasks(): Promise<Task[]> {
    const answer = await this.shop.send('/api/admin/tasks', { headers: { cookie: this.#cookie } });
    if (answer.status === 401) {
      await this.#login();
      return this.#readOpenTasks();
    }
    return ((await answer.json()) as Task[]).filter(({ tarefa }) => tarefa === 'ABERTA');
  }

  async #login(): Promise<void> {
    const body = JSON.stringify(this.credentials);
    const answer = await this.shop.send('/api/admin/session', { method: 'POST', body });
    if (answer.status !== 204) throw new Error(`The login got ${answer.status}`);
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  }
}
