import { PGlite } from '@electric-sql/pglite';
import { Logger } from '@nestjs/common';
import { write } from '../../../lib/ledger/journal.js';
import { recordPix } from '../../../lib/ledger/payments.js';
import {
  PostgresLedgerStore,
  postgresLedgerSchema,
  type PixCharge,
} from '../../../lib/ledger/public.js';
import type { PixRuntime } from '../../../lib/runtime/index.js';
import { LedgerProcess } from '../../ledger/support/ledger-world.js';
import { Prng } from '../prng.js';
import { LedgerBank, type Payment } from './bank.js';

/** A statement after or before which a process dies, or at which the database fails once. */
interface Fault {
  readonly kind: 'die before' | 'die after' | 'fail' | 'lose commit';
  statements: number;
}

class Crash extends Error {}

const TABLES = ['charge', 'command', 'payment', 'refund', 'task', 'history', 'notice'];
const EVENTS = ['opened', 'paid', 'expired', 'cancelled', 'refused', 'refunded'] as const;
const START = Date.parse('2026-03-02T12:00:00Z');

/** Replaces the clock of the server by the one of the simulation. Values are hexadecimal, so that they contain no `now()`. */
const withClock = (text: string) => text.replaceAll(/\b(?:now|clock_timestamp)\(\)/g, 'sim_now()');

/** The connection of one process: it counts statements, and dies or fails where the plan says so. */
class Connection {
  fault: Fault | undefined;
  isDead = false;

  constructor(private readonly database: PGlite) {}

  query = (text: string, values?: unknown[]) =>
    this.#step(() => this.database.query(withClock(text), values));

  transaction = async <T>(work: (client: object) => Promise<T>): Promise<T> => {
    this.#assertAlive();
    const result = await this.database.transaction((tx) =>
      work({
        query: (text: string, values?: unknown[]) =>
          this.#step(() => tx.query(withClock(text), values)),
      }),
    );
    if (this.fault?.kind === 'lose commit') {
      this.fault = undefined;
      throw new Error('the connection broke at the commit');
    }
    this.#assertAlive();
    return result;
  };

  async #step<T>(run: () => Promise<T>): Promise<T> {
    this.#assertAlive();
    const { fault } = this;
    const isHit = fault !== undefined && (fault.statements -= 1) === 0;
    if (isHit && fault.kind === 'fail') {
      this.fault = undefined;
      throw new Error('the server is restarting');
    }
    if (isHit && fault.kind === 'die before') this.isDead = true;
    this.#assertAlive();
    const result = await run();
    if (isHit && fault.kind === 'die after') this.isDead = true;
    this.#assertAlive();
    return result;
  }

  #assertAlive(): void {
    if (this.isDead) throw new Crash('the process is dead');
  }
}

let shared: Promise<PGlite> | undefined;

async function openDatabase(): Promise<PGlite> {
  Logger.overrideLogger(false);
  const database = await PGlite.create();
  await database.exec(`
    SET sim.now = '${new Date(START).toISOString()}';
    CREATE FUNCTION sim_now() RETURNS timestamptz LANGUAGE sql STABLE
      AS $$ SELECT current_setting('sim.now')::timestamptz $$;
    CREATE TABLE orders (id text PRIMARY KEY);
    CREATE TABLE effects (number serial, charge text, event text)`);
  await database.exec(withClock(postgresLedgerSchema()));
  return database;
}

export interface LedgerRun {
  readonly violations: readonly string[];
  readonly log: readonly string[];
}

/** Runs one seed: orders, payers, notifications and clocks at random, then without faults until nothing is due. */
export async function simulateLedger(seed: number): Promise<LedgerRun> {
  const database = await (shared ??= openDatabase());
  await database.exec(
    `TRUNCATE orders, effects, ${TABLES.map((name) => `pix_${name}`).join(', ')} RESTART IDENTITY`,
  );
  return new Simulation(seed, database).run();
}

class Simulation {
  readonly #prng: Prng;
  readonly #bank: LedgerBank;
  readonly #log: string[] = [];
  readonly #violations: string[] = [];
  readonly #processes: { connection: Connection; own: LedgerProcess }[] = [];
  /** Payments whose notification is under way. */
  readonly #notices: Payment[] = [];
  #now = START;
  #orders = 0;
  #refunds = 0;

