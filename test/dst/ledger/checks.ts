import type { PGlite } from '@electric-sql/pglite';
import type { PixLedger } from '../../../lib/ledger/pix-ledger.js';
import type { PixBooksPeriod, PixCharge } from '../../../lib/ledger/public.js';
import type { LedgerBank } from './bank.js';

/** The events of which each handler has an effect. */
export const EVENTS = ['opened', 'paid', 'expired', 'cancelled', 'refused', 'refunded'] as const;

/** What is compared when a run has ended. */
interface Ended {
  readonly database: PGlite;
  readonly bank: LedgerBank;
  readonly ledger: PixLedger;
}

type Violations = AsyncGenerator<string>;

/** Who asks for everything in a run. */
export const WHO = 'user-7';

/** No charge has ended while the bank would still take a payment. */
export async function checkEnded(database: PGlite, bank: LedgerBank): Promise<string[]> {
  const { rows } = await database.query<{ id: string; txid: string; state: string }>(
    `SELECT id, txid, state FROM pix_charge
    WHERE state IN ('expired', 'cancelled', 'refused') AND kind <> 'rec'`,
  );
  const isWrong = (txid: string) => {
    const charge = bank.charges.get(txid);
    return charge !== undefined && bank.isPayable(charge);
  };
  return rows
    .filter(({ txid }) => isWrong(txid))
    .map(({ id, state }) => `${id} is ${state} and can be paid`);
}

/** Compares the ledger with the bank after all faults have ended. */
export async function checkEnd(ended: Ended, period: PixBooksPeriod): Promise<string[]> {
  const violations: string[] = [];
  for (const check of [checkOrders, checkMoney, checkRefunds, checkTasks, checkHistory]) {
    for await (const violation of check(ended, period)) violations.push(violation);
  }
  return violations;
}

async function* checkOrders(ended: Ended): Violations {
  const { database, bank, ledger } = ended;
  const { unsettled } = await ledger.status();
  if (unsettled > 0) yield `${unsettled} rows are not settled`;
  const orders = (await database.query<{ id: string }>('SELECT id FROM orders')).rows;
  const { charges } = await ledger.list({ limit: 1000 });
  const toText = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  if (toText(orders).join() !== toText(charges).join()) yield 'an order has no charge';
  const known = new Set(charges.map(({ identifier }) => identifier));
  for (const txid of bank.charges.keys()) {
    if (!known.has(txid)) yield `${txid} is at the bank only`;
  }
  for (const charge of charges) {
    yield* checkEffects(ended, charge);
    if (charge.kind === 'rec') yield* checkRecurrence(ended, charge);
    else yield* checkState(ended, charge);
  }
}

/** Each handler has its effect once, the opening first. */
async function* checkEffects({ database }: Ended, charge: PixCharge): Violations {
  const { id, state, refunds } = charge;
  const { rows } = await database.query<{ event: string }>(
    'SELECT event FROM effects WHERE charge = $1 ORDER BY number',
    [id],
  );
  const heard = rows.map(({ event }) => event);
  const returned = refunds.filter((refund) => refund.state === 'returned').length;
  for (const event of EVENTS) {
    const count = heard.filter((each) => each === event).length;
    const wanted = event === 'refunded' ? returned : Number(event === state);
    if (event === 'opened' ? count > 1 : count !== wanted)
      yield `${id} (${state}) has ${count} times ${event}, not ${wanted}`;
  }
  // The bank may return a payment before the answer to the creation has arrived.
  const states = heard.filter((event) => event !== 'refunded');
  if (heard.includes('opened') && states[0] !== 'opened') yield `${id}: opened is not the first`;
}

