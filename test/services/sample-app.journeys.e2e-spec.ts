import { afterAll } from '@jest/globals';
import { describeJourneys } from '../../sample-app/test/journeys.js';
import { openShop } from '../../sample-app/test/support/open-shop.js';
import { openServices, type Services } from '../load/services.js';

let services: Services | undefined;

describeJourneys('journeys with PostgreSQL and Redis', async () => {
  services = await openServices();
  const { databaseUrl, redisUrl } = services;
  return openShop({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
});
afterAll(() => services?.close());
