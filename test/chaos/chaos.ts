/**
 * Looks for false reports about money under random faults: `npm run chaos -- --help`.
 *
 * The client part makes every kind of write from several processes while the simulated bank fails on a share of the
 * requests, and compares what each call reported with the records of the bank. The receiver part delivers each event three
 * times while receivers are killed and their stores are cut off, and counts events that were lost or handled twice.
 */
import { parseArgs } from 'node:util';
import { isCorrect } from './client/outcome-counts.js';
import { printOutcomeCounts } from './client/print-outcome-counts.js';
import { runClient } from './client/run-client.js';
import { killAll } from './processes.js';
import { printResults } from './receiver/print-results.js';
import { isSound, runReceiver, type ReceiverResult } from './receiver/run-receiver.js';
import { STORE_KINDS } from './receiver/store-kinds.js';

const HELP = `npm run chaos -- [options]

  --creates N        calls of PUT /cob/{txid}; other writes in proportion (default 250)
  --processes N      processes that make them (default 4)
  --concurrency N    calls at a time in each process (default 32)
  --faults S         share of the requests that fail, 0 to 1 (default 0.2)
  --seed N           of the faults and of the order of calls (default: the time)
  --operation TEXT   only writes whose name contains the text
  --events N         events of each receiver run (default 500)
  --rate N           deliveries a second at most (default: so that a run has time for kills)
  --store TEXT       only receiver runs whose name contains the text
  --only PART        client or receiver

HOSTILE=1 gives the bank the habits of hostile banks, HOSTILE=0 none (docs/guide/testing.md#hostile-banks).

Ends with status 1 when a report is false or an outcome that a read can settle is unknown.`;

const { values } = parseArgs({
  options: {
    creates: { type: 'string', default: '250' },
    processes: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '32' },
    faults: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operation: { type: 'string' },
    events: { type: 'string', default: '500' },
    rate: { type: 'string' },
    store: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const seed = Number(values.seed);
  console.log(`seed ${seed}`);
  try {
    if (values.only !== 'receiver') await client(seed);
    if (values.only !== 'client') await receiver(seed);
  } finally {
    await killAll();
  }
}

async function client(seed: number): Promise<void> {
  const results = await runClient({
    creates: Number(values.creates),
    processes: Number(values.processes),
    concurrency: Number(values.concurrency),
    faults: Number(values.faults),
    seed,
    operation: values.operation,
  });
  printOutcomeCounts(results);
  if (!results.every(isCorrect)) process.exitCode = 1;
}

async function receiver(seed: number): Promise<void> {
  const results: ReceiverResult[] = [];
  const { store = '' } = values;
  const events = Number(values.events);
  const rate = Number(values.rate ?? Math.min(events / 4, 500));
  for (const kind of STORE_KINDS.filter((name) => name.includes(store))) {
    results.push(await runReceiver({ kind, events, rate, seed }));
  }
  printResults(results);
  if (!results.every(isSound)) process.exitCode = 1;
}
