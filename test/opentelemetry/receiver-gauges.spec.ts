import { expect, it } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { openTelemetry, ReceiverGauges } from '../../lib/opentelemetry/open-telemetry.js';
import {
  InMemoryReconcilerCursor,
  RECEIVER_SETTINGS,
  type PixReconcilerCursor,
} from '../../lib/receiver/index.js';
import { Recorder } from './support/recorder.js';

it('count the dead letters of each reconciler whose cursor stores them', async () => {
  const recorder = new Recorder();
  const { tracerProvider, meterProvider } = recorder;
  const cursors: Record<string, PixReconcilerCursor> = {
    filled: new InMemoryReconcilerCursor(),
    empty: new InMemoryReconcilerCursor(),
    without: { load: () => undefined, save: () => undefined },
    broken: Object.assign(new InMemoryReconcilerCursor(), {
      deadLetters: () => Promise.reject(new Error('no')),
    }),
  };
  await cursors.filled!.addDeadLetter!({ key: 'k', item: {}, since: '', refundsOnly: false });
  const providers = Object.entries(cursors).map(([name, cursor]) => ({
    token: RECEIVER_SETTINGS,
    instance: { name, hasTenants: false, reconciler: { cursor } },
  }));
  const discovery = { getProviders: () => providers } as unknown as DiscoveryService;
  const telemetry = openTelemetry({ tracerProvider, meterProvider });
  new ReceiverGauges(telemetry as never, discovery).onApplicationBootstrap();
  const lines = (await recorder.metrics())
    .split('\n')
    .filter((line) => line.startsWith('pix_receiver_reconciler_dead_letters{'))
    .map((line) => line.replace(/.*pix_receiver="(\w+)".* (\d+)$/, '$1 $2'));
  expect(lines).toEqual(['filled 1', 'empty 0']);
});
