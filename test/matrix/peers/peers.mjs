/** Uses every peer of nestjs-pix once, with PostgreSQL and Redis, and prints what came of it. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import Redis from 'ioredis';
import {
  generateTxid,
  OnPixRecebido,
  PixCobService,
  PixModule,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  ValidationError,
} from 'nestjs-pix';
import { PostgresEventStore, postgresEventStoreSchema } from 'nestjs-pix/postgres';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { RedisTokenStore } from 'nestjs-pix/redis';
import { PixSimulator } from 'nestjs-pix-devkit';
import { PixHealthIndicator, PixHealthModule } from 'nestjs-pix/terminus';
import { buildPix, WebhookTestClient } from 'nestjs-pix-devkit/testing';
import pg from 'pg';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const connectionString = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const prefix = `matrix_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const HANDLED_WITHIN_MS = 20_000;

class Payments {
  handled = new Set();
  paid({ endToEndId }) {
    this.handled.add(endToEndId);
  }
}
const { paid } = Object.getOwnPropertyDescriptors(Payments.prototype);
OnPixRecebido()(Payments.prototype, 'paid', paid);

const redis = new Redis(REDIS_URL);
const pool = new pg.Pool({ connectionString });
await pool.query(postgresEventStoreSchema(prefix));

const simulator = await PixSimulator.start();
const { hostname: host, port } = new URL(REDIS_URL);
const store = new PostgresEventStore(pool, { table: prefix });
const queue = new BullMqEventQueue({ connection: { host, port: Number(port) }, prefix });
const tokenStore = new RedisTokenStore(redis, { encryptionKey: Buffer.alloc(32, 7), prefix });
const secret = 'um-segredo-longo-de-teste';

class AppModule {}
Logger.overrideLogger(['error']);
const app = await NestFactory.create({
  module: AppModule,
  imports: [
    PixModule.forRoot({ ...simulator.moduleOptions, tokenStore }),
    PixWebhookReceiverModule.forRoot({ authentication: { secret }, store, queue }),
    PixWebhookWorkerModule.forRoot({ store, queue }),
    PixHealthModule,
  ],
  providers: [Payments],
});
await app.listen(0, '127.0.0.1');

const charge = (original) =>
  app.get(PixCobService).createWithTxid(generateTxid(), {
    calendario: { expiracao: 3600 },
    valor: { original },
    chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  });
const { status } = await charge('37.00');
const error = await charge('37').catch((reason) => reason);
const bank = new WebhookTestClient({ url: `${await app.getUrl()}/webhooks/pix?hmac=${secret}` });
const pix = buildPix();
const { status: notified } = await bank.pix(pix);
const { handled } = app.get(Payments);
for (const end = Date.now() + HANDLED_WITHIN_MS; Date.now() < end; await wait(50))
  if (handled.has(pix.endToEndId)) break;

console.log(
  JSON.stringify({
    status,
    refused: error instanceof ValidationError,
    tokenInRedis: (await redis.keys(`${prefix}*oken*`)).length > 0,
    health: (await app.get(PixHealthIndicator).checkAccount('pix')).pix.status,
    notified,
    handled: handled.has(pix.endToEndId),
    rows: (await pool.query(`SELECT * FROM ${prefix}`)).rows.length,
  }),
);
bank.close();
await app.close();
await simulator.close();
await pool.query(`DROP TABLE ${prefix}`);
await redis.del(await redis.keys(`${prefix}*`));
redis.disconnect();
await pool.end();
