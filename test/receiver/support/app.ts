import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Module, type INestApplication, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { quiet, RecordedLog } from './log.js';

export type Platform = 'Express' | 'Fastify';

export const platforms: Platform[] = ['Express', 'Fastify'];

export interface StartOptions {
  https?: ServerOptions;
  configure?: (app: INestApplication) => unknown;
}

export interface RunningApp {
  app: INestApplication;
  log: RecordedLog;
  port: number;
}

/** Starts an application on a free port of 127.0.0.1. Rejects when Nest refuses to start it. */
export async function startApp(
  platform: Platform,
  metadata: ModuleMetadata,
  { https, configure }: StartOptions = {},
): Promise<RunningApp> {
  @Module(metadata)
  class AppModule {}

  const log = new RecordedLog();
  const adapter =
    platform === 'Express'
      ? new ExpressAdapter()
      : new FastifyAdapter(https ? { https } : undefined);
  const options = Object.assign(quiet(log), https && { httpsOptions: https });
  const app = await NestFactory.create(AppModule, adapter as ExpressAdapter, options);
  try {
    await configure?.(app);
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, log, port };
}
