import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  InMemoryEventStore,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { startApp } from './support/app.js';
import { Orders } from './support/orders.js';
import { Queue } from './support/queue.js';

const authentication = { secret: 'a-long-and-random-secret-of-tests' };

describe('warning about the in-memory event store in production', () => {
  const environment = process.env.NODE_ENV;

  beforeEach(() => {
    process.env.NODE_ENV = 'production';
  });

  afterEach(() => {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  });

  it.each<[string, PixWebhookReceiverOptions, (typeof Orders)[], boolean]>([
    ['is logged for a receiver with handlers', {}, [Orders], true],
    [
      'is logged for a receiver with a store in memory',
      { store: new InMemoryEventStore() },
      [Orders],
      true,
    ],
    ['is not logged for a receiver without handlers', {}, [], false],
    [
      'is not logged for a receiver with a queue, whose workers have the store',
      { queue: new Queue() },
      [Orders],
      false,
    ],
  ])('%s', async (_name, options, providers, warns) => {
    const { app, log } = await startApp('Express', {
      imports: [PixWebhookReceiverModule.forRoot({ authentication, ...options })],
      providers,
    });
    expect(log.text.includes('The in-memory event store loses its records')).toBe(warns);
    await app.close();
  });
});
