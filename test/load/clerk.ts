import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { formatValor, parseValor } from 'nestjs-pix';
import type { TaskView } from '../../sample-app/src/tasks/tasks.controller.js';
import type { Customers } from './customers.js';

/** Milliseconds between two looks at the tasks. */
const PAUSE = 500;

/** Decisions at a time. */
const CONCURRENT = 8;

/** The login of the administrator, as the API takes it. */
export interface Credentials {
  readonly email: string;
  readonly senha: string;
}

/** The administrator, who refunds every payment that fits no order, larger ones in two unequal parts. */
export class Clerk {
  /** Partial refunds that the shop accepted, by payment. */
  readonly parts = new Map<string, string[]>();
  #cookie = '';
  readonly #begun = new Set<string>();
  #isStopped = false;
  #work: Promise<void> | undefined;
  /** Looks that found no task. */
  #idle = 0;

  constructor(
    private readonly shop: Customers,
    private readonly credentials: Credentials,
  ) {}

  start(): void {
    this.#work = this.#decideAll();
    // `stop` reports the failure.
    this.#work.catch(() => undefined);
  }

  /** Waits until there is nothing to decide, or for some milliseconds. A late payment may bring more. */
  async rest(timeout: number): Promise<void> {
    const end = Date.now() + timeout;
    const before = this.#idle;
    while (this.#idle === before && Date.now() < end)
      await Promise.race([delay(PAUSE), this.#work]);
  }

  /** Ends the work, and throws what made it fail. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #decideAll(): Promise<void> {
    while (!this.#isStopped) {
      const tasks = await this.#readTasks();
      if (tasks.length === 0) this.#idle += 1;
      const person = async () => {
        for (let task = tasks.shift(); task; task = tasks.shift()) await this.#decide(task);
      };
      await Promise.all(Array.from({ length: CONCURRENT }, person));
      await delay(PAUSE);
    }
  }

  async #decide({ numero, endToEndId, valor, escolhas }: TaskView): Promise<void> {
    const isRefund = escolhas.includes('refund') && endToEndId !== null && valor !== null;
    if (isRefund && !this.#begun.has(endToEndId)) {
      this.#begun.add(endToEndId);
      // The parts differ, so that a part that was refunded twice is no full refund.
      const part = parseValor(valor) / 3n;
      if (part > 0n) await this.#refundPart(endToEndId, formatValor({ centavos: part }));
    }
    const other = escolhas.includes('retry') ? 'retry' : 'dismiss';
    await this.#post(`/api/admin/tasks/${numero}`, { escolha: isRefund ? 'refund' : other });
  }

  async #refundPart(endToEndId: string, valor: string): Promise<void> {
    const body = { endToEndId, valor, id: randomUUID().replaceAll('-', '') };
    const { status } = await this.#post('/api/admin/refunds', body);
    if (status === 202) this.parts.set(endToEndId, [valor]);
    else if (status !== 401) throw new Error(`A partial refund got ${status}`);
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { cookie: this.#cookie };
    return this.shop.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #readTasks(): Promise<TaskView[]> {
    const answer = await this.shop.send('/api/admin/tasks', { headers: { cookie: this.#cookie } });
    if (answer.status !== 401) return (await answer.json()) as TaskView[];
    await this.#login();
    return this.#readTasks();
  }

  async #login(): Promise<void> {
    const body = JSON.stringify(this.credentials);
    const answer = await this.shop.send('/api/admin/session', { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`The login got ${answer.status}`);
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  }
}
