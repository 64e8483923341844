import type { INestApplication, LoggerService } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { DemoProvider } from '../../src/bank/demo-provider.js';
import type { Environment } from '../../src/settings/environment.js';
import { startApp } from '../../src/start-app.js';
import { InProcessDemoProvider } from './in-process-demo-provider.js';

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

/** Starts the shop on any free port, configured by `env` alone. */
export async function openShop(platform: Platform, env: Environment = {}): Promise<Shop> {
  const log: string[] = [];
  const provider = new InProcessDemoProvider();
  let app: INestApplication | undefined;
  try {
    app = await createApp(platform, env, provider, memoryLogger(log));
    await startApp(app);
  } catch (error) {
    await app?.close();
    await provider.stop();
    throw error;
  }
  const opened = app;
  return { app, url: await app.getUrl(), provider, log, close: () => opened.close() };
}

async function createApp(
  platform: Platform,
  env: Environment,
  provider: DemoProvider,
  logger: LoggerService,
): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ PORT: '0', DATABASE_DIR: 'memory://', ...env })],
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

function memoryLogger(lines: string[]): LoggerService {
  const write = (...parts: unknown[]) => {
    lines.push(parts.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '));
  };
  return { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
}
