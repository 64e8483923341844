import 'reflect-metadata';
import { Inject, Injectable, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  decodeBrCode,
  generateTxid,
  InjectPixClient,
  isPixRecursoNaoEncontradoException,
  OnPixRecebido,
  PixClient,
  PixCobService,
  PixModule,
  PixWebhookReceiverModule,
  type CobGerada,
  type Pix,
} from 'nestjs-pix';
import { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { RedisTokenStore } from 'nestjs-pix/redis';
import { PixSimulator } from 'nestjs-pix-devkit';
import { PixHealthIndicator, PixHealthModule } from 'nestjs-pix/terminus';
import { buildPix, WebhookTestClient } from 'nestjs-pix-devkit/testing';

@Injectable()
class Checkout {
  constructor(
    @Inject(PixCobService) private readonly cob: PixCobService,
    @InjectPixClient('filial') readonly filial: PixClient,
  ) {}

  charge(valor: string): Promise<CobGerada> {
    return this.cob.createWithTxid(generateTxid(), {
      calendario: { expiracao: 3600 },
      valor: { original: valor },
      chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    });
  }

  async isMissing(txid: string): Promise<boolean> {
    try {
      await this.cob.get(txid);
      return false;
    } catch (error) {
      return isPixRecursoNaoEncontradoException(error) && error.status === 404;
    }
  }
}

@Injectable()
class Payments {
  readonly handled: string[] = [];

  @OnPixRecebido()
  paid({ endToEndId }: Pix): void {
    this.handled.push(endToEndId);
  }
}

/** Returns the error of a queue without a reachable Redis. */
async function queueWithoutRedis(): Promise<string> {
  const connection = { host: '127.0.0.1', port: 1 };
  const queue = new BullMqEventQueue({ connection, timeout: 0.2 });
  return queue.open().then(
    () => 'opened',
    (error: Error) => error.message,
  );
}

/** Returns a token that one client stores and another reads through a Redis in memory. */
async function sharedToken(): Promise<string | undefined> {
  const values = new Map<string, string>();
  const redis = {
    eval: (script: string, _keys: number, key = '', value = ''): Promise<unknown> => {
      if (script.includes('SET')) values.set(key, value);
      return Promise.resolve(values.get(key) ?? null);
    },
  };
  const encryptionKey = Buffer.alloc(32, 7);
  const token = { accessToken: 'token-1', expiresAt: Date.now() + 60_000, renewAt: Date.now() };
  await new RedisTokenStore(redis, { encryptionKey }).set('key', token, 60);
  return (await new RedisTokenStore(redis, { encryptionKey }).get('key'))?.accessToken;
}

async function main(): Promise<void> {
  const simulator = await PixSimulator.start();

  @Module({
    imports: [
      PixModule.forRoot(simulator.moduleOptions),
      PixModule.forRootAsync({ name: 'filial', useFactory: () => simulator.moduleOptions }),
      PixWebhookReceiverModule.forRoot({ authentication: { secret: 'um-segredo-longo-de-teste' } }),
      PixHealthModule,
    ],
    providers: [Checkout, Payments],
  })
  class AppModule {}

  Logger.overrideLogger(['error']);
  const app = await NestFactory.create(AppModule);
  await app.listen(0, '127.0.0.1');
  const checkout = app.get(Checkout);
  const cob = await checkout.charge('37.00');
  const paid = await simulator.control.pay(cob.txid);
  const read = await checkout.filial.cob.get(cob.txid);
  const address = `${await app.getUrl()}/webhooks/pix`;
  const bank = new WebhookTestClient({ url: `${address}?hmac=um-segredo-longo-de-teste` });
  const unauthenticated = new WebhookTestClient({ url: address });
  const notified = buildPix({ txid: cob.txid });
  const answers = [await bank.pix(notified), await unauthenticated.pix(buildPix())];
  const { pix } = await app.get(PixHealthIndicator).checkAccount('pix');
  bank.close();
  unauthenticated.close();
  console.log(
    JSON.stringify({
      status: read.status,
      valor: read.valor.original,
      paid: paid.valor,
      location: decodeBrCode(cob.pixCopiaECola ?? '').location === cob.loc?.location,
      missing: await checkout.isMissing(generateTxid()),
      notified: answers.map(({ status }) => status),
      handled: app.get(Payments).handled.join() === notified.endToEndId,
      health: pix.status,
      queue: await queueWithoutRedis(),
      tokenStore: await sharedToken(),
    }),
  );
  await app.close();
  await simulator.close();
}

void main();
