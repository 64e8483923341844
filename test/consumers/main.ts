import 'reflect-metadata';
import { Inject, Injectable, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  decodeBrCode,
  generateTxid,
  InjectPixClient,
  isPixRecursoNaoEncontradoException,
  PixClient,
  PixCobService,
  PixModule,
  type CobGerada,
} from 'nestjs-pix';
import { PixSimulator } from 'nestjs-pix/simulator';

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

async function main(): Promise<void> {
  const simulator = await PixSimulator.start();

  @Module({
    imports: [
      PixModule.forRoot(simulator.moduleOptions),
      PixModule.forRootAsync({ name: 'filial', useFactory: () => simulator.moduleOptions }),
    ],
    providers: [Checkout],
  })
  class AppModule {}

  Logger.overrideLogger(['error', 'warn']);
  const app = await NestFactory.createApplicationContext(AppModule);
  const checkout = app.get(Checkout);
  const cob = await checkout.charge('37.00');
  const paid = await simulator.control.pay(cob.txid);
  const read = await checkout.filial.cob.get(cob.txid);
  console.log(
    JSON.stringify({
      status: read.status,
      valor: read.valor.original,
      paid: paid.valor,
      location: decodeBrCode(cob.pixCopiaECola ?? '').location === cob.loc?.location,
      missing: await checkout.isMissing(generateTxid()),
    }),
  );
  await app.close();
  await simulator.close();
}

void main();
