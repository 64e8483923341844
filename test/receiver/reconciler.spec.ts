import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider as NestProvider } from '@nestjs/common';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import type { Pix } from '../../lib/contract/index.js';
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
import { until } from '../support/until.js';
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
    const { reconciler, orders, app, log } = await start({ refundLookback: 0 });
    provider.iterate = ignoringFilters(provider);
    expect(await reconciler.run()).toMatchObject({ listed: 1, unreadable: 0, withoutTxid: 1 });
    expect(log.text).toContain('1 Pix listed, 1 without a txid; no events');
    expect(orders.handled).toEqual([]);
    await app.close();
    const { reconciler: other, orders: others } = await start({ withoutTxid: true });
    expect(await other.run()).toMatchObject({ withoutTxid: 0 });
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

  describe('with an item that it cannot read', () => {
    const NAME = 'Fulano de Tal';
    const odd = (fields: object, age = 1000) =>
      ({ ...paidAgo(age), pagador: { nome: NAME }, ...fields }) as unknown as Pix;

    it.each<[string, object]>([
      ['an amount with a comma', { valor: '10,00' }],
      ['a numeric txid', { txid: 12 }],
      ['an odd id of a refund', { devolucoes: [buildDevolucao({ id: 'a:b' })] }],
      ['an object instead of refunds', { devolucoes: {} }],
      ['a refund without status', { devolucoes: [{ id: 'dev1' }] }],
      ['an id of 33 characters', { endToEndId: 'E'.repeat(33) }],
    ])('stores it as a dead letter and passes on the others: %s', async (_name, fields) => {
      const item = odd(fields);
      provider.received.push(item, paidAgo(500));
      const { reconciler, orders, log } = await start();
      const { fim, ...result } = await reconciler.run();
      expect(result).toMatchObject({ listed: 2, unreadable: 1, outcomes: { handled: 1 } });
      expect(orders.handled).toHaveLength(1);
      expect(cursor.load()).toEqual(fim);
      const [letter, ...others] = cursor.deadLetters();
      expect(others).toEqual([]);
      expect(letter).toMatchObject({ item, refundsOnly: false });
      expect(log.text).toContain(`error The provider listed an item that cannot be read`);
      expect(log.text).toContain(`Dead letter: ${letter!.key}`);
      expect(log.text).toContain('2 Pix listed, 1 unreadable; 1 handled');
      expect(log.text).not.toContain(NAME);
    });

    it('stores an item that is not an object', async () => {
      const { reconciler } = await start({ refundLookback: 0 });
      provider.iterate = async function* () {
        yield await Promise.resolve('x' as unknown as Pix);
      };
      expect((await reconciler.run()).unreadable).toBe(1);
      expect(cursor.deadLetters()).toMatchObject([{ item: 'x' }]);
    });

    it('reads it back in each run, passes it on once it can, and does not store it again', async () => {
      const item = odd({ valor: 'x' });
      provider.received.push(item);
      const { reconciler, orders, log } = await start();
      await reconciler.run();
      expect(provider.read).toEqual([item.endToEndId]);
      provider.get = () => Promise.resolve({ ...item, valor: '10.00' });
      expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1 });
      expect(orders.handled.map(({ payload }) => payload)).toMatchObject([{ valor: '10.00' }]);
      expect(cursor.deadLetters()).toEqual([]);
      expect(await reconciler.run()).toMatchObject({ unreadable: 1, outcomes: { handled: 0 } });
      expect(cursor.deadLetters()).toEqual([]);
      expect(log.text.match(/Dead letter: /g)).toHaveLength(1);
    });

    it('keeps it as long as its handler fails', async () => {
      const item = odd({ valor: 'x' });
      provider.received.push(item);
      provider.get = () => Promise.resolve({ ...item, valor: '10.00' });
      const { reconciler, orders } = await start();
      orders.during = () => {
        throw new Error('busy');
      };
      expect((await reconciler.run()).outcomes).toMatchObject({ failed: 1 });
      expect(cursor.deadLetters()).toHaveLength(1);
      orders.during = () => undefined;
      expect((await reconciler.run()).outcomes).toMatchObject({ handled: 1 });
      expect(cursor.deadLetters()).toEqual([]);
    });

    it('passes on only the refunds of one that was listed because of them', async () => {
      const item = odd({ valor: 'x', devolucoes: [buildDevolucao()] }, 30 * DAY);
      provider.received.push(item);
      provider.get = () => Promise.resolve({ ...item, valor: '10.00' });
      const { reconciler, orders } = await start();
      await reconciler.run();
      expect(orders.events).toEqual(['pix.devolucao']);
    });

    it('does not move a cursor that stores no dead letters past it', async () => {
      const item = odd({ valor: 'x' }, HOUR);
      provider.received.push(item, paidAgo(1000));
      const { reconciler, orders } = await start({
        cursor: { load: () => cursor.load(), save: (instant) => cursor.save(instant) },
      });
      expect((await reconciler.run()).unreadable).toBe(1);
      expect(orders.handled).toHaveLength(1);
      expect(cursor.load()).toEqual(new Date(item.horario));
    });

    it('rejects and keeps its cursor if the dead letter cannot be stored', async () => {
      provider.received.push(odd({ valor: 'x' }));
      const { reconciler } = await start();
      cursor.addDeadLetter = () => {
        throw new Error('disk full');
      };
      await expect(reconciler.run()).rejects.toThrow('disk full');
      expect(cursor.load()).toBeUndefined();
    });

    it.each<[string, (pix: Pix) => unknown]>([
      ['an empty object', () => ({})],
      ['a Pix in another object', (pix) => ({ pix })],
      ['a txid with another name', ({ txid, ...pix }) => ({ ...pix, txId: txid })],
      [
        'an empty txid next to another name',
        ({ txid, ...pix }) => ({ ...pix, txid: '', Txid: txid }),
      ],
      ['no txid and no amount', ({ txid: _txid, ...pix }) => ({ ...pix, valor: 'x' })],
      ['an empty text', () => ''],
      ['null', () => null],
    ])('stores one from which a txid may be missing: %s', async (_name, change) => {
      const item = change(paidAgo(1000));
      provider.iterate = async function* () {
        yield await Promise.resolve(item as Pix);
      };
      const { reconciler, orders } = await start({ refundLookback: 0 });
      expect(await reconciler.run()).toMatchObject({ unreadable: 1, withoutTxid: 0 });
      expect(cursor.deadLetters()).toMatchObject([{ item }]);
      expect(orders.handled).toEqual([]);
    });

    it('keeps one whose txid has another name until the bank returns it', async () => {
      const { txid, ...item } = paidAgo(1000);
      provider.received.push(Object.assign(item, { txId: txid }));
      provider.iterate = ignoringFilters(provider);
      const { reconciler, orders } = await start({ refundLookback: 0 });
      await reconciler.run();
      expect(cursor.deadLetters()).toHaveLength(1);
      provider.get = () => Promise.resolve({ ...item, txid } as Pix);
      await reconciler.run();
      expect(orders.handled).toMatchObject([{ payload: { txid } }]);
      expect(cursor.deadLetters()).toEqual([]);
    });

    it('discards one that the bank returns as a Pix without a txid', async () => {
      const { txid: _txid, ...item } = odd({ valor: 'x' });
      provider.received.push(item);
      provider.iterate = ignoringFilters(provider);
      provider.get = () => Promise.resolve({ ...item, valor: '10.00' });
      const { reconciler, orders } = await start({ refundLookback: 0 });
      expect(await reconciler.run()).toMatchObject({ unreadable: 1, withoutTxid: 1 });
      expect(orders.handled).toEqual([]);
      expect(cursor.deadLetters()).toEqual([]);
    });
  });

  describe('with a Pix that the provider lists later than the overlap', () => {
    const LOOKBACK = 2 * HOUR;
    const MINUTE = 60_000;
    const options = { overlap: 60, lookback: LOOKBACK / 1000 };
    /** A store that remembers what was handled before it was created. */
    const remembering = (since = 0) => ({
      store: Object.assign(new InMemoryEventStore(), { remembersSince: () => new Date(since) }),
    });

    it('lists each period again, one lookback later', async () => {
      const position = ago(10 * MINUTE);
      cursor.save(position);
      const { reconciler, orders } = await start({ ...options, refundLookback: 0 }, remembering());
      const late = paidAgo(LOOKBACK + 5 * MINUTE);
      provider.received.push(late, paidAgo(LOOKBACK + 15 * MINUTE), paidAgo(LOOKBACK / 2));
      const { fim } = await reconciler.run();
      expect(orders.handled.map(({ payload }) => payload)).toEqual([late]);
      // From one cursor to the next, so that the periods of all runs leave no gap.
      const earlier = (instant: Date) => new Date(+instant - LOOKBACK);
      expect(provider.listed[0]).toMatchObject({ inicio: earlier(position), fim: earlier(fim) });
      expect(cursor.load()).toEqual(fim);
    });

    it('does not move its cursor while a late Pix fails', async () => {
      const position = ago(10 * MINUTE);
      cursor.save(position);
      const { reconciler, orders } = await start(options, remembering());
      provider.received.push(paidAgo(LOOKBACK + 5 * MINUTE));
      orders.during = () => {
        throw new Error('busy');
      };
      expect((await reconciler.run()).outcomes).toMatchObject({ failed: 1 });
      expect(cursor.load()).toEqual(position);
      orders.during = () => undefined;
      const { outcomes, fim } = await reconciler.run();
      expect(outcomes).toMatchObject({ handled: 1 });
      expect(cursor.load()).toEqual(fim);
    });

    it('does not list again what the store may have forgotten', async () => {
      cursor.save(ago(10 * MINUTE));
      const { reconciler, orders } = await start(options, remembering(Date.now()));
      provider.received.push(paidAgo(LOOKBACK + 5 * MINUTE), paidAgo(HOUR, refunded()));
      await reconciler.run();
      expect(orders.events).toEqual(['pix.devolucao']);
    });

    it('passes it on at once if it has a refund', async () => {
      cursor.save(ago(10 * MINUTE));
      const { reconciler, orders } = await start(options, remembering());
      provider.received.push(paidAgo(HOUR, refunded()), paidAgo(LOOKBACK + HOUR, refunded()));
      await reconciler.run();
      expect(orders.events).toEqual(['pix.recebido', 'pix.devolucao', 'pix.devolucao']);
    });
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
