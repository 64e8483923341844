import { afterAll, expect, it, jest } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import { deleteKeys, openRedis, REDIS_URL, unique } from './support/servers.js';

jest.unstable_mockModule('bullmq', () => import('bullmq-5'));
const { BullMqEventQueue } = await import('../../lib/receiver/bullmq/bullmq-event-queue.js');

const { hostname: host, port } = new URL(REDIS_URL);
const prefix = unique('pix');

afterAll(async () => {
  const redis = await openRedis();
  await deleteKeys(redis, prefix);
  redis.disconnect();
});

it('handles an event and closes with the lowest version of BullMQ', async () => {
  const queue = new BullMqEventQueue({ connection: { host, port: Number(port) }, prefix });
  await queue.open();
  const payload = buildPix();
  const receivedAt = new Date().toISOString();
  const key = `pix:${payload.endToEndId}`;
  await queue.enqueue({ type: 'pix.recebido', key, payload, receivedAt });
  let report!: (key: string) => void;
  const handled = new Promise<string>((resolve) => (report = resolve));
  const stop = await queue.work((event) => {
    report(event.key);
    return Promise.resolve({ outcome: 'done' });
  });
  expect(await handled).toBe(key);
  await stop();
  await queue.close();
});
