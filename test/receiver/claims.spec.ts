import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import type { Pix } from '../../lib/contract/index.js';
import { EventHandlerRegistry } from '../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import {
  InMemoryEventStore,
  PixWebhookStats,
  type PixEventContext,
  type PixEventStore,
} from '../../lib/receiver/index.js';
import { warnAboutInMemoryStore } from '../../lib/receiver/stores/event-store.js';
import { RecordedLog } from './support/log.js';
import { NotifiedDispatcher } from './support/notified-dispatcher.js';

let log: RecordedLog;

beforeEach(() => Logger.overrideLogger((log = new RecordedLog())));

const paid = (fields: Partial<Pix> = {}): PixEvent<'pix.recebido'> => {
  const payload = buildPix(fields);
  return { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload };
};

const withPayload = (event: PixEvent<'pix.recebido'>, fields: Partial<Pix>): PixEvent => ({
  ...event,
  payload: { ...event.payload, ...fields },
});

function receiver(
  store: PixEventStore = new InMemoryEventStore(),
  handle: (pix: Pix, context: PixEventContext) => unknown = () => undefined,
) {
  const runs: { pix: Pix; context: PixEventContext }[] = [];
  const registry = new EventHandlerRegistry();
  const run = (payload: unknown, context: PixEventContext) => {
    runs.push({ pix: payload as Pix, context });
    return handle(payload as Pix, context);
  };
  registry.fill([{ type: 'pix.recebido', id: 'A.b', order: 0, instance: {}, run }]);
  const stats = new PixWebhookStats();
  return { dispatcher: new NotifiedDispatcher(registry, { store }, stats), runs, stats };
}

describe('PixEventContext', () => {
  it('has a fence that grows with each claim, including after a restart', async () => {
    const event = paid();
    let failures = 2;
    const first = receiver(new InMemoryEventStore(), () => {
      failures -= 1;
      if (failures >= 0) throw new Error('busy');
    });
    for (let attempt = 0; attempt < 3; attempt += 1) await first.dispatcher.dispatch(event);
    const later = receiver(new InMemoryEventStore());
    await new Promise((resolve) => setTimeout(resolve, 2));
    await later.dispatcher.dispatch(event);
    const fences = [...first.runs, ...later.runs].map(({ context }) => context.fence);
    expect(fences).toHaveLength(4);
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    expect(fences.every((fence) => Number.isSafeInteger(fence) && fence > 0)).toBe(true);
  });

  it('has a signal and a completeIn() that work when destructured', async () => {
    const errors: unknown[] = [];
    const { dispatcher } = receiver(undefined, async (_pix, { signal, completeIn }) => {
      expect(signal.aborted).toBe(false);
      await completeIn({} as never).catch((error: unknown) => errors.push(error));
    });
    expect(await dispatcher.dispatch(paid())).toBe('handled');
    expect(errors).toEqual([expect.objectContaining({ name: 'ConfigurationError' })]);
  });

  it('has fence 0 when the store returns only the state', async () => {
    const inner = new InMemoryEventStore();
    const store: PixEventStore = {
      begin: (key) => inner.begin(key),
      complete: (key) => inner.complete(key),
      fail: (key) => inner.fail(key),
    };
    const { dispatcher, runs } = receiver(store);
    const event = paid();
    expect(await dispatcher.dispatch(event)).toBe('handled');
    expect(await dispatcher.dispatch(event)).toBe('duplicate');
    expect(runs[0]!.context.fence).toBe(0);
    expect(runs[0]!.context.signal.aborted).toBe(false);
    expect(runs[0]!.context.signal).toBe(runs[0]!.context.signal);
  });
});

