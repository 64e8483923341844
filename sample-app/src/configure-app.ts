import { isIPv6 } from 'node:net';
import { type INestApplication, ValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveDocs } from './docs/serve-docs.js';
import { InputLimitsPipe } from './page/input-limits.pipe.js';
import { onlyHealth } from './page/only-health.js';
import { RequestDrain } from './page/request-drain.js';
import { requestGuard } from './page/request-guard.js';
import { securityHeaders } from './page/security-headers.js';
import type { ShopSettings } from './settings/settings.js';
import { SETTINGS } from './settings/settings.module.js';
import { traceRequests } from './tracing/trace-requests.js';

/** Configures middleware and pipes, for production and tests. */
export function configureApp(app: INestApplication): void {
  const { bank, host, allowedHosts, trustedProxies, role, apiDocs, otlpEndpoint } =
    app.get<ShopSettings>(SETTINGS);
  // In demo mode every visitor can pay, so the shop answers only under known host names.
  const isGuarded = !bank || allowedHosts.length > 0;
  const hosts = [isIPv6(host) ? `[${host}]` : host, ...allowedHosts];
  if (otlpEndpoint !== undefined) app.use(traceRequests);
  if (role === 'worker') app.use(onlyHealth);
  app.use(securityHeaders);
  app.use(app.get(RequestDrain).track);
  app.use(requestGuard(isGuarded ? hosts : undefined));
  app.useGlobalPipes(
    new InputLimitsPipe(),
    new ValidationPipe({ whitelist: true, transform: true }),
  );
  if (app.getHttpAdapter().getType() === 'express') {
    const express = app as NestExpressApplication;
    express.set('trust proxy', [...trustedProxies]);
    // Uploads; this is the default of Fastify.
    express.useBodyParser('json', { limit: '1mb' });
  }
  if (apiDocs) serveDocs(app);
}
