import type { Pool } from 'pg';
import type { PixClient } from '../../lib/index.js';
import type { PixLedger } from '../../lib/ledger/pix-ledger.js';
import type { PixCharge } from '../../lib/ledger/public.js';

export interface Compared {
  readonly pool: Pool;
  readonly client: PixClient;
  readonly ledger: PixLedger;
  readonly period: { readonly inicio: Date; readonly fim: Date };
}

/**
 * The statuses of the bank that each state of an immediate charge can have. A payment that arrives before the removal is
 * known pays the charge, as docs/decisions.md says (D222).
 */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  open: ['ATIVA'],
  paid: ['CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
  cancelled: ['REMOVIDA_PELO_USUARIO_RECEBEDOR'],
};

/** Compares orders, charges, effects and money with the bank. */
export async function compare(compared: Compared) {
  const { client, ledger, period } = compared;
  const problems: string[] = [];
  const charges = await readCharges(ledger);
  const statuses = new Map<string, string>();
  for await (const { txid, status } of client.cob.iterate(period, { splitPeriods: true })) {
    if (statuses.has(txid)) problems.push(`${txid} is listed twice`);
    statuses.set(txid, status);
  }
  const known = new Set(charges.map(({ identifier }) => identifier));
  for (const txid of statuses.keys()) if (!known.has(txid)) problems.push(`${txid} has no row`);
  for (const { id, state, identifier, payments } of charges) {
    const status = statuses.get(identifier!);
    // Another amount has concluded it at the bank; a person decides.
    const isOther =
      state === 'expired' && payments.some(({ meaning }) => meaning === 'other amount');
    if (!isOther && !STATUSES[state]?.includes(status!))
      problems.push(`${id} is ${state}, at the bank ${status}`);
    const full = payments.filter(({ meaning }) => meaning === 'full').length;
    if (full !== Number(state === 'paid')) problems.push(`${id} (${state}) has ${full} payments`);
  }
  problems.push(...(await checkEffects(compared, charges)));
  const { difference, differences } = await ledger.books(period);
  if (differences.length > 0) problems.push(`${differences.length} differences of the books`);
  const { rows } = await compared.pool.query<{ text: string }>(
    "SELECT count(*) || ' ' || state AS text FROM pix_charge GROUP BY state ORDER BY state",
  );
  const states = rows.map(({ text }) => text).join(', ');
  return { problems, difference, states };
}

async function readCharges(ledger: PixLedger): Promise<PixCharge[]> {
  const all: PixCharge[] = [];
  let cursor: string | undefined;
  do {
    const { charges, next } = await ledger.list({ limit: 1000 }, cursor);
    all.push(...charges);
    cursor = next;
  } while (cursor !== undefined);
  return all;
}

/** Each order has its charge, and each handler its effect, once. */
async function checkEffects({ pool }: Compared, charges: readonly PixCharge[]): Promise<string[]> {
  const problems: string[] = [];
  const orders = await pool.query<{ id: string }>('SELECT id FROM orders');
  const ids = new Set(charges.map(({ id }) => id));
  for (const { id } of orders.rows) if (!ids.delete(id)) problems.push(`${id} has no charge`);
  for (const id of ids) problems.push(`${id} has no order`);
  const { rows } = await pool.query<{ charge: string; told: string[] }>(
    'SELECT charge, array_agg(what ORDER BY what) AS told FROM effects GROUP BY charge',
  );
  const told = new Map(rows.map((row) => [row.charge, row.told]));
  for (const { id, state } of charges) {
    const heard = told.get(id) ?? [];
    const ends = heard.filter((what) => what !== 'opened');
    const wanted = state === 'open' ? '' : state;
    if (ends.join() !== wanted || heard.length - ends.length > 1)
      problems.push(`${id} (${state}) has the effects ${heard.join()}`);
  }
  return problems;
}
