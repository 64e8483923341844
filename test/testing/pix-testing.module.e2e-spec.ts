import { afterEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/index.js';
import { PixTestingModule } from '../../devkit/testing.js';
import {
  generateTxid,
  getPixClientToken,
  PixClient,
  PixCobService,
  PixModule,
  type CobGerada,
} from '../../lib/index.js';

@Injectable()
class Orders {
  constructor(@Inject(PixCobService) private readonly cob: PixCobService) {}

  charge(): Promise<CobGerada> {
    return this.cob.createWithTxid(generateTxid(), {
      calendario: { expiracao: 3600 },
      valor: { original: '37.00' },
      chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    });
  }

  async isPaid(txid: string): Promise<boolean> {
    return (await this.cob.get(txid)).status === 'CONCLUIDA';
  }
}

@Module({ providers: [Orders], exports: [Orders] })
class OrdersModule {}

/** The module of an application, whose certificate does not exist where tests run. */
@Module({
  imports: [
    PixModule.forRoot({
      isGlobal: true,
      provider: 'sicoob',
      clientId: 'client-1',
      certificate: { pfx: './missing/sicoob.pfx' },
    }),
  ],
})
class BankModule {}

@Module({ imports: [BankModule, OrdersModule] })
class AppModule {}

let testing: TestingModule | undefined;

afterEach(async () => {
  await testing?.close();
  testing = undefined;
});

describe('PixTestingModule', () => {
  it('provides the services with a simulated provider', async () => {
    testing = await Test.createTestingModule({
      imports: [OrdersModule, PixTestingModule.forRoot()],
    }).compile();
    const orders = testing.get(Orders, { strict: false });
    const { txid } = await orders.charge();
    expect(await orders.isPaid(txid)).toBe(false);
    await testing.get(PixSimulator, { strict: false }).control.pay(txid);
    expect(await orders.isPaid(txid)).toBe(true);
  });

  it('replaces the module of an application, whose certificate is not loaded', async () => {
    await expect(
      Test.createTestingModule({ imports: [AppModule] }).compile(),
    ).rejects.toMatchObject({ name: 'CertificateError', errorCode: 'PIX_CERTIFICATE_NOT_FOUND' });
    testing = await Test.createTestingModule({ imports: [AppModule] })
      .overrideModule(BankModule)
      .useModule(PixTestingModule.forRoot())
      .compile();
    const { txid } = await testing.get(Orders, { strict: false }).charge();
    expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it('loads no certificate where the client is overridden', async () => {
    testing = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(PixClient)
      .useValue({})
      .compile();
    expect(testing.get(Orders, { strict: false })).toBeInstanceOf(Orders);
  });

  it('passes options to the simulated provider and to the account', async () => {
    testing = await Test.createTestingModule({
      imports: [
        PixTestingModule.forRoot({
          name: 'filial',
          simulator: { clientId: 'client-of-the-test' },
          account: { deadline: 5 },
        }),
      ],
    }).compile();
    const client = testing.get<PixClient>(getPixClientToken('filial'), { strict: false });
    expect(client.toJSON()).toMatchObject({ clientId: 'client-of-the-test' });
    await expect(client.tokens.getToken()).resolves.toEqual(expect.any(String));
  });

  it('stops the simulated provider with the application', async () => {
    const started = await Test.createTestingModule({
      imports: [PixTestingModule.forRoot()],
    }).compile();
    const { url } = started.get(PixSimulator, { strict: false });
    await started.close();
    await expect(fetch(url)).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    });
  });

  it('refuses unknown options', () => {
    expect(() => PixTestingModule.forRoot({ simulater: {} } as never)).toThrow('simulater');
  });
});
