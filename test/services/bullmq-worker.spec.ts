import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RecordedLog } from '../receiver/support/log.js';
import { BullMqQueues } from './support/bullmq-queues.js';
import { waitUntil } from './support/wait-until.js';

let queues: BullMqQueues;
let log: RecordedLog;

beforeEach(async () => {
  Logger.overrideLogger((log = new RecordedLog()));
  queues = await BullMqQueues.open();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await queues.close();
  Logger.overrideLogger(undefined as never);
});

describe('worker of BullMqEventQueue', () => {
  const handle = async () => ({ outcome: 'done' }) as const;

  it('closes its connections when Redis does not respond at its start', async () => {
    const server = await queues.startSilentServer();
    const connection = { host: '127.0.0.1', port: server.port };
    const queue = queues.add({ connection, timeout: 0.2 });
    await expect(queue.work(handle)).rejects.toThrow('Redis did not respond within 0.2 s');
    await waitUntil(() => server.connections === 0);
  });

  it('does not start while Redis refuses connections', async () => {
    const relay = await queues.startRelay();
    await relay.cut();
    const queue = queues.addBehind(relay, 0.2);
    await expect(queue.work(handle)).rejects.toThrow('Redis did not respond within 0.2 s');
  });

  it('reports that Redis is unavailable, and stops anyway', async () => {
    const relay = await queues.startRelay();
    const stop = await queues.work(queues.addBehind(relay), handle);
    await relay.cut();
    await waitUntil(() => log.text.includes('ECONNREFUSED'));
    await stop();
  });

  it('closes its connections when it stops', async () => {
    const stop = await queues.work(queues.add(), handle);
    await waitUntil(() => queues.isWorkerWaiting());
    await stop();
    await waitUntil(async () => (await queues.listWorkers()).length === 0);
  });

  it('does not handle an event that it fetches while it stops, and fetches no other', async () => {
    const queue = queues.add();
    const handled: string[] = [];
    const gate = new EventEmitter();
    const entered = once(gate, 'entered');
    const stop = await queues.work(queue, async ({ key }) => {
      handled.push(key);
      gate.emit('entered');
      await once(gate, 'opened');
      return { outcome: 'done' };
    });
    const first = await queues.enqueue(queue);
    await entered;
    await waitUntil(() => queues.isWorkerWaiting());
    const stopped = stop();
    const second = await queues.enqueue(queue);
    await waitUntil(async () => handled.length > 1 || (await queues.readJob(second)).delay !== '0');
    const third = await queues.enqueue(queue);
    gate.emit('opened');
    await stopped;
    expect(handled).toEqual([first]);
    expect(await queues.readJob(third)).toMatchObject({ delay: '0' });
  });

  it.each([
    [1, '1000'],
    [30, '5000'],
  ])(
    'offers an event that runs elsewhere again after the lease or 5 seconds (lease of %d s: %s ms)',
    async (lease, delay) => {
      const queue = queues.add({ lease });
      const key = await queues.enqueue(queue);
      jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const stop = await queues.work(queue, async () => ({ outcome: 'running' }));
      await waitUntil(async () => (await queues.readJob(key)).delay !== '0');
      await stop();
      const job = await queues.readJob(key);
      expect(job.delay).toBe(delay);
      expect(job.atm).toBeUndefined();
      expect(log.lines).toEqual([]);
    },
  );

  it.each([
    [3, 1, 0],
    [4, 0, 1],
  ])(
    'after %d killed workers, handles an event (%d times) or makes it a dead letter (%d times)',
    async (deaths, handled, dead) => {
      const queue = queues.add();
      await queues.simulateStall(await queues.enqueue(queue), deaths);
      let runs = 0;
      await queues.work(queue, async () => {
        runs += 1;
        return { outcome: 'done' };
      });
      await waitUntil(async () => runs + (await queue.countDeadLetters()) > 0);
      expect([runs, await queue.countDeadLetters()]).toEqual([handled, dead]);
    },
  );

  it('reports a dead letter only after the last attempt', async () => {
    const queue = queues.add({ attempts: 3 });
    const stop = await queues.work(queue, async () => ({ outcome: 'failed', reason: 'no order' }));
    const key = await queues.enqueue(queue);
    await waitUntil(() => queue.countDeadLetters());
    await stop();
    expect(log.lines).toEqual([expect.stringContaining(`error Dead letter: ${key}: no order`)]);
  });
});
