/** A receiver or worker process that can be killed. */
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { BullMqEventQueue } from '../../../lib/bullmq.js';
import {
  OnPixRecebido,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  PostgresEventStore,
  RedisEventStore,
  type PixEventContext,
  type PixEventStore,
} from '../../../lib/receiver/index.js';
import { POSTGRES_URL } from '../../services/support/servers.js';
import { HandlerRuns } from './handler-runs.js';
import { completeInHandler, plainHandler, transactionHandler, type Handle } from './handler.js';
import { LEASE, type ReceiverOrder } from './store-kinds.js';

const [order] = (await once(process, 'message')) as [ReceiverOrder];
process.on('disconnect', () => process.exit());
const handlerRuns = await HandlerRuns.open(order.name);
const handle = createHandler(order);

@Injectable()
class Payments {
  @OnPixRecebido({ id: 'payments' })
  settle(_pix: object, context: PixEventContext): Promise<void> {
    return handle(context);
  }
}

@Module({ imports: buildModules(order), providers: [Payments] })
class ChaosModule {}

if (order.role === 'worker') {
  await NestFactory.createApplicationContext(ChaosModule, { logger: false });
  process.send?.(0);
} else {
  const app = await NestFactory.create<NestExpressApplication>(ChaosModule, { logger: false });
  await app.listen(order.port, '127.0.0.1');
  process.send?.((app.getHttpServer().address() as AddressInfo).port);
}

function buildModules({ kind, role, secret, name, redisPort }: ReceiverOrder): DynamicModule[] {
  const authentication = { secret };
  if (kind !== 'BullMQ') {
    return [PixWebhookReceiverModule.forRoot({ authentication, store: createStore(order) })];
  }
  const queue = new BullMqEventQueue({
    connection: { host: '127.0.0.1', port: redisPort },
    prefix: `${name}:bull`,
    lease: LEASE,
    backoff: 0.2,
  });
  return role === 'worker'
    ? [PixWebhookWorkerModule.forRoot({ queue, store: createStore(order) })]
    : [PixWebhookReceiverModule.forRoot({ authentication, queue })];
}

function createStore({ kind, name, redisPort }: ReceiverOrder): PixEventStore {
  if (kind.startsWith('PostgreSQL')) {
    return new PostgresEventStore(relayedPool(6), { table: `${name}.events`, lease: LEASE });
  }
  const redis = new Redis({ host: '127.0.0.1', port: redisPort });
  redis.on('error', () => undefined);
  return new RedisEventStore(redis, { prefix: `${name}:event:`, lease: LEASE });
}

function createHandler({ kind }: ReceiverOrder): Handle {
  if (kind === 'PostgreSQL with transaction') return transactionHandler(handlerRuns);
  if (kind === 'PostgreSQL with completeIn') return completeInHandler(handlerRuns, relayedPool(10));
  return plainHandler(handlerRuns);
}

/** Creates a pool whose connections the run interrupts. They have a time limit, as an application's should. */
function relayedPool(max: number): Pool {
  const url = new URL(POSTGRES_URL);
  url.port = String(order.postgresPort);
  const pool = new Pool({
    connectionString: url.href,
    max,
    connectionTimeoutMillis: 4000,
    query_timeout: 8000,
  });
  pool.on('error', () => undefined);
  return pool;
}
