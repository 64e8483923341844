import type { AddressInfo } from 'node:net';
import { Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { PixSimulator } from '../../../devkit/index.js';
import { BullMqEventQueue } from '../../../lib/bullmq.js';
import {
  generateTxid,
  InMemoryEventStore,
  OnPixRecebido,
  PixClient,
  PixModule,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  type Pix,
} from '../../../lib/index.js';
import { PixOpenTelemetryModule } from '../../../lib/opentelemetry.js';
import { TestAuthority } from '../../support/certificates.js';

const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const SECRET = 'a-long-and-random-secret-of-tests';
/** Payments of this amount fail in the handler. */
const REFUSED_AMOUNT = '13.00';

@Injectable()
class Payments {
  @OnPixRecebido()
  paid({ valor }: Pix): void {
    if (valor === REFUSED_AMOUNT) throw new TypeError('This payment cannot be handled.');
  }
}

/** An application that reports its metrics to Prometheus, at a simulated bank. */
export class Shop {
  private constructor(
    private readonly bank: PixSimulator,
    private readonly app: INestApplication,
    private readonly metrics: MeterProvider,
  ) {}

  /** @param port of the metrics */
  static async open(port: number, connection: { readonly url: string }): Promise<Shop> {
    const metrics = new MeterProvider({
      readers: [new PrometheusExporter({ host: '127.0.0.1', port })],
    });
    const authority = await TestAuthority.create('Shop');
    const bank = await PixSimulator.start({ webhook: { ca: authority.cert } });
    const store = new InMemoryEventStore();
    const prefix = `panels-${process.pid}`;
    const queue = new BullMqEventQueue({ connection, prefix, attempts: 2, backoff: 1 });
    @Module({
      imports: [
        PixOpenTelemetryModule.forRoot({ meterProvider: metrics }),
        PixModule.forRoot({ ...bank.moduleOptions, log: false, timeout: 1, deadline: 2 }),
        PixWebhookReceiverModule.forRoot({
          authentication: { secret: SECRET },
          store,
          queue,
          reconciler: { every: 10 },
        }),
        PixWebhookWorkerModule.forRoot({ queue, store }),
      ],
      providers: [Payments],
    })
    class AppModule {}
    const httpsOptions = await authority.issueServer();
    const app: INestApplication = await NestFactory.create(AppModule, {
      httpsOptions,
      logger: false,
    });
    await app.listen(0, '127.0.0.1');
    const { port: own } = app.getHttpServer().address() as AddressInfo;
    const webhookUrl = `https://127.0.0.1:${own}/webhooks/pix`;
    await app
      .get(PixClient)
      .webhook.register(CHAVE, { webhookUrl: `${webhookUrl}?hmac=${SECRET}` });
    return new Shop(bank, app, metrics);
  }

  /** Does everything that a panel shows. Rare events happen in every third run. */
  async run(number: number): Promise<void> {
    const { faults } = this.bank.control;
    faults.add({ on: 'api', kind: 'revoke-tokens' });
    await this.#sell('37.00');
    await this.#client.cob.get(generateTxid()).catch(ignore);
    faults.add({ on: 'PUT /cob/{txid}', kind: 'status', status: 503 });
    await this.#sell('10.00');
    faults.add({ on: 'PUT /cob/{txid}', kind: 'reset', when: 'after' });
    await this.#sell('20.00');
    if (number % 3 > 0) return;
    await this.#sell(REFUSED_AMOUNT);
    await this.#loseOutcome();
    await this.#reconcile();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.bank.close();
    await this.metrics.shutdown();
  }

  get #client(): PixClient {
    return this.app.get(PixClient);
  }

  async #create(txid: string, original: string): Promise<unknown> {
    const body = { calendario: { expiracao: 3600 }, valor: { original }, chave: CHAVE };
    return this.#client.cob.createWithTxid(txid, body);
  }

  async #sell(original: string): Promise<void> {
    const txid = generateTxid();
    await this.#create(txid, original);
    await this.bank.control.pay(txid);
  }

  /** Neither the response of the write nor that of the read arrives. */
  async #loseOutcome(): Promise<void> {
    const { faults } = this.bank.control;
    const params = { txid: generateTxid() };
    const on = ['PUT /cob/{txid}', 'GET /cob/{txid}'] as const;
    const { id } = faults.add({ on, params, kind: 'hang', when: 'after', count: 'always' });
    await this.#create(params.txid, '30.00').catch(ignore);
    faults.remove(id);
  }

  /** The first run fails. */
  async #reconcile(): Promise<void> {
    const reconciler = this.app.get(PixReconciler);
    const { faults } = this.bank.control;
    const { id } = faults.add({ on: 'GET /pix', kind: 'status', status: 403, count: 'always' });
    await reconciler.run().catch(ignore);
    faults.remove(id);
    await reconciler.run();
  }
}

function ignore(): void {
  // The metrics show the failure.
}
