import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpService } from '@nestjs/axios';
import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/index.js';
import { PixTestingModule } from '../../devkit/testing.js';
import {
  generateTxid,
  getPixClientToken,
  getPixHttpToken,
  PixClient,
  PixCobService,
  PixModule,
  PixPayloadService,
  PixRecebidosService,
  PixWebhookService,
  TokenService,
  type PixModuleOptions,
} from '../../lib/index.js';

@Injectable()
class Orders {
  constructor(@Inject(PixCobService) private readonly cob: PixCobService) {}

  async charge(): Promise<string> {
    const body = { valor: { original: '37.00' }, chave: 'loja@example.com' };
    return (await this.cob.createWithTxid(generateTxid(), body)).txid;
  }
}

const missing: PixModuleOptions = {
  provider: 'sicoob',
  clientId: 'client-1',
  certificate: { pfx: './missing/sicoob.pfx' },
};
const pixModule = PixModule.forRoot({ ...missing, isGlobal: true });

@Module({ imports: [pixModule], providers: [Orders] })
class AppModule {}

const fake = { createWithTxid: async (txid: string) => ({ txid }) };
const notFound = { name: 'CertificateError', errorCode: 'PIX_CERTIFICATE_NOT_FOUND' };

let testing: TestingModule | undefined;
let simulator: PixSimulator | undefined;

afterEach(async () => {
  await testing?.close();
  await simulator?.close();
  [testing, simulator] = [undefined, undefined];
});

const build = (module: DynamicModule | typeof AppModule = AppModule) =>
  Test.createTestingModule({ imports: [module] });

describe('overrideProvider of a service', () => {
  it('needs no certificate', async () => {
    testing = await build().overrideProvider(PixCobService).useValue(fake).compile();
    await testing.init();
    expect(await testing.get(Orders).charge()).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it.each<[string, PixModuleOptions]>([
    ['without credentials', { provider: 'sicoob' }],
    ['without the folder of the simulator', { provider: 'simulator', simulator: './missing' }],
  ])('needs no valid options: %s', async (_name, options) => {
    const module = PixModule.forRoot(options);
    await expect(build(module).compile()).rejects.toMatchObject({ name: 'ConfigurationError' });
    testing = await build(module).overrideProvider(PixCobService).useValue(fake).compile();
    expect(testing.get(PixCobService)).toBe(fake);
  });

  it('needs no environment, and no options of a factory', async () => {
    const reasons: [DynamicModule, RegExp][] = [
      [PixModule.forRootFromEnv({ prefix: 'NOWHERE_' }), /NOWHERE_PROVIDER is missing/],
      [
        PixModule.forRootAsync({ useFactory: () => Promise.reject(new Error('no vault')) }),
        /no vault/,
      ],
    ];
    for (const [module, reason] of reasons) {
      await expect(build(module).compile()).rejects.toThrow(reason);
      testing = await build(module).overrideProvider(PixCobService).useValue(fake).compile();
      expect(testing.get(PixCobService)).toBe(fake);
      await expect(testing.get(TokenService).getToken()).rejects.toThrow(reason);
      await testing.close();
    }
  });

  it('fails the calls of other services with the error of the account', async () => {
    testing = await build()
      .overrideProvider(PixCobService)
      .useClass(class {})
      .compile();
    const recebidos = testing.get(PixRecebidosService, { strict: false });
    expect(recebidos).toBeInstanceOf(PixRecebidosService);
    await expect(recebidos.get('E'.repeat(32))).rejects.toMatchObject(notFound);
    const items = recebidos.iterate({ inicio: new Date(0), fim: new Date(1) });
    await expect(items[Symbol.asyncIterator]().next()).rejects.toMatchObject(notFound);
    const tokens = testing.get(TokenService, { strict: false });
    await expect(tokens.getToken()).rejects.toMatchObject(notFound);
    const payloads = testing.get(PixPayloadService, { strict: false });
    await expect(payloads.fetch('nothing')).rejects.toMatchObject({ name: 'ValidationError' });
    const http = await testing.resolve<HttpService>(getPixHttpToken());
    await expect(http.axiosRef.get('https://pix.example.com')).rejects.toMatchObject(notFound);
    const client = testing.get(PixClient);
    expect(inspect(client)).toContain('not opened');
    const candidates = client.rec.findCandidates({ vinculo: { devedor: {} } } as never);
    await expect(candidates).rejects.toMatchObject(notFound);
  });

  it('keeps the other services in use with a valid account', async () => {
    simulator = await PixSimulator.start();
    const registered: string[] = [];
    testing = await build(PixModule.forRoot(simulator.moduleOptions))
      .overrideProvider(PixWebhookService)
      .useValue({ register: (chave: string) => registered.push(chave) })
      .compile();
    const client = testing.get(PixClient);
    const sent: (string | undefined)[] = [];
    const http = await testing.resolve<HttpService>(getPixHttpToken());
    http.axiosRef.interceptors.request.use((config) => {
      sent.push(config.method?.toUpperCase());
      return config;
    });
    const body = { valor: { original: '37.00' }, chave: 'loja@example.com' };
    const { txid } = await testing.get(PixCobService).createWithTxid(generateTxid(), body);
    await simulator.control.pay(txid);
    const found = [];
    const period = { inicio: new Date(0), fim: new Date(Date.now() + 86_400_000) };
    for await (const pix of client.recebidos.iterate(period)) found.push(pix.txid);
    expect(found).toEqual([txid]);
    expect(sent).toEqual(['POST', 'PUT', 'GET']);
    const withoutToken = http.axiosRef.get(`${simulator.url}/cob/${txid}`);
    await expect(withoutToken).rejects.toMatchObject({ response: { status: 401 } });
  });
});

describe('an application without overrides', () => {
  it('does not start with a wrong certificate', async () => {
    await expect(build().compile()).rejects.toMatchObject(notFound);
    const named = PixModule.forRoot({ ...missing, name: 'filial' });
    await expect(build(named).compile()).rejects.toMatchObject(notFound);
    testing = await build(named)
      .overrideProvider(getPixClientToken('filial'))
      .useValue({ recebidos: {} })
      .compile();
  });

  it('is not affected by an override of another provider', async () => {
    await expect(build().overrideProvider(Orders).useValue({}).compile()).rejects.toMatchObject(
      notFound,
    );
  });
});

describe('overrideModule', () => {
  it('replaces the dynamic module by identity', async () => {
    testing = await build()
      .overrideModule(pixModule)
      .useModule(PixTestingModule.forRoot())
      .compile();
    expect(await testing.get(Orders, { strict: false }).charge()).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it('does not defer the account of an application', async () => {
    class OwnPixModule extends PixModule {}
    Module({})(OwnPixModule);
    await expect(build(OwnPixModule.forRoot(missing)).compile()).rejects.toMatchObject(notFound);
    const two = { module: AppModule, imports: [PixModule.forRoot({ ...missing, name: 'filial' })] };
    await expect(build(two).compile()).rejects.toMatchObject(notFound);
  });
});
