import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, type DynamicModule, type Provider as NestProvider } from '@nestjs/common';
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
import { PixSimulator } from '../../lib/simulator/index.js';
import { buildPix } from '../../lib/testing.js';
import { startApp, type RunningApp } from './support/app.js';
import { cobrancaRecorrente, devolucao, pix, recorrencia } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

type Options = PixWebhookReceiverOptions & PixWebhookReceiverExtras;

const secretOf = (name: string) => `the-long-secret-of-${name}`;
const addressOf = (name: string) => `/${name}/pix?hmac=${secretOf(name)}`;

function receiver(name: string | undefined, options: Partial<Options> = {}): DynamicModule {
  const label = name ?? 'matriz';
  return PixWebhookReceiverModule.forRoot({
    ...(name === undefined ? {} : { name }),
    path: `/${label}`,
    authentication: { secret: secretOf(label) },
    ...options,
  });
}

@Injectable()
class Accounts {
  readonly heard: { by: string; context: PixEventContext }[] = [];

  @OnPixRecebido()
  all(_pix: object, context: PixEventContext) {
    this.heard.push({ by: 'all', context });
  }

  @OnPixRecebido({ receiver: 'filial' })
  filial(_pix: object, context: PixEventContext) {
    this.heard.push({ by: 'filial', context });
  }

  @OnPixRecebido({ receiver: ['default', 'loja'] })
  others(_pix: object, context: PixEventContext) {
    this.heard.push({ by: 'others', context });
  }

  @OnPixDevolucao({ receiver: 'loja' })
  @OnPixEnviado({ receiver: 'loja' })
  @OnRecorrencia({ receiver: 'loja' })
  @OnCobrancaRecorrente({ receiver: 'loja' })
  ofLoja(_payload: object, context: PixEventContext) {
    this.heard.push({ by: 'ofLoja', context });
  }

  get text(): string[] {
    return this.heard.map(({ by, context }) => `${context.receiver}: ${by} ${context.event}`);
  }
}

@Injectable()
class Nothing {
  @OnPixRecebido()
  settle() {
    return undefined;
  }
}

