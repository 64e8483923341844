import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { explainFailure } from './explain-failure.js';
import { ShopLogger } from './shop-logger.js';
import { startApp } from './start-app.js';

const logger = new Logger('LojaIpe');
let app: NestExpressApplication | undefined;

try {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
  app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(), {
    abortOnError: false,
    logger: new ShopLogger(),
    forceCloseConnections: true,
  });
  app.disable('x-powered-by');
  app.enableShutdownHooks();
  logger.log(`Loja Ipê is ready at ${await startApp(app)}`);
} catch (error) {
  logger.error(explainFailure(error));
  await app?.close().catch(() => undefined);
  process.exit(1);
}
