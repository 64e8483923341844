import type { PGlite } from '@electric-sql/pglite';
import { Logger, type Type } from '@nestjs/common';
import { createLedgerEvents } from '../../../lib/ledger/payments.js';
import {
  PostgresLedgerStore,
  type PixCharge,
  type PixChargeOpening,
  type PixLedgerTransaction,
} from '../../../lib/ledger/public.js';
import { DAY_MS, type PixRuntime } from '../../../lib/runtime/index.js';
import { LedgerProcess } from '../../ledger/support/ledger-world.js';
import { deriveSeed, Prng } from '../prng.js';
import type { Result } from '../simulate.js';
import { LedgerBank, type Payment } from './bank.js';
import { bodies } from './bodies.js';
import { checkEnd, checkEnded, EVENTS, WHO } from './checks.js';
import { clear, Connection, openDatabase } from './connection.js';

const START = Date.parse('2026-03-02T12:00:00Z');

/** More rounds of work than are needed after the last fault. */
const LAST_ROUNDS = 100;

let shared: Promise<PGlite> | undefined;

/** Runs one seed: orders, payers, notifications and clocks at random, then without faults until nothing is due. */
export async function simulateLedger(seed: number): Promise<Result> {
  Logger.overrideLogger(false);
  const database = await (shared ??= openDatabase());
  await clear(database);
  return new Simulation(seed, database).run();
}

/** A process of the shop, with the handlers of its receiver. */
interface Shop {
  readonly connection: Connection;
  readonly own: LedgerProcess;
  readonly events: { received(pix: Payment, context: object): Promise<void> };
}

class Simulation {
  readonly #prng: Prng;
  readonly #bank: LedgerBank;
  readonly #log: string[] = [];
  readonly #violations: string[] = [];
  readonly #calls: Record<string, number> = {};
  readonly #faults = new Map<string, number>();
  readonly #shops: Shop[];
  /** Payments whose notification is under way. */
  readonly #notices: Payment[] = [];
  #now = START;
  #actions = 0;
  #orders = 0;
  #refunds = 0;

  constructor(
    private readonly seed: number,
    private readonly database: PGlite,
  ) {
    this.#prng = new Prng(seed);
    this.#bank = new LedgerBank(this.#prng, () => this.#now);
    this.#shops = [this.#start(), this.#start()];
  }

