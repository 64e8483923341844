import type { INestApplication, LoggerService } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { Passwords } from '../../src/backoffice/access/passwords.js';
import { DemoProvider } from '../../src/bank/demo-provider.js';
import { PAGES_FOLDER } from '../../src/page/pages.js';
import type { Environment } from '../../src/settings/environment.js';
import { startApp } from '../../src/start-app.js';
import { CheapPasswords } from './cheap-passwords.js';
import { copyDatabase } from './database-directory.js';
import { InProcessDemoProvider } from './in-process-demo-provider.js';
import { memoryLogger } from './memory-logger.js';
import { NO_LIMIT } from './no-limit.js';
import { createPagesFolder } from './pages-folder.js';

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

interface StartOptions {
  /** The folder of built pages. Default: pages that show nothing. */
  readonly builtPages?: string;
  readonly provider?: InProcessDemoProvider;
}

/** Starts the shop in this process on a free port, configured only by `env`. The caller closes it. */
export async function startShop(
  platform: Platform,
  env: Environment = {},
  { builtPages, provider = new InProcessDemoProvider() }: StartOptions = {},
): Promise<Shop> {
  const log: string[] = [];
  const database = 'DATABASE_DIR' in env ? undefined : await copyDatabase();
  const pages = builtPages === undefined ? createPagesFolder() : undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await app?.close();
    await database?.remove();
    await pages?.remove();
  };
  let app: INestApplication | undefined;
  try {
    const settings = { ...(database && { DATABASE_DIR: database.path }), ...env };
    app = await createApp(platform, settings, {
      provider,
      pages: builtPages ?? pages!.path,
      logger: memoryLogger(log),
    });
    await startApp(app);
  } catch (error) {
    await close();
    await provider.stop();
    throw error;
  }
  return { app, url: await app.getUrl(), provider, log, close: () => (closing ??= close()) };
}

interface Parts {
  readonly provider: DemoProvider;
  /** The folder of the pages. */
  readonly pages: string;
  readonly logger: LoggerService;
}

async function createApp(
  platform: Platform,
  env: Environment,
  { provider, pages, logger }: Parts,
): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ PORT: '0', ...NO_LIMIT, ...env })],
  })
    .overrideProvider(DemoProvider)
    .useValue(provider)
    .overrideProvider(Passwords)
    .useClass(CheapPasswords)
    .overrideProvider(PAGES_FOLDER)
    .useValue(pages)
    .setLogger(logger)
    .compile();
  return platform === 'fastify'
    ? module.createNestApplication(new FastifyAdapter({ forceCloseConnections: true }))
    : // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
      module.createNestApplication({ forceCloseConnections: true });
}
