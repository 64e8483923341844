import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { EventHandlerRegistry } from '../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import {
  InMemoryEventStore,
  type PixEventLogOptions,
  type PixEventStore,
} from '../../lib/receiver/index.js';
import { RecordedLog } from './support/log.js';
import { devolucao, pix } from './support/notifications.js';
import { NotifiedDispatcher } from './support/notified-dispatcher.js';

const event = { type: 'pix.recebido', key: 'pix:E1', payload: pix() } as PixEvent;

describe('EventDispatcher', () => {
  let log: RecordedLog;

  beforeEach(() => Logger.overrideLogger((log = new RecordedLog())));

  function dispatcher(
    run: () => unknown,
    store: PixEventStore = new InMemoryEventStore(),
    log: PixEventLogOptions = {},
  ) {
    const registry = new EventHandlerRegistry();
    registry.fill([{ type: 'pix.recebido', id: 'A.b', order: 0, instance: {}, run }]);
    return new NotifiedDispatcher(registry, { store, log });
  }

  function failing(method: keyof PixEventStore): PixEventStore {
    const store = new InMemoryEventStore();
    Object.assign(store, { [method]: () => Promise.reject(new Error('no connection')) });
    return store;
  }

  it('does not run the handler when the store cannot begin', async () => {
    let runs = 0;
    const outcome = await dispatcher(() => (runs += 1), failing('begin')).dispatch(event);
    expect([outcome, runs]).toEqual(['failed', 0]);
    expect(log.text).toContain('could not begin pix:E1@A.b: Error: no connection');
  });

  it('handles the next delivery after a store has thrown where it must not', async () => {
    const store = new InMemoryEventStore();
    const refunded = { ...event, payload: pix({ devolucoes: [devolucao()] }) } as PixEvent;
    const remembersSince = () => {
      throw new Error('no memory');
    };
    const broken = dispatcher(() => undefined, Object.assign(store, { remembersSince }));
    await expect(broken.dispatch(refunded)).rejects.toThrow('no memory');
    store.fail('pix:E1@A.b');
    store.remembersSince = () => new Date(0);
    expect(await broken.dispatch(refunded)).toBe('handled');
  });

  it('returns "failed" when the store cannot complete', async () => {
    expect(await dispatcher(() => 'fine', failing('complete')).dispatch(event)).toBe('failed');
    expect(log.text).toContain('could not complete');
  });

  it.each([
    ['an error', new Error('x')],
    ['nothing', undefined],
    ['a text', 'x'],
    ['null', null],
  ])(
    'returns "failed" when a handler throws %s, including when the store cannot release',
    async (_name, thrown) => {
      const run = () => {
        throw thrown as Error;
      };
      expect(await dispatcher(run).dispatch(event)).toBe('failed');
      expect(await dispatcher(run, failing('fail')).dispatch(event)).toBe('failed');
      expect(log.text).toContain('could not release');
    },
  );

  it('logs an error in one line when a payer’s text contains line breaks', async () => {
    const forged =
      '\r\n[Nest] 1  LOG [PixWebhookReceiver] pix.recebido pix:E2@A.b: handled\u001b[0m';
    const run = () => {
      throw new Error(`infoPagador: ${forged}`);
    };
    await dispatcher(run).dispatch(event);
    const [message, ...frames] = log.lines.find((line) => line.startsWith('error'))!.split('\n');
    expect(message).toContain('infoPagador: \\r\\n[Nest] 1');
    expect(frames.every((line) => /^\s+at /.test(line))).toBe(true);
    for (const control of ['\r', '\u001b']) expect(log.text).not.toContain(control);
  });

  it('runs a handler once for 1,000 concurrent deliveries', async () => {
    let runs = 0;
    const subject = dispatcher(async () => (runs += 1));
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => subject.dispatch(event)));
    expect(runs).toBe(1);
    expect(new Set(outcomes)).toEqual(new Set(['handled', 'duplicate']));
  });

  it('shares a failure with waiting deliveries, and runs the handler again for the next one', async () => {
    let runs = 0;
    const subject = dispatcher(async () => {
      runs += 1;
      if (runs === 1) throw new Error('first');
    });
    const both = await Promise.all([subject.dispatch(event), subject.dispatch(event)]);
    expect(both).toEqual(['failed', 'failed']);
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await subject.dispatch(event)).toBe('duplicate');
  });

  it.each([
    [undefined, []],
    ['log', ['log pix.recebido pix:E1: handled', 'log pix.recebido pix:E1: duplicate']],
  ] as const)('writes lines for successful events at the level %s', async (success, expected) => {
    const subject = dispatcher(() => 'fine', new InMemoryEventStore(), { success });
    await subject.dispatch(event);
    await subject.dispatch(event);
    const lines = log.lines.map((line) => line.replace(' PixWebhookReceiver', ''));
    expect(lines).toEqual(expected);
  });

  it('returns "failed" when the store cannot complete a payment that was notified before', async () => {
    let runs = 0;
    const subject = dispatcher(() => (runs += 1), failing('complete'));
    const payload = pix({ horario: '2020-01-01T12:00:00.000Z', devolucoes: [devolucao()] });
    const refunded = { ...event, payload } as PixEvent;
    expect(await subject.dispatch(refunded)).toBe('failed');
    expect(runs).toBe(0);
    expect(log.text).toContain('could not complete pix:E1@A.b: Error: no connection');
  });
});
