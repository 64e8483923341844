import { once } from 'node:events';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Inject,
  Injectable,
  Module,
  Optional,
  Scope,
  type ModuleMetadata,
  type Provider,
} from '@nestjs/common';
import { NestFactory, REQUEST } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Express } from 'express';
import {
  InMemoryEventStore,
  OnPixRecebido,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
  type PixWebhookReceiverOptionsFactory,
} from '../../lib/receiver/index.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { quiet, RecordedLog } from './support/log.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const open = { dangerouslyAllowUnauthenticated: true };
const authentication = { secret: SECRET };
/** An environment variable that is not set: the types forbid it, and JavaScript callers pass it. */
const unset = undefined as never;

describe.each(platforms)('PixWebhookReceiverModule on %s', (platform) => {
  let running: RunningApp | undefined;

  const start = async (metadata: ModuleMetadata) => (running = await startApp(platform, metadata));
  const startWith = (options: PixWebhookReceiverOptions, ...providers: Provider[]) =>
    start({ imports: [PixWebhookReceiverModule.forRoot(options)], providers });

  afterEach(async () => {
    await running?.app.close();
    running = undefined;
  });

  describe('with an invalid configuration', () => {
    it.each([
      ['absent', {}],
      ['empty', { authentication: {} }],
      ['only trusted proxies', { authentication: { trustedProxies: ['10.0.0.1'] } }],
      ['explicitly not allowed to be absent', { dangerouslyAllowUnauthenticated: false }],
    ])('refuses to start with handlers and authentication: %s', async (_name, options) => {
      await expect(startWith(options, Orders)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(
          /Orders\.onPix.*Configure `authentication`.*dangerouslyAllow/,
        ),
      });
    });

    it('refuses to start with an empty subject, and names the option', async () => {
      const mtls = { ca: 'x', subject: '' };
      await expect(startWith({ authentication: { ...authentication, mtls } })).rejects.toThrow(
        'authentication.mtls.subject is empty',
      );
    });

    it.each(['0.0.0.0/0', '198.51.100.7/00', '::/0', '::ffff:0.0.0.0/96', '::/1'])(
      'refuses to start with the header of a proxy that %s trusts anyone to set',
      async (everybody) => {
        const trustedProxies = ['10.1.0.0/24', everybody];
        const mtls = { header: 'x-verified', value: 'SUCCESS' };
        await expect(
          startWith({ authentication: { trustedProxies, mtls } }, Orders),
        ).rejects.toThrow(/authentication\.mtls\.header could be forged by anyone/);
      },
    );

    it('refuses to start with invalid options, and lists all of them', async () => {
      const wrong = {
        path: '/pix?x=1',
        notifications: ['pix', 'boleto'],
        maxBodySize: 0,
        maxEvents: Number.NaN,
        authentication: {
          secret: { value: ['', 'fine'], parameter: '' },
          allowedIps: ['10.0.0.0/33', '10.0.0.1', 'localhost', '::1/8/8', '10.0.0.1/'],
          trustedProxies: ['x'],
          mtls: {},
        },
      } as unknown as PixWebhookReceiverOptions;
      const error = await startWith(wrong).catch((reason: unknown) => reason as Error);
      expect(error).toMatchObject({ name: 'ConfigurationError' });
      for (const part of [
        'path must not contain a query',
        'notifications must contain one or more of pix, rec, cobr',
        'maxBodySize must be a positive integer',
        'maxEvents must be a positive integer',
        'authentication.secret must be',
        'authentication.secret.parameter is empty',
        'authentication.allowedIps: "10.0.0.0/33" is not an IP address or a network in CIDR notation',
        'authentication.allowedIps: "localhost"',
        'authentication.allowedIps: "::1/8/8"',
        'authentication.allowedIps: "10.0.0.1/"',
        'authentication.trustedProxies: "x"',
        'authentication.mtls.ca is missing',
      ]) {
        expect((error as Error).message).toContain(part);
      }
    });

    it.each([
      ['an unset secret', { secret: undefined as unknown as string, parameter: 'x' }],
      ['no secrets', { secret: [] }],
      ['a short secret', { secret: 'fifteen-letters' }],
      ['one short secret among several', { secret: [SECRET, 'x'] }],
      ['a secret of an unset variable', { secret: { value: undefined as unknown as string } }],
      ['no addresses', { allowedIps: [] }],
      ['no authority', { mtls: { ca: [] } }],
      ['a header and no proxy', { mtls: { header: 'x-cert', value: 'SUCCESS' } }],
      ['a secret of null', { secret: null as unknown as string }],
      ['addresses in one string', { allowedIps: '10.0.0.1' as unknown as string[] }],
      ['an unset secret next to another method', { allowedIps: ['::1'], secret: unset }],
      ['unset addresses next to another method', { ...authentication, allowedIps: unset }],
      ['an unset mtls next to another method', { ...authentication, mtls: unset }],
      ['an unset subject', { mtls: { ca: './ca.pem', subject: unset } }],
      ['an empty subject', { mtls: { ca: './ca.pem', subject: '' } }],
      [
        'a verification header value without its header',
        { trustedProxies: ['::1'], mtls: { header: '', value: 'x' } },
      ],
      [
        'an empty verification header value',
        { trustedProxies: ['::1'], mtls: { header: 'x', value: '' } },
      ],
    ])(
      'refuses to start with an authentication method that has no effect: %s',
      async (_name, part) => {
        await expect(startWith({ authentication: part }, Orders)).rejects.toMatchObject({
          name: 'ConfigurationError',
        });
      },
    );

    it.each([
      [
        'a missing file',
        '/nowhere/ca.pem',
        /the file \/nowhere\/ca\.pem cannot be read.*PEM or DER file/,
      ],
      [
        'a PEM block that is not a certificate',
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        /cannot be read/,
      ],
      [
        'a private key',
        '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
        /contains no certificate/,
      ],
      ['a buffer of other data', Buffer.from('nonsense'), /cannot be read/],
    ])('refuses to start with %s as certificate authority', async (_name, ca, message) => {
      await expect(startWith({ authentication: { mtls: { ca } } }, Orders)).rejects.toMatchObject({
        name: 'CertificateError',
        message: expect.stringMatching(message),
      });
    });

    it.each([
      ['request-scoped', { scope: Scope.REQUEST }],
      ['transient', { scope: Scope.TRANSIENT }],
    ])('refuses to start with a handler in a %s-scoped provider', async (_name, scope) => {
      @Injectable(scope)
      class Scoped {
        @OnPixRecebido()
        settle() {
          return undefined;
        }
      }
      await expect(startWith({ authentication }, Scoped)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('Scoped.settle handles Pix events but'),
      });
    });

    it('refuses to start with a handler whose provider depends on a request-scoped one', async () => {
      @Injectable()
      class Dependent {
        constructor(@Inject(REQUEST) readonly request: unknown) {}
        @OnPixRecebido()
        settle() {
          return undefined;
        }
      }
      await expect(startWith({ authentication }, Dependent)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('Dependent.settle handles Pix events but'),
      });
    });

    it('refuses to start with two classes whose handlers have the same id', async () => {
      const Namesake = (() => {
        @Injectable()
        class Orders {
          @OnPixRecebido()
          onPix() {
            return undefined;
          }
        }
        return Orders;
      })();
      await expect(startWith({ authentication }, Orders, Namesake)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('have the id Orders.onPix'),
      });
    });
  });

  describe('with a valid configuration', () => {
    it('starts without handlers and authentication, and registers no route', async () => {
      const { port, log } = await startWith({});
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(404);
      expect(log.text).toContain('No method is decorated');
    });

    it('starts without authentication when dangerouslyAllowUnauthenticated is set, and logs a warning', async () => {
      const { port, log } = await startWith(open, Orders);
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(200);
      expect(log.lines.filter((line) => line.startsWith('warn DANGER'))).toHaveLength(1);
    });

    it.each([
      ['10.0.0.0/7', true],
      ['0.0.0.0/0', true],
      ['2001::/15', true],
      ['10.0.0.0/8', false],
      ['::ffff:10.0.0.0/103', true],
      ['::ffff:10.0.0.0/104', false],
      ['::ffff:a00:0/100', true],
      ['0:0:0:0:0:ffff:a00:0/104', false],
      ['2001::/16', false],
      ['::1', false],
      ['10.0.0.1', false],
    ])('warns of a network of proxies that is too large: %s, %s', async (network, warns) => {
      const trustedProxies = ['192.0.2.0/24', network];
      const { log } = await startWith({ authentication: { ...authentication, trustedProxies } });
      expect(log.text.includes(`everybody in ${network} may forge`)).toBe(warns);
    });

    it('starts with authentication, which dangerouslyAllowUnauthenticated does not disable', async () => {
      const { port, log } = await startWith({ ...open, authentication }, Orders);
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(403);
      expect(log.text).not.toContain('DANGER');
    });
  });

  describe('handler discovery', () => {
    it('finds handlers in controllers, base classes, factories and values', async () => {
      const handled: string[] = [];
      class Base {
        constructor(@Optional() readonly name = 'injected') {}
        @OnPixRecebido()
        settle() {
          handled.push(`${this.constructor.name} ${this.name}`);
        }
      }
      @Controller()
      class Web extends Base {}
      class Made extends Base {}
      class Given extends Base {}
      const { app, port } = await start({
        imports: [PixWebhookReceiverModule.forRoot(open)],
        controllers: [Web],
        providers: [
          { provide: 'made', useFactory: () => new Made('by factory') },
          { provide: 'given', useValue: new Given('as value') },
          { provide: 'alias', useExisting: 'made' },
          { provide: 'nothing', useValue: null },
          { provide: 'text', useValue: 'text' },
          { provide: 'bare', useValue: Object.create(null) },
        ],
      });
      await post(port, '/webhooks/pix/pix', [pix()]);
      expect(handled.sort()).toEqual(['Given as value', 'Made by factory', 'Web injected']);
      await app.close();
    });

    it('finds the handlers of a provider listed in two modules once, and logs a warning', async () => {
      @Module({ providers: [Orders] })
      class Twice {}
      const { app, port, log } = await start({
        imports: [PixWebhookReceiverModule.forRoot(open), Twice],
        providers: [Orders],
      });
      await post(port, '/webhooks/pix/pix', [pix()]);
      const handled = [app.get(Orders, { strict: false, each: true })].flat();
      expect(handled.flatMap(({ events }) => events)).toHaveLength(1);
      expect(log.text).toContain(
        'Orders.onPix belongs to a provider that is listed in several modules',
      );
    });

    it('finds the handlers of a provider with several names once', async () => {
      const { port, app } = await start({
        imports: [PixWebhookReceiverModule.forRoot(open)],
        providers: [Orders, { provide: 'orders', useExisting: Orders }],
      });
      await post(port, '/webhooks/pix/pix', [pix()]);
      expect(app.get(Orders).handled).toHaveLength(1);
    });
  });

  it('reads getters of a class passed to forRoot', async () => {
    class Options {
      authentication = { secret: 'secret-of-16-characters' };
      get verifyWithProvider() {
        return this.authentication.secret !== '';
      }
    }
    const started = start({
      imports: [PixWebhookReceiverModule.forRoot(new Options())],
      providers: [Orders],
    });
    await expect(started).rejects.toThrow(/verifyWithProvider.*PixModule|PixModule/);
  });

  it('prints no option of forRoot', () => {
    const module = PixWebhookReceiverModule.forRoot({
      authentication: { secret: 'canary-of-the-receiver' },
    });
    expect(`${inspect(module, { depth: 9 })} ${JSON.stringify(module)}`).not.toContain('canary');
  });

  describe('forRootAsync', () => {
    const SETTINGS = Symbol('settings');

    @Module({
      providers: [
        { provide: SETTINGS, useFactory: async () => ({ path: '/hooks', secret: SECRET }) },
      ],
      exports: [SETTINGS],
    })
    class SettingsModule {}

    @Injectable()
    class Factory implements PixWebhookReceiverOptionsFactory {
      constructor(@Inject(SETTINGS) private readonly settings: { path: string; secret: string }) {}
      async createPixWebhookReceiverOptions() {
        const { path, secret } = this.settings;
        return { path, authentication: { secret } };
      }
    }

    @Module({ imports: [SettingsModule], providers: [Factory], exports: [Factory] })
    class FactoryModule {}

    it.each([
      [
        'useFactory',
        {
          imports: [SettingsModule],
          inject: [SETTINGS],
          useFactory: ({ path, secret }: { path: string; secret: string }) => ({
            path,
            authentication: { secret },
          }),
        },
      ],
      ['useClass', { imports: [SettingsModule], useClass: Factory }],
      ['useExisting', { imports: [FactoryModule], useExisting: Factory }],
    ])('resolves path and authentication from %s', async (_name, options) => {
      const { app, port } = await start({
        imports: [PixWebhookReceiverModule.forRootAsync(options)],
        providers: [Orders],
      });
      expect((await post(port, `/hooks/pix?hmac=${SECRET}`, [pix()])).status).toBe(200);
      expect((await post(port, '/hooks/pix', [pix()])).status).toBe(403);
      expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(404);
      expect(app.get(Orders).handled).toHaveLength(1);
    });
  });

  it('persists events in the given store', async () => {
    const store = new InMemoryEventStore();
    const received = pix();
    const { port, app } = await startWith({ ...open, store }, Orders);
    await post(port, '/webhooks/pix/pix', [received]);
    expect(store.begin(`pix:${received.endToEndId}@Orders.onPix`)).toBe('done');
    await app.close();
    const { port: next, app: again } = await startWith({ ...open, store }, Orders);
    expect((await post(next, '/webhooks/pix/pix', [received])).status).toBe(200);
    expect(again.get(Orders).handled).toHaveLength(0);
  });
});

