import type { Pix } from 'nestjs-pix';
import type { AccountSelection } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { redactReport } from '../redact-report.js';
import { withAccount } from '../with-account.js';
import { compareOrders, computeTotals, type Comparison } from './compare.js';
import { readPeriod } from './period.js';
import { readOrders } from './read-orders.js';
import { renderJson, renderText } from './render.js';

/** The options of `nestjs-pix reconcile`. */
export interface ReconcileCommandOptions extends AccountSelection {
  readonly from: string;
  readonly to?: string;
  readonly orders?: string;
  readonly json?: true;
}

/** Exit code if an order and the bank differ. */
const DIFFERENCES = 2;

/**
 * Lists received Pix and compares them with orders. Sends only reads.
 *
 * @throws CommandError if an option is wrong, a read fails or the list is incomplete, or, after the report, there are
 * differences
 */
export async function reconcile(
  options: ReconcileCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { console, input, language } = context;
  const period = readPeriod(options.from, options.to, Date.now());
  const orders = options.orders === undefined ? undefined : await readOrders(options.orders, input);
  const received = await withAccount(options, context, async ({ client }) => {
    // By id: a Pix between two parts of the period is listed twice.
    const all = new Map<string, Pix>();
    const list = client.recebidos.iterate(period, { splitPeriods: true });
    for await (const pix of list) all.set(pix.endToEndId, pix);
    return [...all.values()];
  });
  const comparison: Comparison = orders
    ? compareOrders(orders, received)
    : { orders: [], unknown: [], totals: computeTotals(received) };
  const report = redactReport({ period, ...comparison });
  console.out(options.json === true ? renderJson(report) : renderText(report, language));
  // The report is the message.
  if (hasDifferences(comparison)) throw new CommandError('', DIFFERENCES);
}

function hasDifferences({ orders, unknown }: Comparison): boolean {
  return (
    unknown.length > 0 || orders.some(({ status }) => status !== 'paid' && status !== 'received')
  );
}
