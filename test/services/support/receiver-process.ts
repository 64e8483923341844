/**
 * One of several receiver processes. Its first message is a `ReceiverOrder`.
 * After a `ReceiverCommand` of `stall` its handlers take effect and never return; each sends a `ReceiverNotice` then.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  OnPixRecebido,
  PixWebhookReceiverModule,
  type PixEventContext,
} from '../../../lib/receiver/index.js';
import { openHandlerLog, type Kind } from './handler-log.js';

export type ReceiverCommand = 'stall';
export type ReceiverNotice = 'stalled';

export interface ReceiverOrder {
  kind: Kind;
  name: string;
  secret: string;
  /** 0 for any. */
  port: number;
}

const [order] = (await once(process, 'message')) as [ReceiverOrder];
const handlerLog = await openHandlerLog(order.kind, order.name);
let stalling = false;
process.on('message', (message) => {
  stalling ||= message === ('stall' satisfies ReceiverCommand);
});

@Injectable()
class Payments {
  @OnPixRecebido({ id: 'payments' })
  async settle(_pix: object, { eventKey }: PixEventContext): Promise<void> {
    await handlerLog.ran(eventKey);
    if (stalling) {
      process.send?.('stalled' satisfies ReceiverNotice);
      await new Promise(() => undefined);
    }
  }
}

@Module({
  imports: [
    PixWebhookReceiverModule.forRoot({
      authentication: { secret: order.secret },
      store: handlerLog.store,
    }),
  ],
  providers: [Payments],
})
class ReceiverModule {}

const app = await NestFactory.create<NestExpressApplication>(ReceiverModule, { logger: false });
await app.listen(order.port, '127.0.0.1');
process.send?.((app.getHttpServer().address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