describe('EventDispatcher with a contradicting delivery', () => {
  it.each<[string, Partial<Pix>, number]>([
    ['counts and logs another amount', { valor: '99.00' }, 1],
    ['counts and logs another txid', { txid: 'another00000000000000000000' }, 1],
    ['ignores an added refund', { devolucoes: [buildDevolucao()] }, 0],
    ['ignores another text of the payer', { infoPagador: 'x' }, 0],
  ])('%s', async (_name, fields, count) => {
    const { dispatcher, runs, stats } = receiver();
    const event = paid();
    await dispatcher.dispatch(event);
    expect(await dispatcher.dispatch(withPayload(event, fields))).toBe('duplicate');
    expect(runs).toHaveLength(1);
    expect(stats.contradictions).toBe(count);
    expect(log.text.includes('contradicts an earlier one')).toBe(count > 0);
  });

  it('detects the contradiction during the first delivery and after its failure', async () => {
    let fail = true;
    const { dispatcher, runs, stats } = receiver(undefined, async () => {
      await Promise.resolve();
      if (fail) throw new Error('busy');
    });
    const event = paid();
    const other = withPayload(event, { valor: '99.00' });
    await Promise.all([dispatcher.dispatch(event), dispatcher.dispatch(other)]);
    expect(stats.contradictions).toBe(1);
    fail = false;
    await dispatcher.dispatch(other);
    expect(stats.contradictions).toBe(2);
    expect(runs.at(-1)!.pix.valor).toBe('99.00');
  });
});

describe('EventDispatcher with a refunded Pix from before the process started', () => {
  const old = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const refunded = () => paid({ horario: old, devolucoes: [buildDevolucao()] });

  it('does not run the payment handler again, and logs how to recover a missed event', async () => {
    const { dispatcher, runs } = receiver();
    const event = refunded();
    expect(await dispatcher.dispatch(event)).toBe('duplicate');
    expect(await dispatcher.dispatch(event)).toBe('duplicate');
    expect(runs).toEqual([]);
    expect(log.text).toContain('PixReconciler.run({ inicio, fim })');
  });

  it('runs the payment handler when the reconciler lists it', async () => {
    const { dispatcher, runs } = receiver();
    const arrival = { receiver: 'default', receivedAt: new Date(), origin: 'list' } as const;
    expect(await dispatcher.dispatch(refunded(), arrival)).toBe('handled');
    expect(runs).toHaveLength(1);
  });

  it('runs the payment handler when the payment has failed before', async () => {
    let failures = 1;
    const { dispatcher, runs } = receiver(undefined, () => {
      failures -= 1;
      if (failures >= 0) throw new Error('busy');
    });
    const event = refunded();
    await dispatcher.dispatch(withPayload(event, { devolucoes: [] }));
    expect(await dispatcher.dispatch(event)).toBe('handled');
    expect(runs).toHaveLength(2);
  });

  it.each([
    ['a Pix without a refund, however old', { horario: old }],
    [
      'a Pix paid after the start, whose own notification was lost',
      { devolucoes: [buildDevolucao()] },
    ],
  ])('runs the payment handler for %s', async (_name, fields) => {
    const { dispatcher, runs } = receiver();
    const later = { horario: new Date(Date.now() + 1000).toISOString() };
    expect(await dispatcher.dispatch(paid({ ...later, ...fields }))).toBe('handled');
    expect(runs).toHaveLength(1);
  });

  it('runs the payment handler within the ttl of a store that outlives the process', async () => {
    const store = Object.assign(new InMemoryEventStore(), {
      remembersSince: () => new Date(Date.now() - 100 * 24 * 3_600_000),
    });
    const { dispatcher, runs } = receiver(store);
    expect(await dispatcher.dispatch(refunded())).toBe('handled');
    expect(runs).toHaveLength(1);
  });
});

describe('InMemoryEventStore, age of its records', () => {
  it('advances remembersSince() when it removes a record', () => {
    const store = new InMemoryEventStore({ maxEntries: 1 });
    const start = store.remembersSince().getTime();
    for (const key of ['a', 'b']) {
      store.begin(key);
      store.complete(key);
    }
    expect(store.remembersSince().getTime()).toBeGreaterThanOrEqual(start);
    expect(store.begin('a', '')).toMatchObject({ state: 'new', known: false });
    expect(store.begin('b', '')).toMatchObject({ state: 'done', known: true });
  });

  it.each([
    ['production', 1],
    ['development', 0],
    [undefined, 0],
  ])('logs a startup warning when NODE_ENV is %s: %d', (environment, count) => {
    const warnings: unknown[] = [];
    const logger = { warn: (text: unknown) => void warnings.push(text) };
    warnAboutInMemoryStore(new InMemoryEventStore(), logger, environment);
    warnAboutInMemoryStore(
      { begin: () => 'new', complete: () => undefined, fail: () => undefined },
      logger,
      environment,
    );
    expect(warnings).toHaveLength(count);
  });
});
