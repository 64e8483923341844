import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PixSimulator } from '../../devkit/index.js';
import {
  generateTxid,
  InMemoryEventStore,
  OnPixRecebido,
  PixClient,
  PixCobService,
  PixModule,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  type Pix,
} from '../../lib/index.js';
import { PixOpenTelemetryModule } from '../../lib/opentelemetry.js';
import { Queue } from '../receiver/support/queue.js';
import { TestAuthority } from '../support/certificates.js';
import { Recorder } from './support/recorder.js';

const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const SECRET = 'a-long-and-random-secret-of-tests';
const TRACER = 'the-application';

@Injectable()
class Shop {
  readonly paid: Pix[] = [];

  constructor(@Inject(PixCobService) private readonly cob: PixCobService) {}

  async checkout(): Promise<string> {
    const { txid } = await this.cob.createWithTxid(generateTxid(), {
      calendario: { expiracao: 3600 },
      valor: { original: '37.00' },
      chave: CHAVE,
    });
    return txid;
  }

  @OnPixRecebido()
  async onPaid(pix: Pix): Promise<void> {
    await this.cob.get(pix.txid ?? '');
    this.paid.push(pix);
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isDone() && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(isDone()).toBe(true);
}

describe.each([{ mode: 'in the request' }, { mode: 'in a worker' }])(
  'the trace of an order whose handler runs $mode',
  ({ mode }) => {
    const queue = mode === 'in a worker' ? new Queue() : undefined;
    let recorder: Recorder;
    let simulator: PixSimulator;
    let app: INestApplication;
    let txid: string;

    beforeAll(async () => {
      recorder = new Recorder();
      const authority = await TestAuthority.create('Shop CA');
      const { cert, key } = await authority.issueServer();
      simulator = await PixSimulator.start({ webhook: { ca: authority.cert } });
      const { tracerProvider, meterProvider } = recorder;
      const store = new InMemoryEventStore();
      @Module({
        imports: [
          PixOpenTelemetryModule.forRoot({ tracerProvider, meterProvider }),
          PixModule.forRoot({ ...simulator.moduleOptions, log: false }),
          PixWebhookReceiverModule.forRoot({ authentication: { secret: SECRET }, store, queue }),
          ...(queue ? [PixWebhookWorkerModule.forRoot({ queue, store })] : []),
        ],
        providers: [Shop],
      })
      class AppModule {}
      app = await NestFactory.create(AppModule, { httpsOptions: { cert, key }, logger: false });
      await app.listen(0, '127.0.0.1');
      const { port } = app.getHttpServer().address() as AddressInfo;
      const webhookUrl = `https://127.0.0.1:${port}/webhooks/pix?hmac=${SECRET}`;
      await app.get(PixClient).webhook.register(CHAVE, { webhookUrl });

      const shop = app.get(Shop);
      const tracer = tracerProvider.getTracer(TRACER);
      txid = await tracer.startActiveSpan('checkout', async (span) => {
        const created = await shop.checkout();
        span.end();
        return created;
      });
      await simulator.control.pay(txid);
      if (queue) {
        await waitUntil(() => queue.waiting.length > 0);
        await queue.deliver();
      }
      await waitUntil(
        () => shop.paid.length > 0 && recorder.named('POST /webhooks/pix').length > 0,
      );
    });

    afterAll(async () => {
      await app.close();
      await simulator.close();
      await recorder.close();
    });

    it('has the spans of checkout, call and attempt, and of delivery, handler and its own call', () => {
      const handler = ['pix.handler Shop.onPaid', '  pix.cob.get', '    GET /cob/{txid}'];
      const indent = (lines: string[], by: number) => lines.map((line) => ' '.repeat(by) + line);
      const delivery = queue
        ? ['  pix.enqueue', '    pix.process', ...indent(handler, 6)]
        : indent(handler, 2);
      expect(recorder.trees()).toEqual([
        ['POST /webhooks/pix', ...delivery].join('\n'),
        'checkout\n  pix.cob.createWithTxid\n    PUT /cob/{txid}',
        'pix.webhook.register\n  POST {token_url}\n  PUT /webhook/{chave}',
      ]);
    });

    it('links the event to the call that created its charge', () => {
      const call = recorder.span('pix.cob.createWithTxid').spanContext();
      const first = recorder.span(queue ? 'pix.enqueue' : 'pix.handler Shop.onPaid');
      expect(first.links.map(({ context }) => context)).toEqual([call]);
      for (const name of ['pix.cob.createWithTxid', 'pix.handler Shop.onPaid']) {
        expect(recorder.span(name).attributes['pix.txid']).toBe(txid);
      }
    });

    it('is shown in the documentation', () => {
      const page = readFileSync('docs/observability.md', 'utf8');
      const [, shown = ''] = /<!-- order-trace:start -->\s+```text\n(.*?)\n```/s.exec(page) ?? [];
      const [delivery = '', checkout = ''] = recorder.trees({ withLinks: true });
      const printed = `${checkout}\n\n${delivery}`;
      // The page shows the order whose handler runs in a worker.
      if (queue) expect(shown).toBe(printed);
      else expect(shown.includes(checkout)).toBe(true);
    });

    it('describes requests by the conventions of HTTP, without values of the path', () => {
      const { baseUrl } = simulator.moduleOptions.provider.production;
      const { hostname, port } = new URL(baseUrl);
      expect(recorder.span('PUT /cob/{txid}').attributes).toEqual({
        'http.request.method': 'PUT',
        'http.response.status_code': 201,
        'server.address': hostname,
        'server.port': Number(port),
        'url.full': `${baseUrl}/cob/{txid}`,
        'url.template': '/cob/{txid}',
        'pix.account': 'default',
        'pix.environment': expect.any(String),
        'pix.operation': 'PUT /cob/{txid}',
        'pix.provider': expect.any(String),
      });
      expect(recorder.span('POST /webhooks/pix').attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/webhooks/pix',
        'url.path': '/webhooks/pix/pix',
        'url.scheme': 'https',
        'pix.notification': 'pix',
        'pix.outcome': queue ? 'queued' : 'handled',
      });
    });

    it('contains no secret', () => {
      const texts = recorder.spans.map(({ name, attributes }) =>
        JSON.stringify({ name, attributes }),
      );
      expect(texts.filter((text) => text.includes(SECRET) || text.includes(CHAVE))).toEqual([]);
    });

    it('is counted in the metrics', async () => {
      const metrics = await recorder.metrics();
      const expected = [
        'pix_client_call_duration_count{pix_account="default",pix_provider="simulator",pix_environment="production",pix_operation="PUT /cob/{txid}",pix_outcome="success"',
        'pix_receiver_delivery_duration_count{pix_receiver="default",pix_notification="pix"',
        `pix_receiver_events_total{pix_receiver="default",pix_event_type="pix.recebido",pix_outcome="${queue ? 'queued' : 'handled'}"`,
        'pix_client_certificate_days_left{pix_account="default"',
      ];
      expect(expected.filter((text) => !metrics.includes(text))).toEqual([]);
      expect(metrics.includes(txid)).toBe(false);
    });
  },
);
