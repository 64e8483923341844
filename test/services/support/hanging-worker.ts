/** A worker process whose handler never ends, so that it can be killed during the handler. */
import 'reflect-metadata';
import { once } from 'node:events';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BullMqEventQueue } from '../../../lib/bullmq.js';
import {
  OnPixRecebido,
  PixWebhookWorkerModule,
  RedisEventStore,
  type PixEventContext,
} from '../../../lib/receiver/index.js';
import { openRedis, REDIS_URL } from './servers.js';

export interface HangingWorkerOrder {
  prefix: string;
  storePrefix: string;
  lease: number;
}

const [{ prefix, storePrefix, lease }] = (await once(process, 'message')) as [HangingWorkerOrder];

@Injectable()
class Payments {
  @OnPixRecebido({ id: 'Orders.onPix' })
  async settle(_pix: object, { eventKey }: PixEventContext): Promise<void> {
    process.send?.(eventKey);
    await new Promise(() => undefined);
  }
}

@Module({
  imports: [
    PixWebhookWorkerModule.forRoot({
      queue: new BullMqEventQueue({ connection: { url: REDIS_URL }, prefix, lease }),
      store: new RedisEventStore(await openRedis(), { prefix: storePrefix, lease }),
    }),
  ],
  providers: [Payments],
})
class WorkerModule {}

await NestFactory.createApplicationContext(WorkerModule, { logger: false });
process.send?.('ready');
process.on('disconnect', () => process.exit());
