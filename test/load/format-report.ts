import { type Balance, isBalanced } from './books.js';
import type { LoadOptions, LoadReport } from './run-load.js';

/** Lines of a kind that the report shows. */
const SHOWN = 20;

/** Returns the report of a run as text. */
export function formatReport(options: LoadOptions, report: LoadReport): string {
  const { balance, orders, kills, parts, repeats, refused, duration, settled } = report;
  const lines = [
    `orders       ${orders} with ${options.processes} processes, seed ${options.seed}`,
    `states       ${[...balance.orders].map(([state, count]) => `${count} ${state}`).join(', ')}`,
    `kills        ${kills} (SIGKILL), ${options.restarts} restarts of the database, ${repeats} requests repeated`,
    `refused      ${refused} orders`,
    `duration     ${duration.toFixed(1)} s, ${(orders / duration).toFixed(1)} orders a second`,
    `settled      ${settled.toFixed(1)} s after the last request`,
    `refunds      ${parts} in two parts`,
    `bank         ${formatBook(balance.bank)}`,
    `shop         ${formatBook(balance.shop)}`,
    `paid orders  ${formatCents(balance.sold.orders)}, their charges ${formatCents(balance.sold.charges)}`,
    `difference   ${formatCents(balance.difference)}`,
    `unsettled    ${balance.unsettled.length}`,
    ...formatSome('unsettled', balance.unsettled),
    ...formatSome('problem', balance.problems),
  ];
  lines.push(isBalanced(balance) ? 'The books balance.' : 'The books do not balance.');
  return lines.join('\n');
}

function formatSome(name: string, all: readonly string[]): string[] {
  const shown = all.slice(0, SHOWN).map((line) => `${name.padEnd(12)} ${line}`);
  return all.length > SHOWN ? [...shown, `and ${all.length - SHOWN} more`] : shown;
}

function formatBook({ received, refunded }: Balance['bank']): string {
  return `received ${formatCents(received)}, refunded ${formatCents(refunded)}`;
}

function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
