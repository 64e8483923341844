import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { buildPix, WebhookTestClient } from '../../devkit/testing.js';
import {
  InMemoryEventStore,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
} from '../../lib/index.js';
import { PixOpenTelemetryModule } from '../../lib/opentelemetry.js';
import { Recorder } from '../opentelemetry/support/recorder.js';
import { Orders } from '../receiver/support/orders.js';
import { BullMqQueues } from './support/bullmq-queues.js';
import { waitUntil } from './support/wait-until.js';

const secret = 'a-long-and-random-secret-of-tests';
let queues: BullMqQueues;
let recorder: Recorder;
let worker: INestApplicationContext | undefined;

beforeEach(async () => {
  queues = await BullMqQueues.open();
  recorder = new Recorder();
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
  await recorder.close();
  await queues.close();
});

async function startWorker(): Promise<Orders> {
  const { tracerProvider, meterProvider } = recorder;
  @Module({
    imports: [
      PixOpenTelemetryModule.forRoot({ tracerProvider, meterProvider }),
      PixWebhookWorkerModule.forRoot({ queue: queues.add(), store: new InMemoryEventStore() }),
    ],
    providers: [Orders],
  })
  class WorkerModule {}
  worker = await NestFactory.createApplicationContext(WorkerModule, { logger: false });
  return worker.get(Orders);
}

describe('the trace of an event in a queue of BullMQ', () => {
  it('continues in the worker', async () => {
    const { tracerProvider, meterProvider } = recorder;
    @Module({
      imports: [
        PixOpenTelemetryModule.forRoot({ tracerProvider, meterProvider }),
        PixWebhookReceiverModule.forRoot({ authentication: { secret }, queue: queues.add() }),
      ],
    })
    class ReceiverModule {}
    const app = await NestFactory.create(ReceiverModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const bank = new WebhookTestClient({
      url: `http://127.0.0.1:${port}/webhooks/pix?hmac=${secret}`,
    });
    const pix = buildPix();
    expect(await bank.pix(pix)).toMatchObject({ status: 200 });
    bank.close();
    const metrics = await recorder.metrics();
    await app.close();
    expect(metrics).toContain('pix_queue_state="waiting"');

    const orders = await startWorker();
    await waitUntil(() => recorder.named('pix.process').length > 0);
    expect(orders.handled).toHaveLength(1);
    expect(recorder.trees()).toHaveLength(1);
    expect(recorder.trees()[0]).toMatch(
      /^POST \/webhooks\/pix\n {2}pix\.enqueue\n {4}pix\.process\n {6}pix\.handler Orders\.\w+$/,
    );
    expect(recorder.span('pix.process').attributes['pix.end_to_end_id']).toBe(pix.endToEndId);
  });

  it('begins in the worker for an event of an earlier version', async () => {
    await queues.enqueue(queues.add());
    const orders = await startWorker();
    await waitUntil(() => recorder.named('pix.process').length > 0);
    expect(orders.handled).toHaveLength(1);
    expect(recorder.span('pix.process').parentSpanContext).toBeUndefined();
  });
});
