import type { AddressInfo } from 'node:net';
import { InternalServerErrorException, Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import { isGeneralPixError, isPixAPIException, PixConexaoException } from '../../lib/index.js';
import { PixOpenTelemetryModule } from '../../lib/opentelemetry.js';
import {
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
  type PixReconcilerCursor,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { Recorder } from '../opentelemetry/support/recorder.js';
import { Orders } from '../receiver/support/orders.js';
import { post } from '../receiver/support/post.js';
import { Provider } from '../receiver/support/provider.js';
import { Queue } from '../receiver/support/queue.js';
import { values } from './canaries.js';
import type { Collector } from './collector.js';
import { searchTelemetry } from './telemetry.js';

const { webhookSecret, otherWebhookSecret, payerCpf, keyCpf, cnpj, newCnpj } = values;
const authentication = { secret: webhookSecret };
const address = (secret: string) => `/webhooks/pix/pix?hmac=${encodeURIComponent(secret)}`;

const everything = `${payerCpf} ${keyCpf} ${cnpj} ${newCnpj} hmac=${webhookSecret} [${webhookSecret}]`;

/** Builds a Pix with a tax id in every field that can have one. */
function paid(fields: Parameters<typeof buildPix>[0] = {}) {
  return buildPix({
    chave: keyCpf,
    infoPagador: `CPF ${payerCpf} e CNPJ ${cnpj}`,
    horario: new Date(Date.now() - 60_000).toISOString(),
    ...{ pagador: { cpf: payerCpf, nome: 'Maria' }, gnExtras: { cnpj: newCnpj } },
    ...fields,
  });
}

/** Errors that a handler throws: those of applications quote their input. */
const failures: Readonly<Record<string, () => unknown>> = {
  error: () => new Error(`could not book ${JSON.stringify(paid())}`),
  withFields: () => Object.assign(new Error('x'), { pix: paid(), sql: `insert ${everything}` }),
  caused: () => new Error(everything, { cause: new Error(everything) }),
  aggregate: () => new AggregateError([new Error(everything), paid()], everything),
  text: () => everything,
  record: () => ({ message: everything, stack: `Error: ${everything}\n    at ${everything} (x)` }),
  named: () => Object.assign(new Error('x'), { name: everything, code: everything }),
  http: () => new InternalServerErrorException(paid()),
  nothing: () => undefined,
};

interface App {
  readonly port: number;
  readonly orders: Orders;
  readonly stats: PixWebhookStats;
  readonly reconciler: PixReconciler;
  close(): Promise<void>;
}

async function start(
  collector: Collector,
  options: PixWebhookReceiverOptions,
  metadata: ModuleMetadata = {},
): Promise<App> {
  const recorder = new Recorder();
  const { tracerProvider, meterProvider } = recorder;
  @Module({
    imports: [
      PixOpenTelemetryModule.forRoot({ tracerProvider, meterProvider }),
      PixWebhookReceiverModule.forRoot({ authentication, ...options }),
    ],
    providers: [Orders],
    ...metadata,
  })
  class AppModule {}
  const { logger } = collector;
  const app = await NestFactory.create(AppModule, { logger, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  const stats = app.get(PixWebhookStats);
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    orders: app.get(Orders, { strict: false }),
    stats,
    reconciler: app.get(PixReconciler),
    close: async () => {
      collector.value('metrics', stats);
      collector.value('object', app.get(PixReconciler));
      await app.close();
      await searchTelemetry(collector, recorder);
    },
  };
}

/** Sends a notification and records the response. */
async function notify(collector: Collector, { port }: App, path: string, body: unknown) {
  const answer = await post(port, path, body);
  collector.value('answer', answer);
}

export async function runReceiver(collector: Collector): Promise<void> {
  await runRefusals(collector);
  await runHandlers(collector);
  await runStores(collector);
  await runVerification(collector);
  await runQueue(collector);
  await runReconciler(collector);
}

async function runRefusals(collector: Collector): Promise<void> {
  const app = await start(collector, { maxBodySize: 5000, maxEvents: 3 });
  const good = address(webhookSecret);
  const deep = `{"a":${'['.repeat(500)}"${everything}"${']'.repeat(500)}}`;
  const bodies: Readonly<Record<string, unknown>> = {
    malformed: `{"pix":[{"chave":"${keyCpf}","infoPagador":"${everything}"`,
    text: everything,
    invalidUtf8: Buffer.concat([Buffer.from(`{"x":"${everything}`), Buffer.from([0xff, 0xfe])]),
    large: { pix: [paid({ infoPagador: everything.repeat(100) })] },
    many: { pix: [paid(), paid(), paid(), paid()] },
    deep,
    nonsense: { pix: [{ endToEndId: payerCpf, valor: keyCpf }, everything, null] },
    ids: { pix: [{ ...paid(), txid: `${payerCpf}/${everything}`, endToEndId: everything }] },
    recs: { recs: [{ idRec: everything, status: payerCpf }], cobsr: [{ txid: keyCpf }] },
    refunds: { pix: [paid({ devolucoes: [buildDevolucao({ id: payerCpf, rtrId: everything })] })] },
  };
  for (const [name, body] of Object.entries(bodies)) {
    collector.scenario = `receiver ${name}`;
    await notify(collector, app, good, body);
    await notify(collector, app, address(otherWebhookSecret), body);
    await notify(collector, app, '/webhooks/pix/pix', body);
  }
  await app.close();
}

async function runHandlers(collector: Collector): Promise<void> {
  const app = await start(collector, {});
  for (const [name, make] of Object.entries(failures)) {
    collector.scenario = `handler throws ${name}`;
    app.orders.during = () => {
      throw make();
    };
    await notify(collector, app, address(webhookSecret), { pix: [paid()] });
  }
  for (const { context } of app.orders.handled) collector.value('object', context);
  collector.scenario = 'handler succeeds';
  app.orders.during = () => undefined;
  const pix = paid();
  await notify(collector, app, address(webhookSecret), { pix: [pix] });
  // A delivery that contradicts an earlier one.
  await notify(collector, app, address(webhookSecret), { pix: [{ ...pix, valor: '999.00' }] });
  collector.value('object', app.orders.handled[0]?.context);
  await app.close();
}

async function runStores(collector: Collector): Promise<void> {
  const store = new InMemoryEventStore();
  const app = await start(collector, { store });
  collector.value('object', store);
  for (const method of ['begin', 'complete', 'fail'] as const) {
    for (const [name, make] of Object.entries(failures)) {
      collector.scenario = `store ${method} throws ${name}`;
      const fail = () => {
        throw make();
      };
      const own = Object.assign(store, { [method]: fail });
      app.orders.during = method === 'fail' ? fail : () => undefined;
      await notify(collector, app, address(webhookSecret), { pix: [paid()] });
      Reflect.deleteProperty(own, method);
    }
  }
  await app.close();
}

async function runVerification(collector: Collector): Promise<void> {
  const provider = new Provider();
  const app = await start(collector, { recebidos: provider, verifyWithProvider: true });
  const pix = paid();
  provider.received.push(pix);
  const notifications: Readonly<Record<string, object>> = {
    valor: { ...pix, valor: '999.00' },
    chave: { ...pix, chave: payerCpf },
    txid: { ...pix, txid: `${payerCpf}000000000000000` },
    unknown: paid(),
    refund: { ...pix, devolucoes: [buildDevolucao({ id: payerCpf })] },
  };
  for (const [name, notification] of Object.entries(notifications)) {
    collector.scenario = `verification ${name}`;
    await notify(collector, app, address(webhookSecret), { pix: [notification] });
  }
  const errors: Readonly<Record<string, () => unknown>> = {
    ...failures,
    provider: () => new PixConexaoException({ title: everything, detail: everything }),
  };
  for (const [name, make] of Object.entries(errors)) {
    collector.scenario = `verification fails with ${name}`;
    provider.get = async () => {
      throw make();
    };
    await notify(collector, app, address(webhookSecret), { pix: [paid()] });
  }
  collector.scenario = 'verification of something else';
  provider.get = async () => ({ ...paid(), cpf: everything }) as never;
  await notify(collector, app, address(webhookSecret), { pix: [paid()] });
  await app.close();
}

async function runQueue(collector: Collector): Promise<void> {
  const queue = new Queue();
  const app = await start(collector, { queue });
  const worker = await start(
    collector,
    {},
    {
      imports: [
        PixWebhookReceiverModule.forRoot({ authentication, path: '/other' }),
        PixWebhookWorkerModule.forRoot({ queue, store: new InMemoryEventStore() }),
      ],
      providers: [Orders],
    },
  );
  for (const [name, make] of Object.entries(failures)) {
    collector.scenario = `queue ${name}`;
    const { enqueue } = queue;
    queue.enqueue = async () => {
      throw make();
    };
    await notify(collector, app, address(webhookSecret), { pix: [paid()] });
    queue.enqueue = enqueue;
    await notify(collector, app, address(webhookSecret), { pix: [paid()] });
    // The names and identifiers of jobs, which a queue shows in addition to their data.
    for (const { key } of queue.waiting) collector.text('job', key);
    worker.orders.during = () => {
      throw make();
    };
    // The reason is stored in the queue's records, and in dead letters.
    collector.value('job', await queue.deliver());
  }
  await worker.close();
  await app.close();
}

async function runReconciler(collector: Collector): Promise<void> {
  const provider = new Provider();
  for (const name of ['error', 'aggregate', 'record']) {
    const fail = () => {
      throw failures[name]!();
    };
    collector.scenario = `reconciler and listing ${name}`;
    provider.beforeListing = fail;
    await reconcile(collector, provider, {});
    provider.beforeListing = () => undefined;
    provider.received.splice(0, Infinity, paid(), { ...paid(), valor: everything } as never);
    collector.scenario = `reconciler and handler ${name}`;
    await reconcile(collector, provider, {}, fail);
    collector.scenario = `reconciler and loading of the cursor ${name}`;
    await reconcile(collector, provider, { load: fail });
    collector.scenario = `reconciler and saving of the cursor ${name}`;
    await reconcile(collector, provider, { save: fail });
  }
  collector.scenario = 'reconciler and an invalid cursor';
  await reconcile(collector, provider, { load: () => everything as never });
}

/** Runs the schedule once: it logs failures. Errors of `run()` itself belong to the application. */
async function reconcile(
  collector: Collector,
  recebidos: Provider,
  cursor: Partial<PixReconcilerCursor>,
  during: () => unknown = () => undefined,
): Promise<void> {
  const own: PixReconcilerCursor = Object.assign(new InMemoryReconcilerCursor(), cursor);
  const app = await start(collector, { recebidos, reconciler: { cursor: own, every: 3600 } });
  app.orders.during = during;
  const result = await app.reconciler.run().catch((error: unknown) => error);
  if (isGeneralPixError(result) || isPixAPIException(result)) collector.error(result);
  await app.close();
}
