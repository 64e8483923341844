import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BullMqEventQueue, PixDeadLetter } from 'nestjs-pix/bullmq';
import { DeadLettersController } from '../src/backoffice/deliveries/dead-letters.controller.js';

const LETTER = {
  event: { key: 'pix:E1', type: 'pix.recebido', receivedAt: '2026-03-10T12:00:00.000Z' },
  reason: `Failed query: update "payments"\nparams: Maria da Silva${'x'.repeat(300)}`,
  attempts: 12,
  failedAt: new Date('2026-03-10T13:00:00.000Z'),
} as unknown as PixDeadLetter;

const open = (queue: Partial<BullMqEventQueue> | null) =>
  new DeadLettersController(queue as BullMqEventQueue | null);

describe('dead letters of the queue', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are listed without the values of a failed query', async () => {
    const queue = {
      countDeadLetters: () => Promise.resolve(7),
      deadLetters: () => Promise.resolve([LETTER]),
    };
    await expect(open(queue).list()).resolves.toEqual({
      temFila: true,
      total: 7,
      itens: [
        {
          chave: 'pix:E1',
          tipo: 'pix.recebido',
          recebidoEm: '2026-03-10T12:00:00.000Z',
          falhouEm: '2026-03-10T13:00:00.000Z',
          tentativas: 12,
          motivo: 'Failed query: update "payments"',
        },
      ],
    });
  });

  it('are none without a queue', async () => {
    await expect(open(null).list()).resolves.toEqual({ temFila: false, total: 0, itens: [] });
    await expect(open(null).retry('pix:E1')).rejects.toMatchObject({ status: 404 });
  });

  it('are queued again by their key', async () => {
    const asked: string[] = [];
    const queue = {
      replay: (key: string) => {
        asked.push(key);
        return Promise.resolve(key === 'pix:E1');
      },
    };
    await open(queue).retry('pix:E1');
    await expect(open(queue).retry('pix:E2')).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(['pix:E1', 'pix:E2']);
  });

  it('are unavailable, not absent, while Redis does not answer', async () => {
    jest.useFakeTimers();
    const silent = { replay: () => new Promise<boolean>(() => undefined) };
    const retried = open(silent)
      .retry('pix:E1')
      .catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(3_000);
    await expect(retried).resolves.toMatchObject({ status: 503 });
  });
});
