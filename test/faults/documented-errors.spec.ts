import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { generateTxid } from '../../lib/index.js';
import { Bank } from '../chaos/bank/bank.js';
import { findCodeBlocks } from '../docs/code-blocks.js';
import { ROOT } from '../support/compile.js';
import { hostileHabits } from '../support/hostile-habits.js';

const [charge = '', findStatus = ''] = findCodeBlocks(
  readFileSync(join(ROOT, 'docs/guide/errors.md'), 'utf8'),
)
  .filter(({ language }) => language === 'ts')
  .map(({ code }) => code);

let simulator: PixSimulator;
let bank: Bank;
let folder: string;
let shop: ChildProcess | undefined;

beforeAll(async () => {
  simulator = await PixSimulator.start({ hostile: [...hostileHabits] });
  bank = new Bank(simulator);
  // Below node_modules, so that the file finds the package.
  const parent = join(ROOT, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'documented-'));
  writeFileSync(join(folder, 'code.ts'), charge + findStatus);
});
afterEach(() => void shop?.kill('SIGKILL'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  bank.close();
  await simulator.close();
});

/** Starts the process of a shop, which runs the printed code. */
async function start(): Promise<ChildProcess> {
  const { moduleOptions } = simulator;
  const child = fork(
    join(import.meta.dirname, 'support/documented-client.ts'),
    [join(folder, 'code.ts')],
    {
      cwd: ROOT,
      execArgv: ['--import', './test/support/register-typescript.js'],
    },
  );
  child.send({ ...moduleOptions, timeout: [5, 1] });
  await once(child, 'message');
  return child;
}

describe('the code of the guide on errors', () => {
  it('charges each order once, under lost answers, a hostile bank and kills of its process', async () => {
    const { faults, hostile } = simulator.control;
    for (const when of ['before', 'after'] as const) {
      faults.add({
        on: 'PUT /cob/{txid}',
        kind: 'reset',
        when,
        rate: 0.2,
        seed: 1,
        count: 'always',
      });
      faults.add({
        on: 'PUT /cob/{txid}',
        kind: 'status',
        status: 503,
        when,
        rate: 0.1,
        seed: 2,
        count: 'always',
      });
    }
    // An application stores them before it calls the bank.
    const waiting = new Set(Array.from({ length: 60 }, () => generateTxid()));
    const orders = [...waiting];
    const results = new Map<string, string>();
    for (let kills = 0; waiting.size > 0; kills += 1) {
      shop = await start();
      const left = kills < 3 ? Math.max(0, waiting.size - 15) : 0;
      const enough = new Promise<void>((resolve, reject) => {
        shop!.once('exit', (code) => reject(new Error(`the shop ended with ${String(code)}`)));
        shop!.on('message', ([txid, result]: [string, string]) => {
          results.set(txid, result);
          waiting.delete(txid);
          if (waiting.size <= left) resolve();
        });
      });
      for (const txid of waiting) shop.send(txid);
      await enough;
      // A result that arrives later is asked for again.
      shop.removeAllListeners('message');
      const exited = once(shop, 'exit');
      shop.kill('SIGKILL');
      await exited;
    }
    faults.clear();
    hostile.set([]);
    expect([...new Set(results.values())]).toEqual(['charged']);
    const charges = await Promise.all(orders.map((txid) => bank.call('GET', `/cob/${txid}`)));
    expect(new Set(charges.map(({ valor, revisao }) => `${valor.original} ${revisao}`))).toEqual(
      new Set(['37.00 0']),
    );
  });
});