describe('PixWebhookReceiverModule', () => {
  const imports = [PixWebhookReceiverModule.forRoot(open)];

  it('works in an application of Nest’s testing module', async () => {
    const tested = await Test.createTestingModule({ imports, providers: [Orders] }).compile();
    const app = tested.createNestApplication(quiet());
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    expect((await post(port, '/webhooks/pix/pix', [pix()])).status).toBe(200);
    expect(app.get(Orders).handled).toHaveLength(1);
    await app.close();
  });

  it('accepts a body that a parser before Nest has read', async () => {
    const instance = new ExpressAdapter().getInstance<Express>();
    instance.use((request, _response, next) => {
      void json(request).then((body) => {
        request.body = body;
        next();
      });
    });
    @Module({ imports, providers: [Orders] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, new ExpressAdapter(instance), quiet());
    await app.init();
    const server = instance.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await post(port, '/webhooks/pix/pix', { pix: [pix()] })).status).toBe(200);
    expect(app.get(Orders).handled).toHaveLength(1);
    server.close();
    await app.close();
  });

  it('serves HTTP/2', async () => {
    @Module({
      imports: [
        PixWebhookReceiverModule.forRoot({
          authentication: {
            trustedProxies: ['127.0.0.1'],
            mtls: { header: 'X-Verified', value: 'yes' },
          },
        }),
      ],
      providers: [Orders],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, new FastifyAdapter({ http2: true }), quiet());
    await app.listen(0, '127.0.0.1');
    const session = connect(await app.getUrl());
    const send = async (verified: string) => {
      const body = JSON.stringify([pix()]);
      const stream = session.request({
        ':method': 'POST',
        ':path': '/webhooks/pix/pix',
        'x-verified': verified,
        'content-length': body.length,
      });
      stream.end(body);
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      return headers[':status'];
    };
    expect([await send('yes'), await send('no')]).toEqual([200, 403]);
    session.close();
    await app.close();
  });

  it('starts in an application context without HTTP', async () => {
    @Module({ imports, providers: [Orders] })
    class AppModule {}
    const log = new RecordedLog();
    const context = await NestFactory.createApplicationContext(AppModule, quiet(log));
    expect(context.get(Orders)).toBeInstanceOf(Orders);
    expect(log.text).toContain(
      'warn This application has no HTTP server: the receiver default gets no notifications',
    );
    expect(log.text).not.toContain('POST /');
    await context.close();
  });
});
