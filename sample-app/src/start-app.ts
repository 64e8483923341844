import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureHttp } from './http/configure-http.js';
import type { ShopSettings } from './settings/settings.js';
import { SETTINGS } from './settings/settings.module.js';
import { WebhookRegistration } from './webhook/webhook-registration.js';

/**
 * Starts the shop: listens, then registers the webhook, because the bank may call it immediately. A worker listens only for
 * requests about its health.
 *
 * @returns the address of the page
 */
export async function startApp(app: NestExpressApplication): Promise<string> {
  configureHttp(app);
  const { host, port, role } = app.get<ShopSettings>(SETTINGS);
  await app.listen(port, host);
  if (role !== 'worker') await app.get(WebhookRegistration, { strict: false }).register();
  const address = new URL(await app.getUrl());
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) address.hostname = 'localhost';
  return address.origin;
}
