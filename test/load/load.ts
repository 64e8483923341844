/**
 * Takes orders from a shop of several processes while they are killed, and balances its books with those of the bank:
 * `npm run load -- --help`.
 */
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { isBalanced } from './books.js';
import { formatReport } from './format-report.js';
import { runLoad } from './run-load.js';

const HELP = `npm run load -- [options]

  --orders N       orders that are taken (default 10000)
  --seed N         of what customers do and which process is killed (default: the time)
  --processes N    processes of the shop, every second one a worker (default 4)
  --kill-every S   seconds from one kill (SIGKILL) to the next (default 20)
  --kills N        kills that a short run has nevertheless (default 10)
  --restarts N     restarts of the database (default 2)

HOSTILE=1 gives the bank the habits of hostile banks (docs/guide/testing.md#hostile-banks), HOSTILE=0 none.

Needs a built shop (npm run build && npm run build:sample), PostgreSQL (TEST_DATABASE_URL) and Redis
(TEST_REDIS_URL). Ends with status 1 when the shop refuses an order, or the books
do not balance within 60 seconds after the last request.`;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    processes: { type: 'string', default: '4' },
    'kill-every': { type: 'string', default: '20' },
    kills: { type: 'string', default: '10' },
    restarts: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const options = {
    orders: parseCount('orders', values.orders, 1),
    seed: parseCount('seed', values.seed, 0),
    // One web process and one worker at least.
    processes: parseCount('processes', values.processes, 2),
    killEvery: parseCount('kill-every', values['kill-every'], 1),
    kills: parseCount('kills', values.kills, 0),
    restarts: parseCount('restarts', values.restarts, 0),
  };
  Logger.overrideLogger(['error', 'warn']);
  const report = await runLoad(options);
  console.log(formatReport(options, report));
  process.exitCode = isBalanced(report.balance) && report.refused === 0 ? 0 : 1;
}

function parseCount(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`--${name} must be a whole number from ${least}`);
}
