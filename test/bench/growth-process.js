/**
 * Makes calls, or iterates over a list, and prints the cost at each of three counts as JSON: microseconds of CPU for each
 * of the last operations, and bytes of live objects and buffers. `node --expose-gc test/bench/growth-process.js <kind>
 * <order>`. The order is a JSON file; growth-server.ts answers.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createPixClient, definePixProvider, generateTxid } from 'nestjs-pix';

const [kind, orderFile] = process.argv.slice(2);
const { marks, sample, port, ca, cert, key, body } = JSON.parse(readFileSync(orderFile, 'utf8'));
const CONCURRENT = 32;
const DAY = 86_400_000;

const origin = `https://127.0.0.1:${port}`;
const pix = await createPixClient({
  provider: definePixProvider({
    name: 'growth',
    code: '000',
    production: { baseUrl: `${origin}/v2`, tokenUrl: `${origin}/token` },
    scopes: ['cob.read', 'cob.write'],
    maxPeriod: { 'GET /cob': 1 },
  }),
  clientId: 'client',
  clientSecret: 'secret',
  certificate: { cert, key },
  ca,
});

/** What runs a number of operations more. */
const kinds = {
  calls: () => async (count) => {
    let left = count;
    const worker = async () => {
      while (left-- > 0) await pix.cob.createWithTxid(generateTxid(), body);
    };
    await Promise.all(Array.from({ length: CONCURRENT }, worker));
  },
  records: () => {
    const fim = new Date();
    const inicio = new Date(fim.getTime() - 400 * DAY);
    const iterator = pix.cob.iterate({ inicio, fim, itensPorPagina: 1000 }, { splitPeriods: true });
    return async (count) => {
      for (let read = 0; read < count; read += 1) {
        if ((await iterator.next()).done) throw new Error('The list has ended.');
      }
    };
  },
};

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const run = kinds[kind]();
const costs = [];
let done = 0;
for (const mark of marks) {
  await run(mark - sample - done);
  const before = cpu();
  await run(sample);
  const cost = (cpu() - before) / sample;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  costs.push([cost, heapUsed + external]);
  done = mark;
}
console.log(JSON.stringify(costs));
process.exit(0);
