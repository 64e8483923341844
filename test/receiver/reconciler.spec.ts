import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider as NestProvider } from '@nestjs/common';
import { PixConexaoException, PixModule, PixNaoAutorizadoException } from '../../lib/index.js';
import {
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  PixReconciler,
  PixWebhookReceiverModule,
  type PixRecebidosIterateOptions,
  type PixReconcilerOptions,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { PixCobService, PixRecebidosService } from '../../lib/resources/index.js';
import { PixSimulator } from '../../lib/simulator/index.js';
import { buildDevolucao, buildPix } from '../../lib/testing.js';
import { startApp, type RunningApp } from './support/app.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const paidAgo = (milliseconds: number, fields: Parameters<typeof buildPix>[0] = {}) =>
  buildPix({ horario: ago(milliseconds).toISOString(), ...fields });
const refunded = () => ({ devolucoes: [buildDevolucao()] });

describe('PixReconciler', () => {
  let provider: Provider;
  let cursor: InMemoryReconcilerCursor;
  let running: (RunningApp & { orders: Orders; reconciler: PixReconciler }) | undefined;

  async function start(
    reconciler: PixReconcilerOptions = {},
    options: PixWebhookReceiverOptions = {},
    ...providers: NestProvider[]
  ) {
    const started = await startApp('Express', {
      imports: [
        PixWebhookReceiverModule.forRoot({
          authentication: { secret: SECRET },
          recebidos: provider,
          reconciler: { cursor, ...reconciler },
          ...options,
        }),
      ],
      providers: [Orders, ...providers],
    });
    const { app } = started;
    running = { ...started, orders: app.get(Orders), reconciler: app.get(PixReconciler) };
    return running;
  }

  beforeEach(() => {
    provider = new Provider();
    cursor = new InMemoryReconcilerCursor();
  });

  afterEach(async () => {
    await running?.app.close();
    running = undefined;
  });

  it('dispatches only the Pix that never arrived by webhook', async () => {
    const { orders, reconciler, port, log } = await start();
    const arrived = paidAgo(2000);
    const missed = paidAgo(1000);
    provider.received.push(arrived, missed);
    await post(port, `/webhooks/pix/pix?hmac=${SECRET}`, { pix: [arrived] });
    const { listed, outcomes } = await reconciler.run();
    expect(orders.handled.map(({ payload }) => payload)).toEqual([arrived, missed]);
    expect(listed).toBe(2);
    expect(outcomes).toEqual({
      duplicate: 1,
      handled: 1,
      queued: 0,
      refused: 0,
      running: 0,
      unavailable: 0,
      failed: 0,
    });
    expect(log.text).toContain(': 2 Pix listed; 1 handled, 1 duplicate PixReconciler');
    expect((await reconciler.run()).outcomes).toMatchObject({ duplicate: 2, handled: 0 });
    // A webhook delivery that arrives later does not run the handler again.
    await post(port, `/webhooks/pix/pix?hmac=${SECRET}`, { pix: [missed] });
    expect(orders.handled).toHaveLength(2);
  });

  it('lists the last day at first, then from its cursor minus the overlap, and saves its cursor', async () => {
    const { reconciler } = await start({ refundLookback: 0, overlap: 60 });
    const first = await reconciler.run();
    expect(first.fim.getTime() - first.inicio.getTime()).toBe(DAY);
    expect(cursor.load()).toEqual(first.fim);
    const second = await reconciler.run();
    expect(second.inicio).toEqual(new Date(first.fim.getTime() - 60_000));
    expect(provider.listed).toEqual([
      { inicio: first.inicio, fim: first.fim, txIdPresente: true },
      { inicio: second.inicio, fim: second.fim, txIdPresente: true },
    ]);
  });

  it('lets the client split periods that are longer than the provider allows', async () => {
    const requested: (PixRecebidosIterateOptions | undefined)[] = [];
    const iterate = provider.iterate.bind(provider);
    provider.iterate = (filter, options) => {
      requested.push(options);
      return iterate(filter, options);
    };
    const { reconciler } = await start();
    await reconciler.run();
    expect(requested.map((options) => options?.splitPeriods)).toEqual([true, true]);
  });

  it('does not advance past an unsettled Pix without a valid instant', async () => {
    const { reconciler, orders } = await start();
    orders.during = () => {
      throw new Error('no');
    };
    provider.iterate = async function* () {
      yield buildPix({ horario: 'yesterday' });
    };
    const { inicio, outcomes } = await reconciler.run();
    expect(outcomes).toMatchObject({ failed: 1 });
    expect(cursor.load()).toEqual(inicio);
  });

  it.each([
    ['is in the future', new Date(Date.now() + 2 * HOUR)],
    ['is not a valid date', new Date(Number.NaN)],
  ])('ignores a cursor that %s, and misses no Pix before it', async (_name, position) => {
    cursor.save(position);
    const { reconciler, orders, log } = await start({ overlap: 60 });
    provider.received.push(paidAgo(HOUR));
    const { fim } = await reconciler.run();
    expect(orders.handled).toHaveLength(1);
    expect(cursor.load()).toEqual(fim);
    expect(log.text).toContain('The cursor is implausible and is ignored');
  });

  it('tolerates a clock difference smaller than the overlap', async () => {
    const position = new Date(Date.now() + HOUR / 2);
    cursor.save(position);
    const { reconciler } = await start();
    expect((await reconciler.run()).inicio).toEqual(new Date(position.getTime() - HOUR));
    expect(cursor.load()).toEqual(position);
  });

  it('reconciles a given period without changing its cursor', async () => {
    const { reconciler, orders } = await start();
    provider.received.push(paidAgo(40 * DAY), paidAgo(20 * DAY));
    const period = { inicio: ago(50 * DAY).toISOString(), fim: ago(30 * DAY) };
    expect((await reconciler.run(period)).outcomes).toMatchObject({ handled: 1 });
    expect(orders.handled).toHaveLength(1);
    expect(cursor.load()).toBeUndefined();
  });

  it.each([
    ['whose start is not a date', { inicio: 'ontem', fim: new Date() }],
    ['whose end is not a date', { inicio: new Date(), fim: 'hoje' }],
    ['that ends before it starts', { inicio: new Date(), fim: ago(60_000) }],
  ])('refuses a period %s', async (_name, period) => {
    const { reconciler } = await start();
    await expect(reconciler.run(period)).rejects.toMatchObject({ name: 'ValueError' });
    expect((await reconciler.run()).listed).toBe(0);
  });

  describe('refunds', () => {
    it('dispatches refunds in a final status, of Pix up to 90 days old', async () => {
      const { reconciler, orders } = await start();
      provider.received.push(
        paidAgo(HOUR, refunded()),
        paidAgo(HOUR, { devolucoes: [buildDevolucao({ status: 'EM_PROCESSAMENTO' })] }),
        paidAgo(89 * DAY, { devolucoes: [buildDevolucao({ status: 'NAO_REALIZADO' })] }),
        paidAgo(91 * DAY, refunded()),
      );
      await reconciler.run();
      // Of the old Pix only its refund: the Pix itself was handled long ago.
      expect(orders.events.sort()).toEqual([
        'pix.devolucao',
        'pix.devolucao',
        'pix.recebido',
        'pix.recebido',
      ]);
    });

    it('dispatches a failed refund again in each run', async () => {
      const { reconciler, orders } = await start();
      provider.received.push(paidAgo(30 * DAY, refunded()));
      const onOther = Orders.prototype.onOther;
      Orders.prototype.onOther = () => Promise.reject(new Error('busy')) as never;
      expect((await reconciler.run()).outcomes).toMatchObject({ failed: 1 });
      Orders.prototype.onOther = onOther;
      expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1 });
      expect(orders.events).toEqual(['pix.devolucao']);
    });
  });

  it('skips Pix without a txid, which providers do not notify, unless withoutTxid is set', async () => {
    const withoutTxid = paidAgo(1000);
    delete withoutTxid.txid;
    provider.received.push(withoutTxid);
    const { reconciler, orders, app } = await start();
    provider.iterate = ignoringFilters(provider);
    await reconciler.run();
    expect(orders.handled).toEqual([]);
    await app.close();
    const { reconciler: other, orders: others } = await start({ withoutTxid: true });
    await other.run();
    expect(others.handled).toHaveLength(1);
  });

  it('does not advance its cursor past a failed event, and never moves it back', async () => {
    const { reconciler, orders } = await start({ overlap: 60 });
    const position = ago(HOUR);
    cursor.save(position);
    const broken = paidAgo(HOUR / 2);
    provider.received.push(broken, paidAgo(1000));
    orders.during = () => {
      throw new Error('busy');
    };
    expect((await reconciler.run()).outcomes).toMatchObject({ failed: 2 });
    expect(cursor.load()).toEqual(new Date(broken.horario));
    const old = paidAgo(HOUR / 2 + 30_000);
    provider.received.push(old);
    await reconciler.run();
    expect(cursor.load()).toEqual(new Date(broken.horario));
    orders.during = () => undefined;
    const { outcomes, fim } = await reconciler.run();
    expect(outcomes).toMatchObject({ handled: 3, failed: 0 });
    expect(cursor.load()).toEqual(fim);
  });

  it('rejects when the provider cannot list, and keeps its cursor', async () => {
    const { reconciler } = await start();
    provider.reachable = false;
    await expect(reconciler.run()).rejects.toMatchObject({ name: 'PixConexaoException' });
    expect(cursor.load()).toBeUndefined();
    provider.reachable = true;
    await reconciler.run();
    expect(cursor.load()).toBeInstanceOf(Date);
  });

  it('repeats a failed read, and dispatches each Pix once', async () => {
    const { reconciler, orders, log } = await start({ refundLookback: 0 });
    provider.received.push(paidAgo(2000), paidAgo(1000));
    let failures = 3;
    provider.beforeListing = () => {
      provider.reachable = failures === 0;
      failures = Math.max(0, failures - 1);
    };
    expect((await reconciler.run()).outcomes).toMatchObject({ handled: 2 });
    expect(orders.handled).toHaveLength(2);
    expect(log.text).toContain('Could not list received Pix, repeating: PixConexaoException');
  });

  it('does not repeat a definite refusal', async () => {
    const { reconciler } = await start();
    provider.beforeListing = () => {
      throw new PixNaoAutorizadoException({ title: 'x', status: 401 });
    };
    await expect(reconciler.run()).rejects.toMatchObject({ name: 'PixNaoAutorizadoException' });
    expect(provider.listed).toHaveLength(1);
  });

  describe('with many pages', () => {
    const PAGES = 15;
    const PAGE = 100;

    /** Lists as banks do: newest first, in pages of 100. */
    function listInPages(fails: () => boolean) {
      provider.iterate = async function* (filter, options) {
        provider.listed.push(filter);
        const [from, to] = [filter.inicio, filter.fim].map((text) => new Date(text).getTime());
        const found = provider.received
          .filter(({ horario }) => Date.parse(horario) >= from! && Date.parse(horario) <= to!)
          .sort((a, b) => Date.parse(b.horario) - Date.parse(a.horario));
        const quantidadeDePaginas = Math.max(1, Math.ceil(found.length / PAGE));
        for (let page = 0; page < quantidadeDePaginas; page += 1) {
          await Promise.resolve();
          if (fails()) throw new PixConexaoException({ title: 'Sem conexão' });
          options?.onPage?.({ quantidadeDePaginas });
          yield* found.slice(page * PAGE, (page + 1) * PAGE);
        }
      };
    }

    beforeEach(() => {
      for (let index = 0; index < PAGES * PAGE; index += 1) {
        provider.received.push(paidAgo(1000 + index * 30_000));
      }
    });

    it('saves its cursor after each page, and resumes there after a failure', async () => {
      const { reconciler, orders } = await start({ refundLookback: 0, overlap: 0 });
      let reads = 0;
      listInPages(() => (reads += 1) > 25);
      await expect(reconciler.run()).rejects.toMatchObject({ name: 'PixConexaoException' });
      const handled = orders.handled.length;
      expect(handled).toBeGreaterThan(PAGE);
      expect(handled).toBeLessThan(PAGES * PAGE);
      const position = cursor.load()!;
      const before = provider.received.filter(({ horario }) => Date.parse(horario) < +position);
      expect(before).toHaveLength(handled);
      listInPages(() => false);
      const listed = provider.listed.length;
      const { outcomes } = await reconciler.run();
      expect(provider.listed[listed]!.inicio).toEqual(position);
      expect(outcomes.handled).toBe(PAGES * PAGE - handled);
      expect(new Set(orders.handled.map(({ payload }) => payload.endToEndId)).size).toBe(1500);
    });

    it('reaches every Pix when three of ten reads fail', async () => {
      const { reconciler, orders } = await start({ refundLookback: 0 });
      let reads = 0;
      listInPages(() => [1, 4, 7].includes((reads += 1) % 10));
      for (let run = 0; run < 3; run += 1) await reconciler.run().catch(() => undefined);
      expect(orders.handled).toHaveLength(PAGES * PAGE);
    });

    it('misses no Pix of a failed run when lists are newest first', async () => {
      const { reconciler, orders } = await start({ refundLookback: 0, overlap: 0 });
      for (let run = 1; run <= 12; run += 1) {
        let reads = 0;
        listInPages(() => (reads += 1) > 20);
        await reconciler.run().catch(() => undefined);
      }
      listInPages(() => false);
      await reconciler.run();
      expect(orders.handled).toHaveLength(PAGES * PAGE);
    }, 60_000);
  });

  it('skips an item that is not a Pix', async () => {
    const { reconciler, log } = await start();
    provider.received.push({ ...paidAgo(1), endToEndId: 'x' }, paidAgo(1));
    expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1 });
    expect(log.text).toContain('an item that is not a Pix');
  });

  it('does not run concurrently with itself', async () => {
    const { reconciler } = await start({ refundLookback: 0 });
    let listing = 0;
    let most = 0;
    provider.beforeListing = async () => {
      listing += 1;
      most = Math.max(most, listing);
      await new Promise(setImmediate);
      listing -= 1;
    };
    await Promise.all([reconciler.run(), reconciler.run(), reconciler.run()]);
    expect([provider.listed.length, most]).toEqual([3, 1]);
  });

  it('reads through the application’s PixModule, and finds a Pix that the simulator did not notify', async () => {
    const simulator = await PixSimulator.start({ refundDelay: Infinity });
    const { app } = await startApp('Express', {
      imports: [
        PixModule.forRoot(simulator.moduleOptions),
        PixWebhookReceiverModule.forRoot({ authentication: { secret: SECRET } }),
      ],
      providers: [Orders],
    });
    const { txid } = await app.get(PixCobService).create({
      calendario: { expiracao: 3600 },
      valor: { original: '37.00' },
      chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    });
    const paid = await simulator.control.pay(txid);
    await app.get(PixRecebidosService).refund(paid.endToEndId, 'dev1', { valor: '7.00' });
    const reconciler = app.get(PixReconciler);
    const { handled } = app.get(Orders);
    expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1 });
    expect(handled[0]!.payload).toMatchObject({ txid, valor: '37.00' });
    await simulator.control.settleRefund(paid.endToEndId, 'dev1');
    expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1, duplicate: 1 });
    expect(app.get(Orders).events).toEqual(['pix.recebido', 'pix.devolucao']);
    await app.close();
    await simulator.close();
  });

  it('throws when it has no source of received Pix', async () => {
    provider = undefined as never;
    const { reconciler } = await start();
    await expect(reconciler.run()).rejects.toMatchObject({ name: 'ConfigurationError' });
  });

  it('does not start a schedule without a source', async () => {
    provider = undefined as never;
    await expect(start({ every: 600 })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('reconciler.every reads received Pix from the provider'),
    });
  });

  describe('on a schedule', () => {
    const listings = new EventEmitter();

    beforeEach(() => {
      provider.beforeListing = () => listings.emit('listing');
    });

    it('runs at startup and at each interval, including after a failure', async () => {
      provider.reachable = false;
      const { log } = await start({ every: 1, refundLookback: 0 });
      const readings = 5; // four of the first run, one of the next
      while (provider.listed.length < readings) await once(listings, 'listing');
      expect(log.text).toContain('error Could not reconcile received Pix: PixConexaoException');
    });

    it('runs in one of the processes that share a store', async () => {
      const store = new InMemoryEventStore();
      const first = once(listings, 'listing');
      let release: () => void = () => undefined;
      provider.beforeListing = () => {
        listings.emit('listing');
        return new Promise<void>((resolve) => (release = resolve));
      };
      const { app } = await start({ every: 100 }, { store });
      await first;
      const { log } = await start({ every: 100 }, { store });
      await until(() => log.text.includes('Another process is reconciling'));
      expect(provider.listed).toHaveLength(1);
      provider.beforeListing = () => undefined;
      release();
      await app.close();
    });

    it('stops with the application after the event in progress is handled', async () => {
      provider.received.push(paidAgo(1000), paidAgo(500));
      const gate = new EventEmitter();
      let list: () => void = () => undefined;
      const ready = new Promise<void>((resolve) => (list = resolve));
      provider.beforeListing = () => ready;
      const { orders, app } = await start({ every: 100 });
      const entered = once(gate, 'entered');
      orders.during = () => {
        gate.emit('entered');
        return once(gate, 'opened');
      };
      list();
      await entered;
      const closed = app.close();
      // Nest calls the hooks of other modules and providers first.
      await new Promise(setImmediate);
      gate.emit('opened');
      await closed;
      expect(orders.handled).toHaveLength(1);
      expect(cursor.load()).toBeUndefined();
    });
  });

  it('releases its lock before the application shuts down', async () => {
    const order: string[] = [];
    const store = new InMemoryEventStore();
    const fail = async () => {
      await new Promise(setImmediate);
      order.push('released');
    };
    const listings = new EventEmitter();
    const listing = once(listings, 'listing');
    provider.beforeListing = () => listings.emit('listing');
    const watch = { beforeApplicationShutdown: () => order.push('shutting down') };
    const { app } = await start(
      { every: 100 },
      { store: Object.assign(store, { fail }) },
      { provide: 'watch', useValue: watch },
    );
    await listing;
    await app.close();
    expect(order).toEqual(['released', 'shutting down']);
  });

  it.each([
    [{ every: 0 }, 'reconciler.every must be from 1 second to 24 days'],
    [{ every: 1e9 }, 'reconciler.every'],
    [{ overlap: -1 }, 'reconciler.overlap must be a number of seconds'],
    [{ lookback: Number.NaN }, 'reconciler.lookback'],
    [{ refundLookback: Infinity }, 'reconciler.refundLookback'],
  ])('does not start with %j', async (options, message) => {
    await expect(start(options)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(message),
    });
  });
});

function ignoringFilters(provider: Provider): Provider['iterate'] {
  return async function* () {
    await Promise.resolve();
    yield* provider.received;
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
