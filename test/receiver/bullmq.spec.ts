import { describe, expect, it } from '@jest/globals';
import { BullMqEventQueue, type BullMqEventQueueOptions } from '../../lib/bullmq.js';
import { loadBullMq } from '../../lib/receiver/bullmq/bullmq-event-queue.js';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from x`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

describe('BullMqEventQueue without a server', () => {
  it('explains how to install bullmq when it is missing', async () => {
    await expect(loadBullMq(() => Promise.reject(missing('bullmq')))).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('npm install bullmq ioredis'),
    });
  });

  it('rethrows any other load error', async () => {
    const other = missing('msgpackr');
    await expect(loadBullMq(() => Promise.reject(other))).rejects.toBe(other);
    await expect(loadBullMq(() => Promise.reject(new SyntaxError('x')))).rejects.toThrow('x');
  });

  it('lists every invalid option in one error', () => {
    const wrong = {
      name: 'a:b',
      attempts: 0,
      concurrency: 1.5,
      backoff: 0,
      lease: Number.NaN,
      timeout: -1,
      keepCompleted: -1,
    } as unknown as BullMqEventQueueOptions;
    let message = '';
    try {
      new BullMqEventQueue(wrong);
    } catch (error) {
      message = String(error);
    }
    for (const part of [
      'ConfigurationError',
      'connection is missing',
      'name must be a non-empty string without a colon',
      'attempts must be a positive integer',
      'concurrency must be',
      'backoff must be a positive number of seconds',
      'lease must be',
      'timeout must be',
      'keepCompleted must be',
    ]) {
      expect(message).toContain(part);
    }
  });

  const keyed = { encryptionKey: Buffer.alloc(32, 1) };

  it.each([
    [{}],
    [{ host: 'localhost', port: 6379 }],
    [{ host: '127.0.0.2' }],
    [{ host: 'LOCALHOST' }],
    [{ host: '::1' }],
    [{ path: '/run/redis.sock' }],
    [{ url: 'redis://localhost:6379' }],
    [{ url: 'redis://:password@[::1]:6379/1' }],
    [{ isCluster: false, options: { host: '127.0.0.1' } }],
    [{ options: { socket: { host: 'localhost' } } }],
    [{ options: { sentinels: null, host: 'localhost' } }],
  ])('needs no key for Redis on this machine: %j', (connection) => {
    expect(() => new BullMqEventQueue({ connection })).not.toThrow();
  });

  it.each([
    [{ host: 'redis' }],
    [{ host: '10.0.0.5' }],
    [{ host: 'redis', path: '' }],
    [{ host: '127.0.0.1.example.com' }],
    [{ host: 'not-localhost' }],
    [{ url: 5 }],
    [{ url: 'rediss://cache.example.com:6380', host: 'localhost' }],
    [{ url: 'rediss://cache.example.com', path: '/run/redis.sock' }],
    [{ url: 'not an address' }],
    [{ sentinels: [{ host: '127.0.0.1' }] }],
    [{ isCluster: true, options: {} }],
    [{ isCluster: false, options: { host: 'redis' } }],
    [{ options: { url: 'redis://redis' } }],
    [{ options: { socket: { host: 'redis' } } }],
    [{ options: { url: 'redis://redis', socket: { reconnectStrategy: 500 } } }],
    [{ host: 'localhost', Connector: class {} }],
    [{ options: { host: 'localhost', Connector: class {} } }],
    [{ rootNodes: [{ url: 'redis://localhost' }] }],
    [{ options: { rootNodes: [{ url: 'redis://localhost' }] } }],
    [{ options: { sentinelRootNodes: [{ host: 'localhost', port: 1 }], host: 'localhost' } }],
    [{ url: 'redis://evil.example:6379?host=localhost' }],
  ])('needs a key for Redis elsewhere: %j', (connection) => {
    const options = { connection } as BullMqEventQueueOptions;
    expect(() => new BullMqEventQueue(options)).toThrow(
      /^BullMqEventQueue: encryptionKey is missing: .*openssl rand -base64 32.*process\.env\.PIX_EVENT_KEY\.$/,
    );
    expect(() => new BullMqEventQueue({ ...options, ...keyed })).not.toThrow();
  });
});
