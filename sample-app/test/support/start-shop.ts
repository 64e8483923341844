import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { PixSimulator } from 'nestjs-pix-devkit';
import { AppModule } from '../../src/app.module.js';
import { BANK, type Bank } from '../../src/bank/bank.module.js';
import { PAGES_FOLDER } from '../../src/http/pages.js';
import type { Environment } from '../../src/settings/read-settings.js';
import { startApp } from '../../src/start-app.js';
import { copyDatabase } from './database-directory.js';
import { memoryLogger } from './memory-logger.js';
import { createPagesFolder } from './pages-folder.js';

/** The body of an order of one T-shirt. It costs 37.00. */
export const ONE_SHIRT = { itens: [{ produto: 'camiseta-ipe', quantidade: 1 }] };

/** Tests send more requests from one address than a customer. */
export const NO_LIMIT = { REQUESTS_PER_MINUTE: '1000000' };

/** A running shop. */
export interface Shop {
  readonly app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The simulated bank of demo mode. */
  readonly bank: PixSimulator;
  /** Everything that was logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the shop in this process on a free port, configured only by `env`. The caller closes it.
 *
 * @param builtPages the folder of built pages. Default: pages that show nothing
 */
export async function startShop(env: Environment = {}, builtPages?: string): Promise<Shop> {
  const log: string[] = [];
  const isNamed = 'DATABASE_DIR' in env || 'DATABASE_URL' in env;
  const database = isNamed ? undefined : await copyDatabase();
  const pages = builtPages === undefined ? createPagesFolder() : undefined;
  let app: NestExpressApplication | undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await app?.close();
    await database?.remove();
    await pages?.remove();
  };
  try {
    const settings = { ...(database && { DATABASE_DIR: database.path }), ...NO_LIMIT, ...env };
    const module = await Test.createTestingModule({
      imports: [AppModule.forRoot({ PORT: '0', ...settings })],
    })
      .overrideProvider(PAGES_FOLDER)
      .useValue(builtPages ?? pages!.path)
      .setLogger(memoryLogger(log))
      .compile();
    app = module.createNestApplication<NestExpressApplication>({ forceCloseConnections: true });
    await startApp(app);
  } catch (error) {
    await close();
    throw error;
  }
  const bank = app.get<Bank>(BANK, { strict: false }).simulator!;
  return { app, url: await app.getUrl(), bank, log, close: () => (closing ??= close()) };
}
