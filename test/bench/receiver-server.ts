/** A server of the receiver's benchmark in a separate process, so that its CPU time is measured separately. */
import 'reflect-metadata';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Body, Controller, HttpCode, Injectable, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import { InMemoryEventStore, OnPixRecebido, PixWebhookReceiverModule } from 'nestjs-pix';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { PostgresEventStore } from 'nestjs-pix/postgres';
import { RedisEventStore } from 'nestjs-pix/redis';
import { Pool } from 'pg';

export type Platform = 'Express' | 'Fastify';

/** The server's handler: a bare Nest handler, or the receiver with one of its stores or its queue. */
export type Variant = 'bare' | 'memory' | 'Redis' | 'PostgreSQL' | 'BullMQ';

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

/** Returns where the receiver records events. The workers of the queue would be other processes. */
async function openDestination(variant: Exclude<Variant, 'bare'>) {
  const { name, redisUrl, postgresUrl, secret } = order;
  if (variant === 'memory') return { store: new InMemoryEventStore() };
  if (variant === 'Redis') {
    return { store: new RedisEventStore(new Redis(redisUrl), { prefix: `${name}:` }) };
  }
  if (variant === 'BullMQ') {
    const encryptionKey = hash('sha256', secret);
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
    return { queue: new BullMqEventQueue({ connection, prefix: name, encryptionKey }) };
  }
  const pool = new Pool({ connectionString: postgresUrl });
  const store = new PostgresEventStore(pool, { table: `${name}.events` });
  await store.migrate();
  return { store };
}

async function appModule(): Promise<object> {
  if (order.variant === 'bare') return { module: class BareApp {}, controllers: [BareController] };
  const { secret, variant, ca } = order;
  const destination = await openDestination(variant);
  const authentication =
    ca === undefined
      ? { secret }
      : { mtls: { ca, header: 'Client-Cert' }, trustedProxies: ['127.0.0.1'] };
  const receiver = PixWebhookReceiverModule.forRoot({ authentication, ...destination });
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
