// An application with nestjs-pino. It prints one JSON line for each log line.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger, LoggerModule, PinoLogger } from 'nestjs-pino';
import { storage, Store } from 'nestjs-pino/storage.js';
import {
  generateTxid,
  OnPixRecebido,
  PixCobService,
  PixModule,
  PixWebhookReceiverModule,
} from 'nestjs-pix';
import { PixSimulator } from 'nestjs-pix-devkit';
import { buildPix, WebhookTestClient } from 'nestjs-pix-devkit/testing';
import pino from 'pino';
import { pinoHttp } from 'pino-http';

const secret = 'a-long-and-random-secret-of-tests';
const logger = pino({ level: 'debug', base: undefined, timestamp: false });
const http = pinoHttp({
  logger,
  autoLogging: false,
  genReqId: () => 'delivery-1',
  // The address contains the secret.
  serializers: { req: ({ id, method }) => ({ id, method }) },
});

/** What the module of nestjs-pino does with each request of a controller. */
const withRequestLog = (request, response, next) => {
  http(request, response);
  storage.run(new Store(request.log), next);
};

class Payments {
  constructor(log) {
    this.log = log;
  }

  async paid({ endToEndId }) {
    await new Promise(setImmediate);
    this.log.assign({ step: 'handler' });
    this.log.info({ endToEndId }, 'paid');
  }
}
Reflect.decorate([Injectable()], Payments);
Reflect.defineMetadata('design:paramtypes', [PinoLogger], Payments);
Reflect.decorate(
  [OnPixRecebido()],
  Payments.prototype,
  'paid',
  Object.getOwnPropertyDescriptor(Payments.prototype, 'paid'),
);

const bank = await PixSimulator.start();

class AppModule {}
Reflect.decorate(
  [
    Module({
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger } }),
        PixModule.forRoot({ ...bank.moduleOptions, log: { success: 'debug' } }),
        PixWebhookReceiverModule.forRoot({
          authentication: { secret },
          middleware: [withRequestLog],
          log: { success: 'log' },
        }),
      ],
      providers: [Payments],
    }),
  ],
  AppModule,
);

const app = await NestFactory.create(AppModule, { bufferLogs: true });
app.useLogger(app.get(Logger));
await app.listen(0, '127.0.0.1');
const cob = app.get(PixCobService);
await cob.createWithTxid(generateTxid(), {
  valor: { original: '37.00' },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
});
await cob.get(generateTxid()).catch(() => undefined);
const { port } = app.getHttpServer().address();
const url = `http://127.0.0.1:${port}/webhooks/pix?hmac=${secret}`;
const client = new WebhookTestClient({ url });
const { status } = await client.pix(buildPix());
client.close();
console.log(JSON.stringify({ delivered: status }));
await app.close();
await bank.close();
