import { afterAll } from '@jest/globals';
import { describeJourneys } from '../../sample-app/test/journeys/journeys.js';
import { openServices, type Services } from '../../sample-app/test/load/services.js';
import { openShop } from '../../sample-app/test/support/open-shop.js';

let services: Services | undefined;

describeJourneys('journeys with PostgreSQL and Redis', async () => {
  services = await openServices();
  return openShop('express', {
    DATABASE_URL: services.databaseUrl,
    DATABASE_DIR: undefined,
    REDIS_URL: services.redisUrl,
  });
});
afterAll(() => services?.close());
