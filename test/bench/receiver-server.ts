/** The server of receiver.bench.ts: a process of its own, so that its CPU is its own. */
import 'reflect-metadata';
import { Body, Controller, HttpCode, Injectable, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { OnPixRecebido, PixWebhookReceiverModule } from '../../lib/receiver/index.js';

export interface ServerOrder {
  platform: string;
  secret: string;
}

/** CPU of the process so far, in microseconds. */
export type ServerAnswer = { port: number } | { cpu: number };

const [{ platform, secret }] = (await once(process, 'message')) as [ServerOrder];

/** What a developer would write without the library: no authentication, no check, no memory of what was handled. */
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

@Module({
  imports: [PixWebhookReceiverModule.forRoot({ authentication: { secret } })],
  controllers: [BareController],
  providers: [Payments],
})
class AppModule {}

const adapter = platform === 'Express' ? new ExpressAdapter() : new FastifyAdapter();
// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
const app = await NestFactory.create(AppModule, adapter as ExpressAdapter, { logger: false });
await app.listen(0, '127.0.0.1');
const tell = (answer: ServerAnswer) => process.send?.(answer);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell({ cpu: user + system });
});
process.on('disconnect', () => process.exit());
tell({ port: (app.getHttpServer().address() as AddressInfo).port });
