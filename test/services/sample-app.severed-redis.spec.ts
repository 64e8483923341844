import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PixQueuedEvent } from 'nestjs-pix';
import { buildPix } from 'nestjs-pix-devkit/testing';
import { connect, openQueue } from '../../sample-app/src/redis/redis.module.js';
import { openServices, type Services } from '../load/services.js';
import { SeverableProxy } from './support/severable-proxy.js';
import { waitUntil } from './support/wait-until.js';

/** Redis vanishes without closing its connections, as in a failover. */
describe('severed connections to Redis', () => {
  let services: Services;
  let proxy: SeverableProxy;
  let url: string;
  beforeEach(async () => {
    services = await openServices();
    const address = new URL(services.redisUrl);
    proxy = await SeverableProxy.open(new URL(address));
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    url = address.href;
  });
  afterEach(async () => {
    proxy.close();
    await services.close();
  });

  const recovers = (use: () => Promise<unknown>) =>
    waitUntil(() =>
      use().then(
        () => true,
        () => false,
      ),
    );

  it('are replaced for the limits, the tokens and the announcements', async () => {
    const redis = connect(url);
    await redis.ping();
    proxy.sever();
    await expect(redis.ping()).rejects.toThrow();
    await recovers(() => redis.ping());
    redis.disconnect();
  }, 60_000);

  it('are replaced for the queue and its worker', async () => {
    const queue = openQueue({ url });
    await queue.open();
    const handled: string[] = [];
    const stop = await queue.work((event) => {
      handled.push(event.key);
      return Promise.resolve({ outcome: 'done' });
    });
    const payload = buildPix();
    const event = (key: string): PixQueuedEvent => {
      return { key, type: 'pix.recebido', receivedAt: new Date().toISOString(), payload };
    };
    await queue.enqueue(event('pix:1'));
    await waitUntil(() => Promise.resolve(handled.length === 1));
    proxy.sever();
    await expect(queue.enqueue(event('pix:2'))).rejects.toThrow();
    const next = event('pix:3');
    await recovers(() => queue.enqueue(next));
    await waitUntil(() => Promise.resolve(handled.includes('pix:3')));
    await stop();
    await queue.close();
  }, 90_000);
});
