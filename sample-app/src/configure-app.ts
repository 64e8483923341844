import { isIPv6 } from 'node:net';
import { type INestApplication, ValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { requestGuard } from './page/request-guard.js';
import { securityHeaders } from './page/security-headers.js';
import type { ShopSettings } from './settings/settings.js';
import { SETTINGS } from './settings/settings.module.js';

/** Configures middleware and pipes, for production and tests. */
export function configureApp(app: INestApplication): void {
  const { bank, host, allowedHosts, trustedProxies } = app.get<ShopSettings>(SETTINGS);
  // In demo mode every visitor can pay, so the shop answers only under known host names.
  const isGuarded = !bank || allowedHosts.length > 0;
  const hosts = [isIPv6(host) ? `[${host}]` : host, ...allowedHosts];
  app.use(securityHeaders);
  app.use(requestGuard(isGuarded ? hosts : undefined));
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  if (app.getHttpAdapter().getType() === 'express') {
    (app as NestExpressApplication).set('trust proxy', [...trustedProxies]);
  }
}
