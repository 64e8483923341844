import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { PixQueueVerdict } from '../../lib/receiver/index.js';
import { DeadLettersController } from '../../sample-app/src/backoffice/deliveries/dead-letters.controller.js';
import { RecordedLog } from '../receiver/support/log.js';
import { BullMqQueues } from './support/bullmq-queues.js';
import { waitUntil } from './support/wait-until.js';

let queues: BullMqQueues;

beforeEach(async () => {
  Logger.overrideLogger(new RecordedLog());
  queues = await BullMqQueues.open();
});

afterEach(async () => {
  await queues.close();
  Logger.overrideLogger(undefined as never);
});

describe('dead letters of the shop', () => {
  it('are listed, and handled after a retry', async () => {
    const queue = queues.add({ attempts: 1 });
    const controller = new DeadLettersController(queue);
    let verdict: PixQueueVerdict = { outcome: 'failed', reason: 'Error: out of order\nparams: x' };
    const stop = await queue.work(() => Promise.resolve(verdict));
    await queues.enqueue(queue);
    await waitUntil(async () => (await controller.list()).total === 1);
    const { temFila, itens } = await controller.list();
    expect({ temFila, itens }).toMatchObject({
      temFila: true,
      itens: [{ motivo: 'Error: out of order', tentativas: 1 }],
    });
    verdict = { outcome: 'done' };
    await controller.retry(itens[0]!.chave);
    await waitUntil(async () => (await controller.list()).total === 0);
    await expect(controller.retry(itens[0]!.chave)).rejects.toMatchObject({ status: 404 });
    await stop();
  });
});
