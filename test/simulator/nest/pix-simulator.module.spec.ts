import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { PixSimulator, PixSimulatorModule } from '../../../devkit/simulator/index.js';
import { generateTxid, PixCobService, PixModule } from '../../../lib/index.js';
import { send } from '../support/bare-client.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

const pixModule = PixModule.forRootAsync({
  inject: [PixSimulator],
  useFactory: ({ moduleOptions }: PixSimulator) => moduleOptions,
});

@Injectable()
class Shop {
  constructor(
    readonly cob: PixCobService,
    readonly bank: PixSimulator,
  ) {}
}

describe('PixSimulatorModule', () => {
  it('starts with the application, is injectable, and stops with the application', async () => {
    const app = await Test.createTestingModule({
      imports: [PixSimulatorModule.forRoot({ clientId: 'loja' }), pixModule],
      providers: [Shop],
    }).compile();
    await app.init();
    const { cob, bank } = app.get(Shop);
    const { txid } = await cob.createWithTxid(generateTxid(), COB);
    await bank.control.pay(txid);
    expect((await cob.get(txid)).status).toBe('CONCLUIDA');
    expect(bank.moduleOptions.clientId).toBe('loja');
    await app.close();
    await expect(send(bank.url, { ca: bank.ca, ...bank.clientCertificate })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('works without options', async () => {
    const app = await Test.createTestingModule({
      imports: [PixSimulatorModule.forRoot(), pixModule],
      providers: [Shop],
    }).compile();
    const { cob, bank } = app.get(Shop);
    expect(new URL(bank.url).hostname).toBe('127.0.0.1');
    await cob.createWithTxid(generateTxid(), COB);
    await app.close();
  });

  it('accepts options from a factory', async () => {
    const app = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot({ ignoreEnvFile: true, load: [() => ({ BANK: 'sicredi' })] }),
        PixSimulatorModule.forRootAsync({
          imports: [ConfigModule],
          inject: [ConfigService],
          useFactory: (config: ConfigService) => ({ quirks: config.getOrThrow('BANK') }),
        }),
        pixModule,
      ],
      providers: [Shop],
    }).compile();
    const { cob, bank } = app.get(Shop);
    expect(new URL(bank.url).pathname).toBe('/api');
    await cob.createWithTxid(generateTxid(), COB);
    await app.close();
  });

  it('rejects at the start when an option is invalid', async () => {
    const start = Test.createTestingModule({
      imports: [PixSimulatorModule.forRoot({ port: -1 })],
    }).compile();
    await expect(start).rejects.toMatchObject({ name: 'ConfigurationError' });
  });
});