  async run(): Promise<Result> {
    await this.#advance(0);
    const steps = this.#prng.whole(15, 45);
    for (let at = 0; at < steps; at += 1) await this.#step();
    await this.#settle();
    const end = { database: this.database, bank: this.#bank, ledger: this.#shops[0]!.own.ledger };
    const period = { inicio: new Date(START - 1000), fim: new Date(this.#now + 1000) };
    this.#violations.push(...(await checkEnd(end, period)));
    return {
      seed: this.seed,
      violations: this.#violations,
      log: this.#log,
      hash: deriveSeed(...this.#log),
      actions: this.#actions,
      calls: this.#calls,
      faults: this.#faults,
      faultyKeys: [],
    };
  }

  #start(): Shop {
    const connection = new Connection(this.database);
    const store = new PostgresLedgerStore(connection);
    const runtime: PixRuntime = {
      now: () => this.#now,
      elapsed: () => this.#now - START,
      after: (_ms, action, { background = false } = {}) => {
        if (!background) setImmediate(action);
        return () => undefined;
      },
      random: () => this.#prng.next(),
    };
    const own = new LedgerProcess(store, this.#bank.client, {
      runtime,
      stopping: connection.death,
      grace: 60_000,
      deadline: 15_000,
      lease: 35_000,
      mostFailures: 1000,
      trustsEvents: this.#prng.chance(0.5),
    });
    for (const event of EVENTS) {
      own.on(event, (charge, context) =>
        context.transaction(async (client) => {
          const insert = 'INSERT INTO effects (charge, event) VALUES ($1, $2)';
          await client.query(insert, [(charge as PixCharge).id, event]);
          if (this.#bank.isHostile && this.#prng.chance(0.1)) throw new Error('no such order');
        }),
      );
    }
    const Events = createLedgerEvents('', 'default', 'default') as Type<Shop['events']>;
    return { connection, own, events: new Events(own) };
  }

  /** Runs work of a process. A process that died is replaced by a new one. */
  async #in(at: number, what: string, work: (shop: Shop) => Promise<unknown>): Promise<void> {
    const shop = this.#shops[at]!;
    const [name = ''] = what.split(' ');
    this.#log.push(`${new Date(this.#now).toISOString()} ${at} ${what}`);
    let outcome = 'done';
    try {
      await work(shop);
    } catch (error) {
      outcome = 'failed';
      this.#log.push(`  ${String(error)}`);
    }
    this.#actions += 1;
    this.#calls[`${name} ${outcome}`] = (this.#calls[`${name} ${outcome}`] ?? 0) + 1;
    if (shop.connection.isDead) {
      this.#log.push('  it died');
      this.#shops[at] = this.#start();
    }
  }

  async #advance(ms: number): Promise<void> {
    this.#now += ms;
    this.#bank.tick();
    await this.database.exec(`SET sim.now = '${new Date(this.#now).toISOString()}'`);
  }

  async #step(): Promise<void> {
    const prng = this.#prng;
    const at = prng.whole(0, 1);
    const { connection } = this.#shops[at]!;
    if (prng.chance(0.25)) {
      const kind = prng.pick(['die before', 'die after', 'fail', 'lose commit'] as const);
      connection.fault = { kind, statements: prng.whole(1, 25) };
      this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
    }
    const { rows } = await this.database.query<{ id: string; txid: string; kind: string }>(
      'SELECT id, txid, kind FROM pix_charge ORDER BY id',
    );
    const charges = rows.filter(({ kind }) => kind !== 'rec');
    const charge = charges.length > 0 ? prng.pick(charges) : undefined;
    const paid = [...this.#bank.payments.values()];
    await prng.weighted<() => Promise<void>>([
      [4, () => this.#open(at)],
      [1, () => this.#change(at, 'cancels', charge?.id, (ledger, id) => ledger.cancel(id))],
      [1, () => this.#revise(at, charge?.id)],
      [
        charge?.kind === 'cobr' ? 2 : 0,
        () => this.#change(at, 'retries', charge?.id, (ledger, id) => ledger.retry(id, RETRY_DAY)),
      ],
      [5, async () => this.#pay(charge)],
      [4, () => this.#notify(at)],
      [2, () => this.#refund(at, paid)],
      [
        0.5,
        async () => {
          if (paid.length > 0) this.#bank.giveBack(prng.pick(paid));
        },
      ],
      [8, () => this.#in(at, 'works', ({ own }) => own.engine.runOnce())],
      [
        5,
        () =>
          this.#advance(prng.pick([500, 2000, 20_000, 40_000, 130_000, 1_900_000, 1.5 * DAY_MS])),
      ],
    ])();
    this.#violations.push(...(await checkEnded(this.database, this.#bank)));
  }

  #open(at: number): Promise<void> {
    const id = `order-${(this.#orders += 1)}`;
    const kind = this.#prng.weighted<keyof typeof bodies>([
      [5, 'cob'],
      [2, 'cobv'],
      [1.5, 'cobr'],
      [1.5, 'rec'],
    ]);
    const body = { [kind]: bodies[kind](this.#prng, this.#now, id) } as object;
    const opening = { id, ...body } as PixChargeOpening;
    return this.#in(at, `opens ${id} (${kind})`, async ({ own, connection }) => {
      await connection.transaction(async (client) => {
        const tx = client as { query(text: string, values?: unknown[]): Promise<unknown> };
        await tx.query('INSERT INTO orders VALUES ($1)', [id]);
        await own.ledger.in(tx, { by: WHO }).open(opening);
      });
      if (this.#prng.chance(0.6)) await own.ledger.ready(id, { within: 0 });
    });
  }

  #change(
    at: number,
    what: string,
    id: string | undefined,
    change: (ledger: PixLedgerTransaction, id: string) => Promise<unknown>,
  ): Promise<void> {
    if (id === undefined) return Promise.resolve();
    return this.#in(at, `${what} ${id}`, ({ own, connection }) =>
      connection.transaction((client) => change(own.ledger.in(client as never, { by: WHO }), id)),
    );
  }

  #revise(at: number, id: string | undefined): Promise<void> {
    const valor = { original: `${this.#prng.whole(91, 99)}.00` };
    return this.#change(at, 'revises', id, (ledger, of) => ledger.revise(of, { valor }));
  }

  #pay(charge: { id: string; txid: string } | undefined): void {
    if (!charge) return;
    const { id, txid } = charge;
    const payment = this.#prng.weighted<() => Payment | undefined>([
      [8, () => this.#bank.pay(txid)],
      [1, () => this.#bank.pay(txid, '0.77')],
      // A payment that the bank accepts although the charge has ended, or is paid.
      [1, () => (this.#bank.charges.has(txid) ? this.#bank.receive(txid, '5.00') : undefined)],
    ])();
    if (!payment) return;
    this.#log.push(`pays ${id}: ${payment.valor}`);
    const times = this.#prng.weighted<number>([
      [2, 0],
      [5, 1],
      [2, 2],
    ]);
    for (let time = 0; time < times; time += 1) this.#notices.push(payment);
  }

  /** A notification arrives, maybe in another order, and is repeated until it is accepted. */
  #notify(at: number): Promise<void> {
    const [payment] = this.#notices.splice(this.#prng.whole(0, this.#notices.length), 1);
    if (!payment) return Promise.resolve();
    return this.#in(at, `receives ${payment.endToEndId}`, async ({ events }) => {
      try {
        await events.received(JSON.parse(JSON.stringify(payment)) as Payment, {});
      } catch (error) {
        this.#notices.push(payment);
        throw error;
      }
    });
  }

  #refund(at: number, paid: readonly Payment[]): Promise<void> {
    if (paid.length === 0) return Promise.resolve();
    const { endToEndId, valor } = this.#prng.pick(paid);
    const refundId = this.#prng.chance(0.3) ? 'again' : `r${(this.#refunds += 1)}`;
    const amount = this.#prng.pick([valor, '0.50']);
    return this.#in(at, `refunds ${endToEndId} ${refundId} ${amount}`, ({ own, connection }) =>
      connection.transaction((client) =>
        own.ledger.in(client as never, { by: WHO }).refund({ endToEndId, refundId, valor: amount }),
      ),
    );
  }

  /** Ends all faults, and works until nothing is due, also after the end of every charge. */
  async #settle(): Promise<void> {
    this.#bank.isHostile = false;
    for (const { connection } of this.#shops) connection.fault = undefined;
    let pause = 20_000;
    for (let round = 0; round < LAST_ROUNDS; round += 1) {
      await this.#advance(pause);
      while (this.#notices.length > 0) await this.#notify(0);
      for (const at of [0, 1]) await this.#in(at, 'works', ({ own }) => own.engine.runOnce());
      const { rows } = await this.database.query<{ next: Date | null }>(`
        SELECT min(due) AS next FROM (
          SELECT due FROM pix_command WHERE due < 'infinity'
          UNION ALL SELECT due FROM pix_notice WHERE due IS NOT NULL
          UNION ALL SELECT due FROM pix_charge WHERE due IS NOT NULL AND kind <> 'rec'
          UNION ALL SELECT due FROM pix_payment WHERE due IS NOT NULL) AS waiting`);
      const next = rows[0]?.next?.getTime();
      if (next === undefined && round > 2) return;
      pause = Math.max(20_000, (next ?? 0) - this.#now);
    }
  }
}

/** Retries for one day are one retry, so that a second one is a violation. */
const RETRY_DAY = '2026-03-20';
