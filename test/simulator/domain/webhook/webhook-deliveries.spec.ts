import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  WebhookDeliveries,
  type WebhookDelivery,
} from '../../../../devkit/simulator/domain/deliveries.js';
import { Faults } from '../../../../devkit/simulator/faults/faults.js';
import { HostileBank } from '../../../../devkit/simulator/hostile/hostile-bank.js';
import { SimulatorClock } from '../../../../devkit/simulator/kernel/clock.js';
import { RecordFeed } from '../../../../devkit/simulator/kernel/records.js';
import { ManualRuntime } from '../../../support/manual-runtime.js';

/** The attempts of the last change that the feed reported, as text: the record itself changes later. */
let reported: WebhookDelivery['attempts'];
/** Answers the requests, in the order in which they were sent. */
let answers: ((status: number) => void)[];
let runtime: ManualRuntime;
let deliveries: WebhookDeliveries;

beforeEach(() => {
  answers = [];
  runtime = new ManualRuntime();
  reported = [];
  const changes = new RecordFeed();
  changes.subscribe({
    changed: (_store, record) => {
      reported = structuredClone((record as WebhookDelivery).attempts);
    },
    removed: () => undefined,
    cleared: () => undefined,
  });
  deliveries = new WebhookDeliveries({
    hostile: new HostileBank(),
    clock: new SimulatorClock(runtime),
    sender: {
      send: () => new Promise((resolve) => answers.push(resolve)),
      close: () => undefined,
    },
    retryDelays: [60_000],
    faults: new Faults(),
    changes,
    quirks: {},
    runtime,
  });
});

afterEach(() => {
  deliveries.close();
});

async function begin(): Promise<void> {
  deliveries.enqueue('pix', 'https://loja.example/webhook', { pix: [] });
  await runtime.advance(0);
}

describe('an attempt of a delivery', () => {
  it('is reported as a change when it begins and when it ends', async () => {
    await begin();
    expect(reported).toEqual([{ at: expect.any(String) }]);
    answers[0]?.(503);
    await runtime.advance(0);
    expect(reported).toEqual([{ at: expect.any(String), status: 503, duration: 0 }]);
  });

  it('is reported as a change when another attempt began before it ended', async () => {
    await begin();
    deliveries.redeliver(1);
    await runtime.advance(0);
    answers[0]?.(503);
    await runtime.advance(0);
    expect(reported).toEqual([
      { at: expect.any(String), status: 503, duration: 0 },
      { at: expect.any(String) },
    ]);
    expect(deliveries.get(1)?.state).toBe('pending');
  });

  it('does not restore a delivery that was removed before it ended', async () => {
    await begin();
    deliveries.cancelPending();
    deliveries.store.clear();
    reported = [];
    answers[0]?.(200);
    await runtime.advance(0);
    expect(deliveries.size).toBe(0);
    expect(reported).toEqual([]);
  });
});