async function* checkState({ bank }: Ended, charge: PixCharge): Violations {
  const { id, state, identifier, payments } = charge;
  const own = bank.charges.get(String(identifier));
  const full = payments.filter(({ meaning }) => meaning === 'full').length;
  if (full !== (state === 'paid' ? 1 : 0)) yield `${id} (${state}) has ${full} payments`;
  // What a removal is that arrives after the last instant of payment: docs/decisions.md, D222.
  const wasOver = own?.removedAt !== undefined && own.removedAt > own.until;
  const truth: Readonly<Record<string, readonly string[]>> = {
    ATIVA: ['expired', 'paid'],
    // By day, the bank's record decides; otherwise another amount does not pay a charge.
    CONCLUIDA: own?.isPaid || own?.record.valor.multa ? ['paid'] : ['paid', 'expired'],
    EXPIRADA: ['expired', 'paid'],
    REJEITADA: ['refused', 'paid'],
    CANCELADA: ['cancelled', 'paid'],
    REMOVIDA_PELO_USUARIO_RECEBEDOR: ['cancelled', 'paid', ...(wasOver ? ['expired'] : [])],
  };
  const status = own?.record.status ?? '';
  if (!(truth[status] ?? ['refused']).includes(state))
    yield `${id} is ${state}, at the bank ${status}`;
  const retries = own?.record.tentativas?.filter(({ tipo }) => tipo !== 'AGND').length ?? 0;
  if (retries > 1) yield `${id} was retried ${retries} times for one day`;
}

async function* checkRecurrence({ database, bank }: Ended, { id, state }: PixCharge): Violations {
  const made = [...bank.recurrences.values()].filter(({ vinculo }) => vinculo.contrato === id);
  if (made.length > 1) yield `${id} was created ${made.length} times`;
  const { rows } = await database.query('SELECT FROM pix_task WHERE charge = $1', [id]);
  const wanted = { open: made.length === 1, refused: made.length === 0 }[state as string];
  if (!(wanted ?? rows.length > 0)) yield `${id} is ${state} with ${made.length} records`;
}

const cents = (valor: string) => Number(valor.replace('.', ''));

/** The books have no difference, and no payment is returned twice. */
async function* checkMoney({ bank, ledger }: Ended, period: PixBooksPeriod): Violations {
  await ledger.books(period); // imports payments of charges that nothing notified
  const { differences } = await ledger.books(period);
  if (differences.length > 0) yield `the books differ: ${JSON.stringify(differences)}`;
  for (const { endToEndId, valor, devolucoes } of bank.payments.values()) {
    const sum = devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((total, each) => total + cents(each.valor), 0);
    if (sum > cents(valor)) yield `${endToEndId}: ${sum} of ${cents(valor)} were returned`;
  }
}

/** Each refund of the ledger is at the bank in its state, and each of the bank in the ledger. */
async function* checkRefunds({ bank, ledger }: Ended): Violations {
  const { refunds } = await ledger.refunds({ limit: 1000 });
  for (const { endToEndId, devolucoes } of bank.payments.values()) {
    for (const { id, status } of devolucoes) {
      const own = refunds.find((each) => each.endToEndId === endToEndId && each.refundId === id);
      const wanted = status === 'DEVOLVIDO' ? 'returned' : 'failed';
      if (own?.state !== wanted) yield `${endToEndId} ${id} is ${own?.state}, not ${wanted}`;
    }
  }
  for (const { endToEndId, refundId, state } of refunds) {
    const record = bank.payments.get(endToEndId)?.devolucoes.find(({ id }) => id === refundId);
    if (state === 'asked' || (record !== undefined) === (state === 'refused'))
      yield `${endToEndId} ${refundId} is ${state}, at the bank ${record?.status}`;
  }
}

/** What fits no charge is a task. */
async function* checkTasks({ ledger }: Ended): Violations {
  const { payments } = await ledger.payments({ limit: 1000 });
  const tasks = await ledger.tasks();
  for (const { endToEndId, meaning } of payments) {
    const isTask = tasks.some((task) => task.endToEndId === endToEndId && task.reason === meaning);
    if (meaning !== 'full' && !isTask) yield `${endToEndId} (${meaning}) is no task`;
  }
}

/** The history says who asked for what, and names nobody for what the bank did. */
async function* checkHistory({ database }: Ended): Violations {
  const { rows } = await database.query<{ charge: string; what: string; by: string | null }>(`
    SELECT charge, what, by FROM pix_history
    WHERE by IS DISTINCT FROM CASE cause WHEN 'person' THEN '${WHO}' END
    UNION ALL SELECT id, 'open', opened_by FROM pix_charge WHERE opened_by IS DISTINCT FROM '${WHO}'`);
  for (const { charge, what, by } of rows) yield `${charge}: ${what} is said to be of ${by}`;
}
