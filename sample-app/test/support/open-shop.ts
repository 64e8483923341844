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
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ PORT: '0', DATABASE_DIR: 'memory://', ...env })],
  })
    .overrideProvider(DemoProvider)
    .useClass(InProcessDemoProvider)
    .setLogger(memoryLogger(log))
    .compile();
  const app =
    platform === 'fastify'
      ? module.createNestApplication(new FastifyAdapter({ forceCloseConnections: true }))
      : // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
        module.createNestApplication({ forceCloseConnections: true });
  try {
    await startApp(app);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    app,
    url: await app.getUrl(),
    provider: module.get<InProcessDemoProvider>(DemoProvider, { strict: false }),
    log,
    close: () => app.close(),
  };
}

function memoryLogger(lines: string[]): LoggerService {
  const write = (...parts: unknown[]) => {
    lines.push(parts.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '));
  };
  return { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
}
