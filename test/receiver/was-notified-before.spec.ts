import { describe, expect, it } from '@jest/globals';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import { wasNotifiedBefore } from '../../lib/receiver/dispatch/event.dispatcher.js';
import { InMemoryEventStore } from '../../lib/receiver/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

const runtime = new ManualRuntime();
const store = new InMemoryEventStore({}, runtime);
const claim = { state: 'new' } as const;

describe('wasNotifiedBefore', () => {
  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])(
    'returns whether a Pix paid %d ms after the oldest record of the store was notified before: %p',
    (ms, expected) => {
      const horario = new Date(runtime.now() + ms).toISOString();
      const payload = buildPix({ horario, devolucoes: [buildDevolucao()] });
      const event = { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload } as const;
      expect(wasNotifiedBefore(event, 'notification', claim, store)).toBe(expected);
    },
  );
});
