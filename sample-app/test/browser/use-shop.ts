import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openServices, type Services } from '../../../test/load/services.js';
import { openBrowser } from '../../../test/support/browser.js';
import { ShopProcess } from './shop-process.js';

/** A browser and a shop for all tests of a spec file; available when the tests run. */
export interface ShopInBrowser {
  readonly browser: Browser;
  readonly shop: ShopProcess;
}

/**
 * Starts a browser and a shop before the first test of a spec file, and ends both after the last. With `SHOP_SERVICES=1`,
 * the shop uses PostgreSQL and Redis instead of the embedded database.
 */
export function useShop(): ShopInBrowser {
  const opened: { browser?: Browser; shop?: ShopProcess; services?: Services } = {};
  beforeAll(async () => {
    opened.browser = await openBrowser();
    if (process.env.SHOP_SERVICES === '1') opened.services = await openServices();
    opened.shop = await ShopProcess.start(toVariables(opened.services));
  });
  // What did not start is absent, so that a missing browser is the only reported error.
  afterAll(async () => {
    await Promise.all([opened.browser?.close(), opened.shop?.stop()]);
    await opened.services?.close();
  });
  return {
    get browser() {
      return opened.browser!;
    },
    get shop() {
      return opened.shop!;
    },
  };
}

function toVariables(services: Services | undefined): Record<string, string> {
  return services ? { DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl } : {};
}