describe('several receivers in one application', () => {
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

    it('hear the receivers that they are bound to, or all', async () => {
      const { app, port } = await start(three(), Accounts);
      for (const name of ['matriz', 'filial', 'loja']) {
        expect((await post(port, addressOf(name), [pix()])).status).toBe(200);
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

    it('of every kind of event can be bound', async () => {
      const { app, port } = await start(three(), Accounts);
      const sent = { ...pix({ tipo: 'SOLICITACAO' }), txid: undefined };
      const body = {
        pix: [pix({ devolucoes: [devolucao()] }), sent],
        recs: [recorrencia()],
        cobsr: [cobrancaRecorrente()],
      };
      for (const name of ['matriz', 'loja']) {
        const address = addressOf(name).replace('/pix?', '?');
        expect((await post(port, address, body)).status).toBe(200);
      }
      expect(app.get(Accounts).text.filter((line) => line.includes('ofLoja'))).toEqual([
        'loja: ofLoja pix.devolucao',
        'loja: ofLoja pix.enviado',
        'loja: ofLoja recorrencia',
        'loja: ofLoja cobranca-recorrente',
      ]);
    });

    it('of another receiver are not suppressed by an event of the same end-to-end id', async () => {
      const { app, port } = await start(three(), Accounts);
      const paid = pix();
      const { heard } = app.get(Accounts);
      // Whoever has the secret of loja must not make the payment of filial a repeat.
      await post(port, addressOf('loja'), [{ ...paid, valor: '1.00' }]);
      heard.length = 0;
      await post(port, addressOf('filial'), [paid]);
      await post(port, addressOf('filial'), [paid]);
      expect(heard.map(({ by, context }) => `${by} ${context.eventKey}`)).toEqual([
        `all filial/pix:${paid.endToEndId}`,
        `filial filial/pix:${paid.endToEndId}`,
      ]);
    });

    it('of the default receiver keep the keys that a store knows already', async () => {
      const store = new InMemoryEventStore();
      const paid = pix();
      for (const handler of ['all', 'others']) {
        const key = `pix:${paid.endToEndId}@Accounts.${handler}`;
        store.begin(key);
        store.complete(key);
      }
      const { app, port } = await start(three(store), Accounts);
      expect((await post(port, addressOf('matriz'), [paid])).status).toBe(200);
      expect(app.get(Accounts).heard).toEqual([]);
    });

    it('may have one id at different receivers', async () => {
      @Injectable()
      class Twice {
        readonly heard: string[] = [];

        @OnPixRecebido({ receiver: 'filial', id: 'settle' })
        @OnPixRecebido({ receiver: 'loja', id: 'settle' })
        settle(_pix: object, { receiver: name }: PixEventContext) {
          this.heard.push(name);
        }
      }
      const { app, port } = await start(three(), Twice);
      await post(port, addressOf('filial'), [pix()]);
      await post(port, addressOf('loja'), [pix()]);
      expect(app.get(Twice).heard).toEqual(['filial', 'loja']);
    });

    it('that no event of a receiver reaches are not served by it', async () => {
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
      expect(log.text).toMatch(/POST \/matriz\[.*\] → nobody/);
    });
  });

  describe('the application does not start', () => {
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

    it('with a handler of a receiver that does not exist, and lists those that do', async () => {
      await expectFailure(
        [receiver(undefined), receiver('filial')],
        /Bound\.settle is bound to the receiver "fillial".*Receivers: default, filial\./,
        binding({ receiver: ['filial', 'fillial'] }),
      );
    });

    it.each([
      ['undefined', undefined],
      ['an empty list', []],
      ['a list with a hole', ['filial', undefined]],
    ])('with a handler of the receiver %s', async (_name, name) => {
      await expectFailure(
        [receiver('filial')],
        /Bound\.settle: the decorator's `receiver` must be the name/,
        binding({ receiver: name }),
      );
    });

    it('with two handlers of one id that hear the same receiver', async () => {
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
    ])('with receivers at %s and %s', async (one, other, taken) => {
      const resolve = () => undefined;
      const authentication = { secret: secretOf('both'), resolve };
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

    it('with two receivers of one name', async () => {
      await expectFailure(
        [receiver('filial'), receiver('filial', { path: '/b' })],
        /two receivers have the name filial/,
      );
      await expectFailure(
        [receiver(undefined), receiver('default', { path: '/b' })],
        /the name default/,
      );
    });

    it('with two receivers of one cursor', async () => {
      const reconciler = { cursor: new InMemoryReconcilerCursor() };
      await expectFailure(
        [receiver(undefined, { reconciler }), receiver('filial', { reconciler })],
        /default and filial share reconciler\.cursor/,
      );
    });

    it.each(['', 'a/b', 'a:b', 'ã', 'x'.repeat(65), null as unknown as string])(
      'with the name %j',
      async (name) => {
        await expectFailure(
          [receiver(name, { path: '/a' })],
          /name must be 1 to 64 of the characters/,
        );
      },
    );

    it('with a name among the options that a factory answers with', async () => {
      const options = { name: 'filial', authentication: { secret: secretOf('x') } };
      await expectFailure(
        [PixWebhookReceiverModule.forRootAsync({ useFactory: () => options })],
        /set name next to useFactory/,
      );
    });
  });

  it('take neighbouring paths, and the same path for different notifications', async () => {
    const { port } = await start(
      [
        receiver(undefined, { path: '/a', notifications: ['pix'] }),
        receiver('filial', { path: '/a/rec', notifications: ['rec'] }),
        receiver('loja', { path: '/ab' }),
      ],
      Accounts,
    );
    expect((await post(port, `/a/pix?hmac=${secretOf('matriz')}`, [pix()])).status).toBe(200);
    expect((await post(port, `/a/rec?hmac=${secretOf('filial')}`, [recorrencia()])).status).toBe(
      200,
    );
    expect((await post(port, `/ab/pix?hmac=${secretOf('loja')}`, [pix()])).status).toBe(200);
  });

  it('are checked with the application’s global prefix', async () => {
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

  it('offer reconciler and statistics by name, the default one by class', async () => {
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
    // The named one first: its classes must not be found instead.
    const imports = [receiver('filial'), receiver(undefined)];
    const { app, port } = await start(imports, Nothing, Reports);
    const reports = app.get(Reports);
    await post(port, addressOf('filial'), [pix()]);
    expect(reports.filialStats.notifications).toEqual({ handled: 1 });
    expect(reports.stats.notifications).toEqual({});
    expect(reports.byName).toBe(reports.reconciler);
    expect(reports.filialReconciler).not.toBe(reports.reconciler);
    expect(app.get(getPixReconcilerToken('filial'))).toBe(reports.filialReconciler);
    expect(app.get(getPixWebhookStatsToken('filial'))).toBe(reports.filialStats);
  });

  it('take their name beside the factory of their options', async () => {
    const imports = [
      PixWebhookReceiverModule.forRootAsync({
        name: 'filial',
        useFactory: () => ({ path: '/filial', authentication: { secret: secretOf('filial') } }),
      }),
    ];
    const { app, port } = await start(imports, Orders);
    await post(port, addressOf('filial'), [pix()]);
    expect(app.get(Orders).heard[0]!.context).toMatchObject({
      receiver: 'filial',
      tenant: undefined,
    });
  });

  describe('the name goes along', () => {
    it('through a queue, to the workers', async () => {
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
      await post(port, addressOf('matriz'), [paid]);
      await post(port, addressOf('filial'), [paid]);
      expect(queue.waiting.map(({ receiver: name, key }) => [name, key])).toEqual([
        ['default', `pix:${paid.endToEndId}`],
        ['filial', `filial/pix:${paid.endToEndId}`],
      ]);
      await queue.give();
      expect(new Set(app.get(Accounts).text)).toEqual(
        new Set([
          'default: all pix.recebido',
          'default: others pix.recebido',
          'filial: all pix.recebido',
          'filial: filial pix.recebido',
        ]),
      );
    });

    it('with what the reconciler finds, which no notification repeats', async () => {
      const recebidos = new Provider();
      const { app, port } = await start([receiver('filial', { recebidos })], Orders);
      const paid = buildPix();
      recebidos.received.push(paid);
      await app.get<PixReconciler>(getPixReconcilerToken('filial')).run();
      await post(port, addressOf('filial'), [paid]);
      const [heard, ...more] = app.get(Orders).heard;
      expect(heard!.context).toMatchObject({
        receiver: 'filial',
        eventKey: `filial/pix:${paid.endToEndId}`,
      });
      expect(more).toEqual([]);
    });

    it('in the lock of its reconciler', async () => {
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
      while (keys.length < 2) await new Promise(setImmediate);
      expect(keys.sort()).toEqual(['filial/reconciler:/filial', 'reconciler:/matriz']);
    });

    it('with an event that was verified', async () => {
      const recebidos = new Provider();
      const { app, port } = await start(
        [receiver('filial', { recebidos, verifyWithProvider: true })],
        Orders,
      );
      const paid = buildPix();
      recebidos.received.push(paid);
      expect((await post(port, addressOf('filial'), [paid])).status).toBe(200);
      expect(app.get(Orders).heard[0]!.context).toMatchObject({
        receiver: 'filial',
        eventKey: `filial/pix:${paid.endToEndId}`,
      });
    });
  });

  describe('a worker without a receiver in its application', () => {
    const worker = (receivers?: string[]) =>
      PixWebhookWorkerModule.forRoot({
        queue: new Queue(),
        store: new InMemoryEventStore(),
        ...(receivers && { receivers }),
      });

    it('is told the names that its handlers are bound to', async () => {
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
      ['something else', ['a/b'], /receivers must be a list of receiver names/],
    ])('does not start when it is told %s', async (_what, names, message) => {
      await expect(start([worker(names)], Accounts)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(message),
      });
    });

    it('takes an event without a name, as earlier versions queued it, for one of the default receiver', async () => {
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
      expect(await queue.give()).toEqual([{ outcome: 'done' }]);
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
      await queue.give();
      expect(app.get(Accounts).heard.at(-1)!.context).toMatchObject(ofTenant);
    });
  });

  describe('received Pix are read', () => {
    async function account(name?: string) {
      const simulator = await PixSimulator.start();
      simulators.push(simulator);
      const options = { ...simulator.moduleOptions, ...(name && { name }) };
      return { simulator, module: PixModule.forRoot(options) };
    }

    it('at the account of the receiver’s name', async () => {
      const matriz = await account();
      const filial = await account('filial');
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
      expect(app.get(Orders).heard.map(({ context }) => context.receiver)).toEqual(['filial']);
    });

    it('never at the account without a name for a receiver that has one', async () => {
      const matriz = await account();
      await expect(
        start([matriz.module, receiver('filial', { verifyWithProvider: true })], Orders),
      ).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('no PixModule with the name filial'),
      });
    });
  });
});
