import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  getPixClientToken,
  InjectPixClient,
  PixClient,
  PixCobService,
  PixModule,
  PixPayloadService,
  PixWebhookService,
  TokenService,
  type PixModuleOptions,
  type PixOptionsFactory,
} from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
let provider: ScriptedProvider;
let app: TestingModule | undefined;

async function start(...imports: (DynamicModule | Promise<DynamicModule>)[]) {
  app = await Test.createTestingModule({ imports }).compile();
  return app;
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await app?.close();
  app = undefined;
  await provider.close();
});

@Injectable()
class OptionsService implements PixOptionsFactory {
  createPixOptions(): PixModuleOptions {
    return provider.options();
  }
}

@Module({ providers: [OptionsService], exports: [OptionsService] })
class OptionsModule {}

describe('PixModule', () => {
  it('forRoot provides the services, the tokens and the client', async () => {
    const started = await start(PixModule.forRoot(provider.options()));
    expect(started.get(PixCobService)).toBe(started.get(PixClient).cob);
    expect(started.get(PixWebhookService)).toBe(started.get(PixClient).webhook);
    expect(started.get(PixPayloadService)).toBeInstanceOf(PixPayloadService);
    expect(started.get(TokenService)).toBe(started.get(PixClient).tokens);
    await started.get(PixCobService).get(TXID);
    expect(provider.requests).toHaveLength(1);
  });

  it('forRootAsync supports useFactory with inject', async () => {
    const started = await start(
      PixModule.forRootAsync({
        imports: [
          ConfigModule.forRoot({ ignoreEnvFile: true, load: [() => ({ PIX_ID: 'from-config' })] }),
        ],
        inject: [ConfigService],
        useFactory: (config: ConfigService) =>
          provider.options({ clientId: config.getOrThrow<string>('PIX_ID') }),
      }),
    );
    await started.get(PixCobService).get(TXID);
    expect(provider.requests[0]?.headers.client_id).toBe('from-config');
  });

  it('forRootAsync supports providers for its factory', async () => {
    const vault = { provide: 'VAULT', useFactory: () => ({ id: 'from-vault' }) };
    const started = await start(
      PixModule.forRootAsync({
        provideInjectionTokensFrom: [vault],
        inject: ['VAULT'],
        useFactory: ({ id }: { id: string }) => provider.options({ clientId: id }),
      }),
    );
    await started.get(PixCobService).get(TXID);
    expect(provider.requests[0]?.headers.client_id).toBe('from-vault');
  });

  it('forRootAsync supports useClass', async () => {
    const started = await start(PixModule.forRootAsync({ useClass: OptionsService }));
    await started.get(PixCobService).get(TXID);
    expect(provider.requests).toHaveLength(1);
  });

  it('forRootAsync supports useExisting', async () => {
    const started = await start(
      PixModule.forRootAsync({ imports: [OptionsModule], useExisting: OptionsService }),
    );
    await started.get(PixCobService).get(TXID);
    expect(provider.requests).toHaveLength(1);
  });

  it('supports several named accounts', async () => {
    @Injectable()
    class Shop {
      constructor(
        readonly cob: PixCobService,
        @InjectPixClient() readonly main: PixClient,
        @InjectPixClient('filial') readonly branch: PixClient,
        @InjectPixClient('loja') readonly store: PixClient,
      ) {}
    }
    app = await Test.createTestingModule({
      imports: [
        PixModule.forRoot(provider.options({ clientId: 'main' })),
        PixModule.forRoot({ ...provider.options({ clientId: 'branch' }), name: 'filial' }),
        PixModule.forRootAsync({
          name: 'loja',
          useFactory: () => provider.options({ clientId: 'store' }),
        }),
      ],
      providers: [Shop],
    }).compile();
    const shop = app.get(Shop);
    expect(shop.main.cob).toBe(shop.cob);
    expect(app.get(getPixClientToken('filial'))).toBe(shop.branch);
    for (const client of [shop.main, shop.branch, shop.store]) await client.cob.get(TXID);
    expect(provider.requests.map(({ headers }) => headers.client_id)).toEqual([
      'main',
      'branch',
      'store',
    ]);
  });

  it.each([undefined, 'filial'])(
    'refuses two accounts of the name %s with different credentials',
    async (name) => {
      const [one, other] = [{ clientId: 'one' }, { clientId: 'other' }].map((own) =>
        PixModule.forRoot({ ...provider.options(own), name }),
      ) as [DynamicModule, DynamicModule];
      const later = PixModule.forRootAsync({
        name,
        useFactory: () => provider.options({ clientId: 'one', clientSecret: 'another-secret' }),
      });
      const refusal = `PixModule: two accounts have the name ${name ?? 'default'} and different credentials`;
      await expect(start(one, other)).rejects.toThrow(refusal);
      await expect(start(one, later)).rejects.toThrow(refusal);
    },
  );

  it('opens an account twice that two modules register, and others under other names', async () => {
    const started = await start(
      PixModule.forRoot({ ...provider.options(), timeout: 5 }),
      PixModule.forRoot(provider.options()),
      PixModule.forRoot({ ...provider.options({ clientId: 'other' }), name: 'filial' }),
    );
    expect(started.get(PixClient)).toBeInstanceOf(PixClient);
    const another = await Test.createTestingModule({
      imports: [PixModule.forRoot(provider.options({ clientId: 'another application' }))],
    }).compile();
    await another.close();
  });

  it('isGlobal provides the services to modules that do not import it', async () => {
    @Injectable()
    class Shop {
      constructor(readonly cob: PixCobService) {}
    }
    @Module({ providers: [Shop] })
    class ShopModule {}
    app = await Test.createTestingModule({
      imports: [PixModule.forRoot({ ...provider.options(), isGlobal: true }), ShopModule],
    }).compile();
    expect(app.get(Shop, { strict: false }).cob).toBeInstanceOf(PixCobService);
  });

  it('closes its connections when the application shuts down', async () => {
    const started = await start(PixModule.forRoot(provider.options()));
    const { cob } = started.get(PixClient);
    await cob.get(TXID);
    await started.close();
    app = undefined;
    await expect(provider.disconnected()).resolves.toBeUndefined();
  });
});
