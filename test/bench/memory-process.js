/**
 * Creates a client for each account and prints the bytes that each adds, before and after its first call:
 * `node --expose-gc test/bench/memory-process.js <kind> <order>`. The order is a JSON file, the accounts another one
 * with one account a line; it is read within the measurement, so that what a client keeps of an account counts.
 */
import 'reflect-metadata';
import { createReadStream, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import axios from 'axios';
import { PixClientFactory } from 'nestjs-pix';

const [kind, orderFile] = process.argv.slice(2);
const { accounts, count, port, url, txid, ca, body, headers } = JSON.parse(
  readFileSync(orderFile, 'utf8'),
);
const CONCURRENT = 16;
// Each client logs a line when it is created.
Logger.overrideLogger(['warn', 'error']);

/** The two kinds of clients: each opens an account, and returns what makes a call. */
const kinds = {
  axios: () => (account) => {
    const { cert, key } = account;
    const instance = axios.create({
      httpsAgent: new Agent({ keepAlive: true, ca, cert, key }),
      headers,
    });
    return () => instance.put(url, body);
  },
  'nestjs-pix': () => {
    const factory = new PixClientFactory({ max: count });
    return async ({ id, cert, key }) => {
      const pix = await factory.get(id, {
        provider: 'efi',
        clientId: id,
        clientSecret: `secret of ${id}`,
        baseUrl: `https://127.0.0.1:${port}/v2`,
        tokenUrl: `https://127.0.0.1:${port}/oauth/token`,
        certificate: { cert, key },
        ca,
      });
      return () => pix.cob.createWithTxid(txid, body);
    };
  },
};

/** Bytes of live objects and buffers, after connections have closed. */
async function memory() {
  for (let time = 0; time < 3; time += 1) {
    await setTimeout(200);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const open = kinds[kind]();
const calls = [];
const marks = [];
for await (const line of createInterface({ input: createReadStream(accounts) })) {
  calls.push(await open(JSON.parse(line)));
  if (calls.length > 1) continue;
  // What is loaded and compiled at the first use is no cost of an account.
  await calls[0]();
  marks.push(await memory());
}
marks.push(await memory());
const left = calls.values();
const worker = async () => {
  for (const call of left) await call();
};
await Promise.all(Array.from({ length: CONCURRENT }, worker));
marks.push(await memory());
const [start, created, called] = marks;
console.log(JSON.stringify([created, called].map((bytes) => (bytes - start) / (count - 1))));
process.exit(0);
