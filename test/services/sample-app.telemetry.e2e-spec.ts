import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ShopProcess } from '../../sample-app/test/browser/shop-process.js';
import { openServices, type Services } from '../../sample-app/test/load/services.js';
import { drain, eventStream } from '../../sample-app/test/support/event-stream.js';
import { ONE_SHIRT } from '../../sample-app/test/support/open-shop.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../sample-app/test/support/simulated-bank.js';
import { waitUntil } from './support/wait-until.js';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that keeps what it receives over OTLP/HTTP. */
class Collector {
  readonly exports: Export[] = [];
  readonly #server: Server = createServer((incoming, response) => {
    void json(incoming).then((body) => {
      if (incoming.url === '/v1/traces') this.exports.push(body as Export);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  close(): void {
    this.#server.close();
  }
}

/** A web process and a worker that export to a collector and serve metrics. */
describe('traces and metrics of the shop', () => {
  const collector = new Collector();
  let services: Services;
  let bank: SimulatedBank;
  let web: ShopProcess;
  let worker: ShopProcess;
  const metricsPort = 20_000 + Math.floor(Math.random() * 10_000);

  beforeAll(async () => {
    services = await openServices();
    bank = await openSimulatedBank();
    const endpoint = await collector.start();
    const texts = Object.entries(bank.environment.variables).filter(([, value]) => value);
    const variables = {
      ...(Object.fromEntries(texts) as Record<string, string>),
      PIX_TIMEOUT: '30',
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      PIX_TOKEN_KEY: randomBytes(32).toString('base64'),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    const start = (role: Readonly<Record<string, string>>) =>
      ShopProcess.start({ ...variables, ...role }, [
        '--import',
        './test/support/register-typescript.js',
        'sample-app/src/main.ts',
      ]);
    [web, worker] = await Promise.all([
      start({ SHOP_ROLE: 'web', METRICS_PORT: String(metricsPort) }),
      start({ SHOP_ROLE: 'worker' }),
    ]);
  });
  afterAll(async () => {
    // The last test has stopped the other process.
    await worker.stop('SIGKILL');
    await bank.close();
    await services.close();
    collector.close();
  });

  /** Waits for a span, and returns it with those above it, outermost last. */
  const findPath = async (name: string) => {
    const find = (wanted: (span: Span) => boolean) => collector.spans.find(wanted);
    const isComplete = (): Span[] | undefined => {
      const path: Span[] = [];
      let span = find((one) => one.name === name);
      while (span) {
        path.push(span);
        const { parentSpanId } = span;
        if (parentSpanId === undefined || parentSpanId === '') return path;
        span = find((one) => one.spanId === parentSpanId);
      }
      return undefined;
    };
    await waitUntil(isComplete);
    return isComplete()!.map((span) => span.name);
  };

  it('exports the trace of a checkout, and that of its payment through queue and worker', async () => {
    const { body } = await request(web.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    const { id, txid } = body as { readonly id: string; readonly txid: string };
    const events = eventStream(`${web.url}/api/orders/${id}/events`);
    await events.next();
    await bank.simulator.control.pay(txid);
    await drain(events);
    expect(await findPath('PUT /cob/{txid}')).toEqual([
      'PUT /cob/{txid}',
      'pix.cob.createWithTxid',
      'POST /api/orders',
    ]);
    expect(await findPath('pix.handler PaymentHandler.onPixRecebido')).toEqual([
      'pix.handler PaymentHandler.onPixRecebido',
      'pix.process',
      'pix.enqueue',
      expect.stringMatching(/^POST \/webhooks\/pix/),
    ]);
    const names = collector.spans.map(({ name }) => name);
    expect(names.filter((name) => name.includes('events') || name.includes('health'))).toEqual([]);
    const [first] = collector.exports[0]!.resourceSpans;
    expect(first!.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'loja-ipe' },
    });
    // Neither addresses with identifiers nor anything about the customer.
    const requests = collector.spans.filter(({ name }) => name.includes(' /api/'));
    const keys = requests.flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect([...new Set(keys)].sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  });

  it('serves the metrics of the shop, without anything about an order', async () => {
    const { text } = await request(`http://127.0.0.1:${metricsPort}`).get('/metrics').expect(200);
    const { rows } = await services.database.query('SELECT id, txid FROM orders');
    for (const { id, txid } of rows as { id: string; txid: string }[]) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(txid);
    }
    const value = (name: string, labels = '') =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name) && line.includes(labels))
          ?.split(' ')[1] ?? NaN,
      );
    expect(value('shop_order_changes_total', 'status="CRIANDO"')).toBe(1);
    expect(value('shop_order_changes_total', 'status="PENDENTE"')).toBe(1);
    expect(value('shop_checkout_duration_count', 'outcome="created"')).toBe(1);
    expect(value('shop_orders_unsettled', 'status="CRIANDO"')).toBe(0);
    expect(value('shop_tasks_open', 'status="ABERTA"')).toBe(0);
    expect(value('shop_event_streams_open')).toBe(0);
    expect(value('shop_settlement_runs_total', 'settlement="orders"')).toBeGreaterThan(0);
  });

  it('exports the spans that are left when it stops', async () => {
    const isLast = ({ name }: Span) => name === 'GET /api/products';
    await request(web.url).get('/api/products').expect(200);
    await web.stop('SIGTERM');
    expect(collector.spans.filter(isLast)).toHaveLength(1);
  });
});
