import type { INestApplication, LoggerService } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { closeAtEnd } from '../../../test/support/close-at-end.js';
import { AppModule } from '../../src/app.module.js';
import { DemoProvider } from '../../src/bank/demo-provider.js';
import type { Environment } from '../../src/settings/environment.js';
import { startApp } from '../../src/start-app.js';
import { copyDatabase } from './database-directory.js';
import { InProcessDemoProvider } from './in-process-demo-provider.js';
import { memoryLogger } from './memory-logger.js';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A running shop. */
export interface Shop {
  readonly app: INestApplication;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The simulated provider of demo mode. */
  readonly provider: InProcessDemoProvider;
  /** Everything that was logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** The body of an order of one T-shirt. It costs 37.00. */
export const ONE_SHIRT = { itens: [{ produto: 'camiseta-ipe', quantidade: 1 }] };

/** Tests send more requests from one address than a customer. */
const NO_LIMIT = { REQUESTS_PER_MINUTE: '1000000' };

/** Starts the shop on a free port, configured only by `env`. It is closed after the spec file at the latest. */
export function openShop(platform: Platform, env: Environment = {}): Promise<Shop> {
  return closeAtEnd(open(platform, env));
}

async function open(platform: Platform, env: Environment): Promise<Shop> {
  const log: string[] = [];
  const provider = new InProcessDemoProvider();
  const database = await copyDatabase();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await app?.close();
    await database.remove();
  };
  let app: INestApplication | undefined;
  try {
    const settings = { DATABASE_DIR: database.path, ...env };
    app = await createApp(platform, settings, provider, memoryLogger(log));
    await startApp(app);
  } catch (error) {
    await close();
    await provider.stop();
    throw error;
  }
  return { app, url: await app.getUrl(), provider, log, close: () => (closing ??= close()) };
}

async function createApp(
  platform: Platform,
  env: Environment,
  provider: DemoProvider,
  logger: LoggerService,
): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ PORT: '0', ...NO_LIMIT, ...env })],
  })
    .overrideProvider(DemoProvider)
    .useValue(provider)
    .setLogger(logger)
    .compile();
  return platform === 'fastify'
    ? module.createNestApplication(new FastifyAdapter({ forceCloseConnections: true }))
    : // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
      module.createNestApplication({ forceCloseConnections: true });
}
