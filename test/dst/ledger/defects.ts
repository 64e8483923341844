import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Defect } from '../defects.js';

const ledger = (
  file: string,
  name: string,
  what: string,
  find: string,
  replace: string,
  test?: string,
): Defect => ({
  name,
  what,
  file: `lib/ledger/${file}.ts`,
  find,
  replace,
  ...(test !== undefined && { test }),
});

/** Defects of the ledger that could be made, each found by the simulation or by the named test. */
export const ledgerDefects: readonly Defect[] = [
  ledger(
    'commands',
    'sent-again-unread',
    'a creation is sent again without a reading',
    `    if (!this.#mayBeThere) return undefined;`,
    `    if (!this.#mayBeThere || this.#creates) return undefined;`,
    'test/ledger/engine.spec.ts',
  ),
  ledger(
    'commands',
    'rec-sent-twice',
    'a recurrence is created again while the first one may be there',
    `    return this.#mayBeThere || record ? this.#waitOrAsk() : undefined;`,
    `    return record ? this.#waitOrAsk() : undefined;`,
  ),
  ledger(
    'commands',
    'rec-not-searched',
    'a recurrence is not searched for',
    `    if (operation === 'create' && txid === null) return this.#search();`,
    `    if (operation === 'create' && txid === null && txid !== null) return this.#search();`,
  ),
  ledger(
    'commands',
    'unknown-is-refused',
    'an unknown outcome counts as a refusal',
    `    if (!isPixAPIException(error) || error.resultUnknown)
      return { outcome: 'unknown', error, sent: true };`,
    `    if (!isPixAPIException(error) || error.resultUnknown)
      return { outcome: 'refused', error };`,
  ),
  ledger(
    'commands',
    'refund-refused-at-once',
    'a refused refund frees its amount at once',
    `(isFirst ? this.#isRefund : this.#mayArrive())`,
    `(isFirst ? false : this.#mayArrive())`,
  ),
  ledger(
    'commands',
    'no-fence',
    'the fence of a command is not compared',
    `    WHERE number = \${number} AND fence = \${fence} AND due IS NOT NULL`,
    `    WHERE number = \${number} AND fence >= 0 AND due IS NOT NULL`,
    'test/ledger/engine.spec.ts',
  ),
  ledger(
    'commands',
    'no-turn',
    'the commands of a charge do not wait for each other',
    `AND earlier.number < c.number AND earlier.due IS NOT NULL`,
    `AND earlier.number < c.number AND false`,
    'test/ledger/engine.spec.ts',
  ),
  ledger(
    'commands',
    'lease-of-the-past',
    'a paused process sends after its lease',
    `runtime.elapsed() - this.command.since > lease - deadline`,
    `runtime.elapsed() - this.command.since > Infinity * (lease - deadline)`,
    'test/ledger/hostile.spec.ts',
  ),
  ledger(
    'commands',
    'refund-without-row',
    'a refund that is done is not recorded',
    `  if (devolucao && add([devolucao.valor]) === add([read(body).valor]))
    return recordRefund(`,
    `  if (devolucao && add([devolucao.valor]) === add([read(body).valor]) && charge === null)
    return recordRefund(`,
  ),
  ledger(
    'payments',
    'duplicate-is-full',
    'a second payment of a charge pays it as well',
    `        AND meaning = 'full' AND end_to_end_id <> `,
    `        AND meaning = 'none' AND end_to_end_id <> `,
  ),
  ledger(
    'payments',
    'refund-changes-back',
    'a refund in its last state changes',
    `WHERE t.state <> excluded.state AND t.state NOT IN ('returned', 'failed')`,
    `WHERE t.state <> excluded.state`,
  ),
  ledger(
    'payments',
    'refund-told-always',
    'a refund is told of each time that it is seen',
    `      WHERE t.state <> excluded.state AND t.state NOT IN ('returned', 'failed')`,
    `      WHERE t.state <> 'failed'`,
  ),
  ledger(
    'payments',
    'other-amount-without-task',
    'a payment of another amount is no task',
    `  if (meaning === 'full' || (meaning === 'no charge'`,
    `  if (meaning === 'full' || meaning === 'other amount' || (meaning === 'no charge'`,
  ),
  ledger(
    'payments',
    'late-pays',
    'a payment is recorded without a decision',
    `    if (row.meaning === null) await decide(journal, reported, charge, row);`,
    `    if (row.meaning === null && added) await decide(journal, reported, charge, row);`,
    'test/ledger/payments.spec.ts',
  ),
  ledger(
    'records',
    'expires-early',
    'a charge expires before a reading that follows its end',
    `  const isOver = state !== 'paid' && readAt > end;`,
    `  const isOver = state !== 'paid' && readAt > end - 1_900_000;`,
  ),
  ledger(
    'records',
    'stale-record',
    'an older revision replaces a newer one',
    `(!isFirst && revision < known)`,
    `(!isFirst && revision < known - 99)`,
  ),
  ledger(
    'records',
    'busy-charge-ends',
    'a charge ends while a command of it is not settled',
    `  if (isOver && !isBusy) {`,
    `  if (isOver) {`,
  ),
  ledger(
    'records',
    'listed-payment-ignored',
    'the payments of a record are not recorded',
    `  for (const item of pix) {`,
    `  for (const item of pix.slice(1)) {`,
  ),
  ledger(
    'journal',
    'notice-lost',
    'a handler is not told of an end',
    `    if (event && !(from === 'cancelling' && to === 'open')) await this.notify(charge, event);`,
    `    if (event && from !== 'cancelling') await this.notify(charge, event);`,
  ),
  ledger(
    'notices',
    'effect-twice',
    'the completion of a notice is not in the transaction of its handler',
    `        await this.complete(run);
        result = { value: await work(client) };`,
    `        result = { value: await work(client) };`,
  ),
  ledger(
    'transaction',
    'refund-exceeds',
    'refunds may exceed the payment',
    `AND \${valor}::numeric <= p.valor - (`,
    `AND \${valor}::numeric <= 2 * p.valor - (`,
  ),
  ledger(
    'charge',
    'ended-charge-moves',
    'an ended charge moves again',
    `  expired: [],
  cancelled: [],`,
    `  expired: ['paid'],
  cancelled: ['paid', 'expired'],`,
    'test/ledger/payments.spec.ts',
  ),
];

const run = promisify(execFile);

/** Plants each defect, and runs seeds until one of them finds it. */
export async function findLedgerDefects(seeds: number, only?: string): Promise<boolean> {
  let missed = 0;
  for (const { name, file, find, replace, test, what } of ledgerDefects) {
    if (only !== undefined && only !== name) continue;
    if (readFileSync(file, 'utf8').split(find).length !== 2) {
      console.log(`STALE   ${name}: ${file} does not contain its text once`);
      missed += 1;
      continue;
    }
    if (test !== undefined && only === undefined) {
      console.log(`tested  ${name} by ${test}`);
      continue;
    }
    const program = ['--import', './test/dst/register-patch.js', './test/dst/ledger/ledger.ts'];
    const env = { ...process.env, DST_PATCH: JSON.stringify({ file, find, replace }) };
    const found = await run(process.execPath, [...program, '1', String(seeds), 'first'], {
      env,
    }).then(
      () => undefined,
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string };
        return stdout ?? stderr;
      },
    );
    console.log(
      found === undefined
        ? `MISSED  ${name} within ${seeds} seeds: ${what}`
        : `found   ${name}: ${found.split('\n')[0]}`,
    );
    if (found === undefined) missed += 1;
  }
  return missed === 0;
}
