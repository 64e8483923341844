/** A server of the receiver's benchmark in a separate process, so that its CPU time is measured separately. */
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Body, Controller, HttpCode, Injectable, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import {
  InMemoryEventStore,
  OnPixRecebido,
  PixWebhookReceiverModule,
  type PixEventStore,
} from 'nestjs-pix';
import { PostgresEventStore } from 'nestjs-pix/postgres';
import { RedisEventStore } from 'nestjs-pix/redis';
import { Pool } from 'pg';

export type Platform = 'Express' | 'Fastify';

/** The server's handler: a bare Nest handler, or the receiver with one of its stores. */
export type Variant = 'bare' | 'memory' | 'Redis' | 'PostgreSQL';

export interface ServerOrder {
  platform: Platform;
  variant: Variant;
  secret: string;
  /** Schema of PostgreSQL and prefix of Redis keys, for this run only. */
  name: string;
  postgresUrl: string;
  redisUrl: string;
  /** The authority of the client certificates that a proxy forwards; they replace the secret. */
  ca?: string | undefined;
}

/** `result`: CPU time of the process so far in microseconds, or bytes of live objects and buffers. */
export type ServerMessage = { port: number } | { result: number };

const [order] = (await once(process, 'message')) as [ServerOrder];

/** A handler without the library: no authentication, no validation, no deduplication. */
@Controller('bare')
class BareController {
  private received = 0;

  @Post()
  @HttpCode(200)
  receive(@Body() body: { pix: unknown[] }): void {
    this.received += body.pix.length;
  }
}

@Injectable()
class Payments {
  received = 0;

  @OnPixRecebido()
  receive(): void {
    this.received += 1;
  }
}

async function openStore(variant: Exclude<Variant, 'bare'>): Promise<PixEventStore> {
  if (variant === 'memory') return new InMemoryEventStore();
  if (variant === 'Redis') {
    return new RedisEventStore(new Redis(order.redisUrl), { prefix: `${order.name}:` });
  }
  const pool = new Pool({ connectionString: order.postgresUrl });
  const store = new PostgresEventStore(pool, { table: `${order.name}.events` });
  await store.migrate();
  return store;
}

async function appModule(): Promise<object> {
  if (order.variant === 'bare') return { module: class BareApp {}, controllers: [BareController] };
  const { secret, variant, ca } = order;
  const store = await openStore(variant);
  const authentication =
    ca === undefined
      ? { secret }
      : { mtls: { ca, header: 'Client-Cert' }, trustedProxies: ['127.0.0.1'] };
  const receiver = PixWebhookReceiverModule.forRoot({ authentication, store });
  return { module: class ReceiverApp {}, imports: [receiver], providers: [Payments] };
}

@Module({})
class AppModule {}

const adapter = order.platform === 'Express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create(
  { ...(await appModule()), module: AppModule },
  adapter as ExpressAdapter,
  { logger: false },
);
await app.listen(0, '127.0.0.1');
const respond = (answer: ServerMessage) => process.send?.(answer);
process.on('message', (question) => {
  if (question === 'memory') {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    respond({ result: heapUsed + external });
  } else {
    const { user, system } = process.cpuUsage();
    respond({ result: user + system });
  }
});
process.on('disconnect', () => process.exit());
respond({ port: (app.getHttpServer().address() as AddressInfo).port });