  constructor(
    seed: number,
    private readonly database: PGlite,
  ) {
    this.#prng = new Prng(seed);
    this.#bank = new LedgerBank(this.#prng, () => this.#now);
    this.#processes = [this.#start(), this.#start()];
  }

  async run(): Promise<LedgerRun> {
    await this.#advance(0);
    const steps = this.#prng.whole(15, 45);
    for (let at = 0; at < steps; at += 1) await this.#step();
    await this.#settle();
    await this.#check();
    return { violations: this.#violations, log: this.#log };
  }

  #start() {
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
      grace: 60_000,
      deadline: 15_000,
      lease: 35_000,
      mostFailures: 1000,
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
    return { connection, own };
  }

  /** Runs work of a process. A process that died is replaced by a new one. */
  async #in(
    at: number,
    what: string,
    work: (own: LedgerProcess) => Promise<unknown>,
  ): Promise<void> {
    const process = this.#processes[at]!;
    this.#log.push(`${new Date(this.#now).toISOString()} ${at} ${what}`);
    try {
      await work(process.own);
    } catch (error) {
      this.#log.push(`  ${String(error)}`);
    }
    if (process.connection.isDead) {
      this.#log.push('  it died');
      this.#processes[at] = this.#start();
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
    const { connection } = this.#processes[at]!;
    if (prng.chance(0.25)) {
      const kind = prng.pick(['die before', 'die after', 'fail', 'lose commit'] as const);
      connection.fault = { kind, statements: prng.whole(1, 25) };
    }
    const { rows } = await this.database.query<{ id: string; txid: string; kind: string }>(
      'SELECT id, txid, kind FROM pix_charge ORDER BY id',
    );
    const cobs = rows.filter(({ kind }) => kind === 'cob');
    const charge = cobs.length > 0 ? prng.pick(cobs) : undefined;
    const paid = [...this.#bank.payments.values()];
    await prng.weighted<() => Promise<void>>([
      [4, () => this.#open(at)],
      [1, () => this.#change(at, 'cancel', charge?.id)],
      [1, () => this.#change(at, 'revise', charge?.id)],
      [5, async () => this.#pay(charge?.txid)],
      [4, () => this.#notify(at)],
      [2, () => this.#refund(at, paid)],
      [
        0.5,
        async () => {
          if (paid.length > 0) this.#bank.giveBack(prng.pick(paid));
        },
      ],
      [8, () => this.#in(at, 'works', (own) => own.engine.runOnce())],
      [5, () => this.#advance(prng.pick([500, 2000, 20_000, 40_000, 130_000, 1_900_000]))],
    ])();
    await this.#checkEnds();
  }

  #open(at: number): Promise<void> {
    const id = `order-${(this.#orders += 1)}`;
    const isRec = this.#prng.chance(0.15);
    const valor = `${this.#prng.whole(1, 90)}.00`;
    const opening = isRec
      ? { id, rec: recurrence(id) }
      : { id, cob: { valor: { original: valor }, calendario: { expiracao: 1800 } } };
    return this.#in(at, `opens ${id}`, async (own) => {
      const { connection } = this.#processes[at]!;
      await connection.transaction(async (client) => {
        const tx = client as { query(text: string, values?: unknown[]): Promise<unknown> };
        await tx.query('INSERT INTO orders VALUES ($1)', [id]);
        await own.ledger.in(tx).open(opening as never);
      });
      if (this.#prng.chance(0.6)) await own.ledger.ready(id, { within: 0 });
    });
  }

  #change(at: number, what: 'cancel' | 'revise', id: string | undefined): Promise<void> {
    if (id === undefined) return Promise.resolve();
    return this.#in(at, `${what} ${id}`, (own) =>
      this.#processes[at]!.connection.transaction(async (client) => {
        const ledger = own.ledger.in(client as never);
        if (what === 'cancel') await ledger.cancel(id);
        else await ledger.revise(id, { valor: { original: `${this.#prng.whole(91, 99)}.00` } });
      }),
    );
  }

  #pay(txid: string | undefined): void {
    if (!txid) return;
    const payment = this.#prng.weighted<() => Payment | undefined>([
      [8, () => this.#bank.pay(txid)],
      [1, () => this.#bank.pay(txid, '0.77')],
      // A payment that the bank accepts although the charge has ended, or is paid.
      [1, () => (this.#bank.charges.has(txid) ? this.#bank.receive(txid, '5.00') : undefined)],
    ])();
    if (!payment) return;
    this.#log.push(`pays ${txid}: ${payment.valor}`);
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
    return this.#in(at, `receives ${payment.endToEndId}`, async ({ core }) => {
      try {
        const item = JSON.parse(JSON.stringify(payment)) as object;
        const reported = { account: 'default', item, why: { cause: 'event' } } as const;
        await write(core, (journal) => recordPix(journal, reported));
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
    return this.#in(at, `refunds ${endToEndId} ${refundId} ${amount}`, (own) =>
      this.#processes[at]!.connection.transaction((client) =>
        own.ledger.in(client as never).refund({ endToEndId, refundId, valor: amount }),
      ),
    );
  }

  /** No charge has ended while the bank would still take a payment. */
  async #checkEnds(): Promise<void> {
    const { rows } = await this.database.query<{ id: string; txid: string; state: string }>(
      `SELECT id, txid, state FROM pix_charge WHERE state IN ('expired', 'cancelled', 'refused') AND kind = 'cob'`,
    );
    for (const { id, txid, state } of rows) {
      const charge = this.#bank.charges.get(txid);
      if (charge && this.#bank.isPayable(charge))
        this.#violate(`${id} is ${state} and can be paid`);
    }
  }

  /** Ends all faults, and works until nothing is due, also after the end of every charge. */
  async #settle(): Promise<void> {
    this.#bank.isHostile = false;
    for (const { connection } of this.#processes) connection.fault = undefined;
    for (let round = 0; round < 60; round += 1) {
      await this.#advance(round % 20 === 19 ? 3_700_000 : 20_000);
      while (this.#notices.length > 0) await this.#notify(0);
      for (const at of [0, 1]) await this.#in(at, 'works', (own) => own.engine.runOnce());
      const { rows } = await this.database.query<{
        due: number;
      }>(`SELECT count(*)::int AS due FROM (
        SELECT due FROM pix_command WHERE due < 'infinity' UNION ALL SELECT due FROM pix_notice WHERE due IS NOT NULL
        UNION ALL SELECT due FROM pix_charge WHERE due IS NOT NULL AND kind = 'cob'
        UNION ALL SELECT due FROM pix_payment WHERE due IS NOT NULL) AS waiting`);
      if (rows[0]?.due === 0 && round > 2) return;
    }
  }

  async #check(): Promise<void> {
    const { own } = this.#processes[0]!;
    const { unsettled } = await own.ledger.status();
    if (unsettled > 0) this.#violate(`${unsettled} rows are not settled`);
    const orders = (await this.database.query<{ id: string }>('SELECT id FROM orders')).rows;
    const { charges } = await own.ledger.list({ limit: 1000 });
    const ids = charges.map(({ id }) => id).sort();
    if (
      orders
        .map(({ id }) => id)
        .sort()
        .join() !== ids.join()
    )
      this.#violate('an order has no charge');
    const known = new Set(charges.map(({ identifier }) => identifier));
    for (const txid of this.#bank.charges.keys()) {
      if (!known.has(txid)) this.#violate(`${txid} is at the bank only`);
    }
    for (const charge of charges) await this.#checkCharge(charge);
    await this.#checkMoney(own);
  }

  async #checkCharge(charge: PixCharge): Promise<void> {
    const { id, kind, state, identifier } = charge;
    const { rows } = await this.database.query<{ event: string }>(
      'SELECT event FROM effects WHERE charge = $1 ORDER BY number',
      [id],
    );
    const heard = rows.map(({ event }) => event);
    const expected = [state, 'opened'].filter(
      (event) => !['open', 'opening', 'opened'].includes(event),
    );
    const returned = charge.refunds.filter((refund) => refund.state === 'returned').length;
    for (const event of EVENTS) {
      const count = heard.filter((each) => each === event).length;
      const wanted = event === 'refunded' ? returned : expected.includes(event) ? 1 : 0;
      if (event === 'opened' ? count > 1 : count !== wanted)
        this.#violate(`${id} (${state}) has ${count} times ${event}, not ${wanted}`);
    }
    if (heard.includes('opened') && heard[0] !== 'opened')
      this.#violate(`${id}: opened is not the first`);
    if (kind === 'rec') return this.#checkRecurrence(charge);
    const record = this.#bank.charges.get(String(identifier));
    const truth = {
      ATIVA: ['expired', 'paid'],
      CONCLUIDA: ['paid'],
      // A delayed cancellation may arrive after the charge has expired.
      REMOVIDA_PELO_USUARIO_RECEBEDOR: ['cancelled', 'paid', 'expired'],
    }[record?.status ?? ''] ?? ['refused'];
    if (!truth.includes(state)) this.#violate(`${id} is ${state}, at the bank ${record?.status}`);
    const full = charge.payments.filter(({ meaning }) => meaning === 'full').length;
    if (full !== (state === 'paid' ? 1 : 0)) this.#violate(`${id} (${state}) has ${full} payments`);
  }

  async #checkRecurrence({ id, state }: PixCharge): Promise<void> {
    const made = [...this.#bank.recurrences.values()].filter(
      ({ vinculo }) => vinculo.contrato === id,
    );
    if (made.length > 1) this.#violate(`${id} was created ${made.length} times`);
    const { rows } = await this.database.query('SELECT FROM pix_task WHERE charge = $1', [id]);
    const isRight =
      state === 'open'
        ? made.length === 1
        : state === 'refused'
          ? made.length === 0
          : rows.length > 0;
    if (!isRight) this.#violate(`${id} is ${state} with ${made.length} records`);
  }

  async #checkMoney({ ledger }: LedgerProcess): Promise<void> {
    const period = { inicio: new Date(START - 1000), fim: new Date(this.#now + 1000) };
    await ledger.books(period); // imports payments of charges that nothing notified
    const books = await ledger.books(period);
    if (books.differences.length > 0)
      this.#violate(`the books differ: ${JSON.stringify(books.differences)}`);
    const cents = (valor: string) => Number(valor.replace('.', ''));
    const { refunds } = await ledger.refunds({ limit: 1000 });
    for (const { endToEndId, valor, devolucoes } of this.#bank.payments.values()) {
      const back = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO');
      const sum = back.reduce((total, each) => total + cents(each.valor), 0);
      if (sum > cents(valor))
        this.#violate(`${endToEndId}: ${sum} of ${cents(valor)} were returned`);
      for (const { id, status } of devolucoes) {
        const own = refunds.find((each) => each.endToEndId === endToEndId && each.refundId === id);
        const wanted = status === 'DEVOLVIDO' ? 'returned' : 'failed';
        if (own?.state !== wanted)
          this.#violate(`${endToEndId} ${id} is ${own?.state}, not ${wanted}`);
      }
    }
    for (const { endToEndId, refundId, state } of refunds) {
      const record = this.#bank.payments
        .get(endToEndId)
        ?.devolucoes.find(({ id }) => id === refundId);
      if (state === 'asked' || (record !== undefined) === (state === 'refused'))
        this.#violate(`${endToEndId} ${refundId} is ${state}, at the bank ${record?.status}`);
    }
    const { payments } = await ledger.payments({ limit: 1000 });
    const tasks = await ledger.tasks();
    for (const { endToEndId, meaning } of payments) {
      const isTask = tasks.some(
        (task) => task.endToEndId === endToEndId && task.reason === meaning,
      );
      if (meaning !== 'full' && !isTask) this.#violate(`${endToEndId} (${meaning}) is no task`);
    }
  }

  #violate(what: string): void {
    this.#violations.push(what);
  }
}

const recurrence = (contrato: string) => ({
  vinculo: { contrato, devedor: { cpf: '12345678909', nome: 'Fulano de Tal' } },
  calendario: { dataInicial: '2098-04-01', periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
});
