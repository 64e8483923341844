import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { Database } from './database/database.js';
import { explainFailure } from './explain-failure.js';
import { readSettings } from './settings/read-settings.js';
import { ShopLogger } from './shop-logger.js';
import { startApp } from './start-app.js';
import { Telemetry } from './telemetry/telemetry.js';

const logger = new Logger('LojaIpe');
let app: NestExpressApplication | undefined;
/** Ends the metrics and traces that were started. */
const ends: (() => Promise<void>)[] = [];

try {
  const module = AppModule.forRoot();
  const { role, database, host, metricsPort, otlpEndpoint, ...log } = readSettings(process.env);
  Logger.overrideLogger(ShopLogger.create(log.logFormat, log.logLevel));
  if (role === 'migrate') {
    await (await Database.open(database)).close();
    logger.log('The database is migrated');
  } else {
    if (metricsPort !== undefined) {
      const { startMetrics } = await import('./telemetry/metrics.js');
      const metrics = await startMetrics(host, metricsPort);
      ends.push(() => metrics.close());
      logger.log(`Metrics for Prometheus at ${metrics.url}`);
    }
    if (otlpEndpoint !== undefined) {
      const { startTracing } = await import('./telemetry/tracing.js');
      ends.push(startTracing());
    }
    app = await NestFactory.create<NestExpressApplication>(module, {
      abortOnError: false,
      // Idle connections and event streams. RequestDrain waits for requests in progress.
      forceCloseConnections: true,
    });
    app.disable('x-powered-by');
    app.enableShutdownHooks();
    const telemetry = app.get(Telemetry, { strict: false });
    for (const end of ends.splice(0)) telemetry.endWith(end);
    const url = await startApp(app);
    logger.log(
      role === 'worker' ? `A worker of Loja Ipê is ready at ${url}` : `Loja Ipê is ready at ${url}`,
    );
  }
} catch (error) {
  logger.error(explainFailure(error));
  await app?.close().catch(() => undefined);
  await Promise.allSettled(ends.map((end) => end()));
  process.exit(1);
}
