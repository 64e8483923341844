import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, type DynamicModule, type Provider as NestProvider } from '@nestjs/common';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { buildPix } from '../../devkit/testing.js';
import { getPixClientToken, PixModule, type PixClient } from '../../lib/index.js';
import {
  getPixReconcilerToken,
  getPixWebhookStatsToken,
  InjectPixReconciler,
  InjectPixWebhookStats,
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixEnviado,
  OnPixRecebido,
  OnRecorrencia,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
  type PixEventContext,
  type PixEventStore,
  type PixWebhookReceiverExtras,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { until } from '../support/until.js';
import { startApp, type RunningApp } from './support/app.js';
import { cobrancaRecorrente, devolucao, pix, recorrencia } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

type Options = PixWebhookReceiverOptions & PixWebhookReceiverExtras;

const buildSecret = (name: string) => `the-long-secret-of-${name}`;
const buildAddress = (name: string) => `/${name}/pix?hmac=${buildSecret(name)}`;

function receiver(name: string | undefined, options: Partial<Options> = {}): DynamicModule {
  const label = name ?? 'matriz';
  return PixWebhookReceiverModule.forRoot({
    ...(name === undefined ? {} : { name }),
    path: `/${label}`,
    authentication: { secret: buildSecret(label) },
    ...options,
  });
}

@Injectable()
class Accounts {
  readonly handled: { by: string; context: PixEventContext }[] = [];

  @OnPixRecebido()
  all(_pix: object, context: PixEventContext) {
    this.handled.push({ by: 'all', context });
  }

  @OnPixRecebido({ receiver: 'filial' })
  filial(_pix: object, context: PixEventContext) {
    this.handled.push({ by: 'filial', context });
  }

  @OnPixRecebido({ receiver: ['default', 'loja'] })
  others(_pix: object, context: PixEventContext) {
    this.handled.push({ by: 'others', context });
  }

  @OnPixDevolucao({ receiver: 'loja' })
  @OnPixEnviado({ receiver: 'loja' })
  @OnRecorrencia({ receiver: 'loja' })
  @OnCobrancaRecorrente({ receiver: 'loja' })
  ofLoja(_payload: object, context: PixEventContext) {
    this.handled.push({ by: 'ofLoja', context });
  }

  get text(): string[] {
    return this.handled.map(({ by, context }) => `${context.receiver}: ${by} ${context.event}`);
  }
}

@Injectable()
class Nothing {
  @OnPixRecebido()
  settle() {
    return undefined;
  }
}

describe('named receivers in one application', () => {
  let running: RunningApp | undefined;
  const simulators: PixSimulator[] = [];

  async function start(imports: DynamicModule[], ...providers: NestProvider[]) {
    return (running = await startApp('Express', { imports, providers }));
  }

  afterEach(async () => {
    await running?.app.close();
    running = undefined;
    for (const simulator of simulators.splice(0)) await simulator.close();
  });

  describe('handlers', () => {
    const three = (store = new InMemoryEventStore()) => [
      receiver(undefined, { store }),
      receiver('filial', { store }),
      receiver('loja', { store }),
    ];

    it('run for the receivers that they are bound to, or for all', async () => {
      const { app, port } = await start(three(), Accounts);
      for (const name of ['matriz', 'filial', 'loja']) {
        expect((await post(port, buildAddress(name), [pix()])).status).toBe(200);
      }
      expect(app.get(Accounts).text).toEqual([
        'default: all pix.recebido',
        'default: others pix.recebido',
        'filial: all pix.recebido',
        'filial: filial pix.recebido',
        'loja: all pix.recebido',
        'loja: others pix.recebido',
      ]);
    });

    it('can be bound for every kind of event', async () => {
      const { app, port } = await start(three(), Accounts);
      const sent = { ...pix({ tipo: 'SOLICITACAO' }), txid: undefined };
      const body = {
        pix: [pix({ devolucoes: [devolucao()] }), sent],
        recs: [recorrencia()],
        cobsr: [cobrancaRecorrente()],
      };
      for (const name of ['matriz', 'loja']) {
        const address = buildAddress(name).replace('/pix?', '?');
        expect((await post(port, address, body)).status).toBe(200);
      }
      const lines = app.get(Accounts).text.filter((line) => line.includes('ofLoja'));
      // Events of different charges have no order.
      expect(lines.toSorted()).toEqual([
        'loja: ofLoja cobranca-recorrente',
        'loja: ofLoja pix.devolucao',
        'loja: ofLoja pix.enviado',
        'loja: ofLoja recorrencia',
      ]);
    });

    it('run for an event with the same end-to-end id at another receiver', async () => {
      const { app, port } = await start(three(), Accounts);
      const paid = pix();
      const { handled } = app.get(Accounts);
      // The owner of loja's secret must not turn the payment of filial into a duplicate.
      await post(port, buildAddress('loja'), [{ ...paid, valor: '1.00' }]);
      handled.length = 0;
      await post(port, buildAddress('filial'), [paid]);
      await post(port, buildAddress('filial'), [paid]);
      expect(handled.map(({ by, context }) => `${by} ${context.eventKey}`)).toEqual([
        `all filial/pix:${paid.endToEndId}`,
        `filial filial/pix:${paid.endToEndId}`,
      ]);
    });

    it('of the default receiver use the keys that a store contains already', async () => {
      const store = new InMemoryEventStore();
      const paid = pix();
      for (const handler of ['all', 'others']) {
        const key = `pix:${paid.endToEndId}@Accounts.${handler}`;
        store.begin(key);
        store.complete(key);
      }
      const { app, port } = await start(three(store), Accounts);
      expect((await post(port, buildAddress('matriz'), [paid])).status).toBe(200);
      expect(app.get(Accounts).handled).toEqual([]);
    });

    it('may share an id when they are bound to different receivers', async () => {
      @Injectable()
      class Twice {
        readonly handled: string[] = [];

        @OnPixRecebido({ receiver: 'filial', id: 'settle' })
        @OnPixRecebido({ receiver: 'loja', id: 'settle' })
        settle(_pix: object, { receiver: name }: PixEventContext) {
          this.handled.push(name);
        }
      }
      const { app, port } = await start(three(), Twice);
      await post(port, buildAddress('filial'), [pix()]);
      await post(port, buildAddress('loja'), [pix()]);
      expect(app.get(Twice).handled).toEqual(['filial', 'loja']);
    });

    it('do not count for a receiver whose events they do not handle', async () => {
      @Injectable()
      class Filial {
        @OnPixRecebido({ receiver: 'filial' })
        settle() {
          return undefined;
        }
      }
      const { log } = await start([receiver(undefined), receiver('filial')], Filial);
      expect(log.text).toContain(
        'No method is decorated to handle the Pix events of the receiver default',
      );
      expect(log.text).toMatch(/POST \/filial\[\/pix\|\/rec\|\/cobr\] \(filial\) → Filial\.settle/);
      expect(log.text).toMatch(/POST \/matriz\[.*\] → no handler/);
    });
  });

  describe('with an invalid configuration', () => {
    const expectFailure = async (
      imports: DynamicModule[],
      message: RegExp,
      ...providers: NestProvider[]
    ) =>
      expect(start(imports, ...providers)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(message),
      });
    const binding = (options: object) => {
      @Injectable()
      class Bound {
        @OnPixRecebido(options)
        settle() {
          return undefined;
        }
      }
      return Bound;
    };

    it('do not start with a handler of an unknown receiver, and lists the known ones', async () => {
      await expectFailure(
        [receiver(undefined), receiver('filial')],
        /Bound\.settle is bound to the receiver "fillial".*Receivers: default, filial\./,
        binding({ receiver: ['filial', 'fillial'] }),
      );
    });

    it.each([
      ['undefined', undefined],
      ['an empty list', []],
      ['a list with an undefined name', ['filial', undefined]],
    ])('do not start with a handler bound to %s', async (_name, name) => {
      await expectFailure(
        [receiver('filial')],
        /Bound\.settle: the decorator's `receiver` must be the name/,
        binding({ receiver: name }),
      );
    });

    it('do not start with two handlers of one id at the same receiver', async () => {
      class Ambiguous {
        @OnPixRecebido({ receiver: ['default', 'filial'], id: 'same' })
        @OnPixRecebido({ receiver: 'filial', id: 'same' })
        settle() {
          return undefined;
        }
      }
      await expectFailure(
        [receiver(undefined), receiver('filial')],
        /Two handlers of pix\.recebido have the id same/,
        Ambiguous,
      );
    });

    it.each([
      ['/a', '/a', '/a'],
      ['/a', '/a/', '/a'],
      ['/a', '/a/pix', '/a/pix'],
      ['/a/rec', '/a', '/a/rec'],
      ['/a', '/a/cobr', '/a/cobr'],
      ['/', '/pix', '/pix'],
      ['/:tenant', '/a', '/:tenant'],
      ['/a/:tenant', '/:tenant/b', '/a/:tenant'],
      ['/a/:tenant', '/a', '/a/:tenant'],
    ])('do not start with receivers at the paths %s and %s', async (one, other, taken) => {
      const resolve = () => undefined;
      const authentication = { secret: buildSecret('both'), resolve };
      await expectFailure(
        [
          receiver(undefined, { path: one, authentication }),
          receiver('filial', { path: other, authentication }),
        ],
        new RegExp(
          `default \\(path .*\\) and filial \\(path .*\\) would both serve POST ${taken}\\.`,
        ),
      );
    });

    it('do not start with two receivers of the same name', async () => {
      await expectFailure(
        [receiver('filial'), receiver('filial', { path: '/b' })],
        /two receivers have the name filial/,
      );
      await expectFailure(
        [receiver(undefined), receiver('default', { path: '/b' })],
        /the name default/,
      );
    });

    it('do not start with two receivers that share a cursor', async () => {
      const reconciler = { cursor: new InMemoryReconcilerCursor() };
      await expectFailure(
        [receiver(undefined, { reconciler }), receiver('filial', { reconciler })],
        /default and filial share reconciler\.cursor/,
      );
    });

    it.each(['', 'a/b', 'a:b', 'ã', 'x'.repeat(65), null as unknown as string])(
      'do not start with the receiver name %j',
      async (name) => {
        await expectFailure(
          [receiver(name, { path: '/a' })],
          /name must be 1 to 64 of the characters/,
        );
      },
    );

    it('do not start with a name in the options that a factory returns', async () => {
      const options = { name: 'filial', authentication: { secret: buildSecret('x') } };
      await expectFailure(
        [PixWebhookReceiverModule.forRootAsync({ useFactory: () => options })],
        /set name next to useFactory/,
      );
    });
  });

  it('accept similar paths, and the same path for different notifications', async () => {
    const { port } = await start(
      [
        receiver(undefined, { path: '/a', notifications: ['pix'] }),
        receiver('filial', { path: '/a/rec', notifications: ['rec'] }),
        receiver('loja', { path: '/ab' }),
      ],
      Accounts,
    );
    expect((await post(port, `/a/pix?hmac=${buildSecret('matriz')}`, [pix()])).status).toBe(200);
    expect((await post(port, `/a/rec?hmac=${buildSecret('filial')}`, [recorrencia()])).status).toBe(
      200,
    );
    expect((await post(port, `/ab/pix?hmac=${buildSecret('loja')}`, [pix()])).status).toBe(200);
  });

  it('are compared with the application’s global prefix', async () => {
    const imports = [
      receiver(undefined, { path: '/a' }),
      receiver('filial', { path: '/api/a', useGlobalPrefix: false }),
    ];
    const configure: NonNullable<Parameters<typeof startApp>[2]>['configure'] = (app) =>
      app.setGlobalPrefix('api');
    await expect(startApp('Express', { imports }, { configure })).rejects.toMatchObject({
      message: expect.stringContaining('would both serve POST /api/a'),
    });
  });

  it('provide reconciler and statistics by name, and the default ones by class', async () => {
    @Injectable()
    class Reports {
      constructor(
        readonly reconciler: PixReconciler,
        readonly stats: PixWebhookStats,
        @InjectPixReconciler('filial') readonly filialReconciler: PixReconciler,
        @InjectPixWebhookStats('filial') readonly filialStats: PixWebhookStats,
        @InjectPixReconciler('default') readonly byName: PixReconciler,
      ) {}
    }
    // The named one first: injection by class must not find its providers.
    const imports = [receiver('filial'), receiver(undefined)];
    const { app, port } = await start(imports, Nothing, Reports);
    const reports = app.get(Reports);
    await post(port, buildAddress('filial'), [pix()]);
    expect(reports.filialStats.notifications).toEqual({ handled: 1 });
    expect(reports.stats.notifications).toEqual({});
    expect(reports.byName).toBe(reports.reconciler);
    expect(reports.filialReconciler).not.toBe(reports.reconciler);
    expect(app.get(getPixReconcilerToken('filial'))).toBe(reports.filialReconciler);
    expect(app.get(getPixWebhookStatsToken('filial'))).toBe(reports.filialStats);
  });

  it('accept a name next to the options factory', async () => {
    const imports = [
      PixWebhookReceiverModule.forRootAsync({
        name: 'filial',
        useFactory: () => ({ path: '/filial', authentication: { secret: buildSecret('filial') } }),
      }),
    ];
    const { app, port } = await start(imports, Orders);
    await post(port, buildAddress('filial'), [pix()]);
    expect(app.get(Orders).handled[0]!.context).toMatchObject({
      receiver: 'filial',
      tenant: undefined,
    });
  });

  describe('the name of a receiver', () => {
    it('is passed through a queue to the workers', async () => {
      const queue = new Queue();
      const store = new InMemoryEventStore();
      const worker = PixWebhookWorkerModule.forRoot({ queue, store });
      const { app, port } = await start(
        [
          receiver(undefined, { queue }),
          receiver('filial', { queue }),
          receiver('loja', { queue }),
          worker,
        ],
        Accounts,
      );
      const paid = pix();
      await post(port, buildAddress('matriz'), [paid]);
      await post(port, buildAddress('filial'), [paid]);
      expect(queue.waiting.map(({ receiver: name, key }) => [name, key])).toEqual([
        ['default', `pix:${paid.endToEndId}`],
        ['filial', `filial/pix:${paid.endToEndId}`],
      ]);
      await queue.deliver();
      expect(new Set(app.get(Accounts).text)).toEqual(
        new Set([
          'default: all pix.recebido',
          'default: others pix.recebido',
          'filial: all pix.recebido',
          'filial: filial pix.recebido',
        ]),
      );
    });

    it('is passed with events that the reconciler finds', async () => {
      const recebidos = new Provider();
      const { app, port } = await start([receiver('filial', { recebidos })], Orders);
      const paid = buildPix();
      recebidos.received.push(paid);
      await app.get<PixReconciler>(getPixReconcilerToken('filial')).run();
      await post(port, buildAddress('filial'), [paid]);
      const [handled, ...more] = app.get(Orders).handled;
      expect(handled!.context).toMatchObject({
        receiver: 'filial',
        eventKey: `filial/pix:${paid.endToEndId}`,
      });
      expect(more).toEqual([]);
    });

    it('is part of the reconciler’s lock', async () => {
      const store = new InMemoryEventStore();
      const keys: string[] = [];
      const recorded: PixEventStore = {
        begin: (key) => {
          keys.push(key);
          return store.begin(key);
        },
        complete: (key) => store.complete(key),
        fail: (key) => store.fail(key),
      };
      const reconciler = { every: 3600 };
      const options = { store: recorded, recebidos: new Provider() };
      await start([
        receiver(undefined, { ...options, reconciler: { ...reconciler } }),
        receiver('filial', { ...options, reconciler: { ...reconciler } }),
      ]);
      await until(() => keys.length >= 2);
      expect(keys.sort()).toEqual(['filial/reconciler:/filial', 'reconciler:/matriz']);
    });

    it('is passed with a verified event', async () => {
      const recebidos = new Provider();
      const { app, port } = await start(
        [receiver('filial', { recebidos, verifyWithProvider: true })],
        Orders,
      );
      const paid = buildPix();
      recebidos.received.push(paid);
      expect((await post(port, buildAddress('filial'), [paid])).status).toBe(200);
      expect(app.get(Orders).handled[0]!.context).toMatchObject({
        receiver: 'filial',
        eventKey: `filial/pix:${paid.endToEndId}`,
      });
    });
  });

  describe('worker without a receiver in its application', () => {
    const worker = (receivers?: string[]) =>
      PixWebhookWorkerModule.forRoot({
        queue: new Queue(),
        store: new InMemoryEventStore(),
        ...(receivers && { receivers }),
      });

    it('accepts the receiver names that its handlers are bound to', async () => {
      await start([worker(['default', 'filial', 'loja'])], Accounts);
      expect(running!.log.text).toContain('Events from the queue → Accounts.all');
    });

    it.each([
      [
        'none',
        undefined,
        /bound to the receiver "filial", which does not exist\. Receivers: none\..*`receivers`/,
      ],
      [
        'others',
        ['default', 'filial'],
        /bound to the receiver "loja".*Receivers: default, filial\./,
      ],
      ['an invalid name', ['a/b'], /receivers must be a list of receiver names/],
    ])('does not start when receivers is %s', async (_what, names, message) => {
      await expect(start([worker(names)], Accounts)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(message),
      });
    });

    it('assigns an event without a name, queued by an earlier version, to the default receiver', async () => {
      const queue = new Queue();
      const store = new InMemoryEventStore();
      const receivers = ['default', 'filial', 'loja'];
      const { app } = await start(
        [PixWebhookWorkerModule.forRoot({ queue, store, receivers })],
        Accounts,
      );
      const paid = buildPix();
      const receivedAt = '2026-09-09T12:00:00Z';
      queue.waiting.push({
        type: 'pix.recebido',
        key: `pix:${paid.endToEndId}`,
        payload: paid,
        receivedAt,
      });
      expect(await queue.deliver()).toEqual([{ outcome: 'done' }]);
      expect(app.get(Accounts).text).toEqual([
        'default: all pix.recebido',
        'default: others pix.recebido',
      ]);
      const ofTenant = { receiver: 'filial', tenant: 'acme' };
      queue.waiting.push({
        type: 'pix.recebido',
        key: 'x',
        payload: paid,
        receivedAt,
        ...ofTenant,
      });
      await queue.deliver();
      expect(app.get(Accounts).handled.at(-1)!.context).toMatchObject(ofTenant);
    });
  });

  describe('received Pix', () => {
    async function startAccount(name?: string) {
      const simulator = await PixSimulator.start();
      simulators.push(simulator);
      const options = { ...simulator.moduleOptions, ...(name && { name }) };
      return { simulator, module: PixModule.forRoot(options) };
    }

    it('are read from the account with the receiver’s name', async () => {
      const matriz = await startAccount();
      const filial = await startAccount('filial');
      const { app } = await start(
        [matriz.module, filial.module, receiver(undefined), receiver('filial')],
        Orders,
      );
      const client = app.get<PixClient>(getPixClientToken('filial'));
      const { txid } = await client.cob.create({
        calendario: { expiracao: 3600 },
        valor: { original: '37.00' },
        chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      });
      await filial.simulator.control.pay(txid);
      await app.get<PixReconciler>(getPixReconcilerToken('filial')).run();
      await app.get(PixReconciler).run();
      expect(app.get(Orders).handled.map(({ context }) => context.receiver)).toEqual(['filial']);
    });

    it('cannot be read when no account has the receiver’s name', async () => {
      const matriz = await startAccount();
      await expect(
        start([matriz.module, receiver('filial', { verifyWithProvider: true })], Orders),
      ).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('no PixModule with the name filial'),
      });
    });
  });
});
