import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createPixClient,
  generateTxid,
  type PixClient,
  type PixModuleOptions,
} from '../../../lib/index.js';

const program = fileURLToPath(new URL('./persistent-simulator.ts', import.meta.url));
const hooks = fileURLToPath(new URL('../../support/register-typescript.js', import.meta.url));
const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };
const PERIOD = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' };

describe('simulator process after SIGKILL', () => {
  let stateDir: string;
  let child: ChildProcess;
  beforeEach(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'pix-kill-'));
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await rm(stateDir, { recursive: true });
  });

  async function start(): Promise<PixClient> {
    child = spawn(process.execPath, ['--import', hooks, program, stateDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout!)) {
      return createPixClient(JSON.parse(line) as PixModuleOptions);
    }
    throw new Error('The simulator did not start.');
  }

  it('has every charge, revision and payment that it acknowledged', async () => {
    const answered = new Map<string, number>();
    for (let round = 0; round < 3; round += 1) {
      const client = await start();
      const lanes = Array.from({ length: 8 }, async () => {
        for (;;) {
          const txid = generateTxid();
          await client.cob.createWithTxid(txid, COB);
          answered.set(txid, 0);
          await client.cob.revise(txid, { solicitacaoPagador: 'Outro' });
          answered.set(txid, 1);
        }
      });
      const stopped = Promise.all(lanes.map((lane) => lane.catch(() => undefined)));
      const goal = answered.size + 150;
      while (answered.size < goal) await wait(2);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      // Ends the calls, which would read until their deadline.
      await client.close({ drain: 0 });
      await stopped;
    }

    const client = await start();
    const found = new Map<string, number>();
    for await (const { txid, revisao = 0 } of client.cob.iterate(PERIOD)) found.set(txid, revisao);
    expect(answered.size).toBeGreaterThanOrEqual(450);
    for (const [txid, revisao] of answered) {
      // The client may have missed the response to one more revision.
      expect(found.get(txid)).toBeGreaterThanOrEqual(revisao);
    }
    expect(found.size - answered.size).toBeLessThanOrEqual(3 * 8);
    await client.close();
  });
});
