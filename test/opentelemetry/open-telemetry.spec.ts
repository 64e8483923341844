import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  context,
  propagation,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { openTelemetry, type PixOpenTelemetryOptions } from '../../lib/opentelemetry.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { Recorder } from './support/recorder.js';

const TXID = 'a'.repeat(26);
const charge = { valor: { original: '37.00' }, chave: 'loja@example.com' };

let provider: ScriptedProvider;
let recorder: Recorder;
let client: PixClient | undefined;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  recorder = new Recorder();
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  await recorder.close();
  await provider.close();
});

async function open(
  options: Partial<PixModuleOptions> = {},
  sdk: PixOpenTelemetryOptions = recorder,
): Promise<PixClient> {
  const { tracerProvider, meterProvider } = sdk;
  const telemetry = openTelemetry({ tracerProvider, meterProvider });
  const retry = { baseDelay: 0.001, maxDelay: 0.001 };
  client = await createPixClient(provider.options({ telemetry, retry, ...options }));
  return client;
}

describe('the spans of a call', () => {
  it('show the repeats and the read after an unknown outcome', async () => {
    const usual = echoRecord;
    let writes = 0;
    provider.api = (received) => {
      if (received.method !== 'PUT') return { status: 404, body: { title: 'x', status: 404 } };
      writes += 1;
      return writes === 1 ? { status: 503, body: {} } : usual(received);
    };
    const pix = await open();
    await pix.cob.createWithTxid(TXID, charge);
    expect(recorder.trees()).toEqual([
      [
        'pix.cob.createWithTxid',
        '  POST {token_url}',
        '  PUT /cob/{txid}',
        '  pix.read_back',
        '    GET /cob/{txid}',
        '  PUT /cob/{txid}',
      ].join('\n'),
    ]);
    expect(recorder.span('pix.read_back').attributes).toMatchObject({
      'pix.read_back.verdict': 'send',
    });
    const [first, second] = recorder.named('PUT /cob/{txid}');
    expect(first).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'http.response.status_code': 503, 'error.type': '503' },
    });
    expect(second).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'http.request.resend_count': 1 },
    });
    expect(recorder.span('pix.cob.createWithTxid')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'pix.outcome': 'success', 'pix.requests': 2 },
    });
  });

  it('name the fields whose text the bank changed, without their values', async () => {
    const record = { txid: TXID, status: 'ATIVA', revisao: 0, ...charge };
    const solicitacaoPagador = 'Pedido de Maria';
    provider.api = { status: 201, body: { ...record, solicitacaoPagador: 'Pedido de' } };
    const pix = await open();
    await pix.cob.createWithTxid(TXID, { ...charge, solicitacaoPagador });
    const { attributes } = recorder.span('pix.cob.createWithTxid');
    expect(attributes['pix.differences']).toEqual(['solicitacaoPagador']);
    expect(JSON.stringify(attributes)).not.toContain('Pedido');
  });

  it.each([
    { status: 503, outcome: 'unknown', errorType: 'PixErroServicoIndisponivelException' },
    { status: 400, outcome: 'failure', errorType: 'PixErroValidacaoException' },
  ])('report the outcome $outcome of a write after $status', async (expected) => {
    const { status } = expected;
    // A refused format depends on no state, so that it is definite without a read.
    const violacoes = [{ propriedade: 'cob.valor.original', razao: 'Formato inválido.' }];
    provider.api = { status, body: { title: 'x', status, ...(status === 400 && { violacoes }) } };
    const pix = await open({ retry: false });
    await expect(pix.cob.createWithTxid(TXID, charge)).rejects.toThrow();
    expect(recorder.span('pix.cob.createWithTxid')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'pix.outcome': expected.outcome,
        'error.type': expected.errorType,
        'http.response.status_code': expected.status,
      },
    });
    const metrics = await recorder.metrics();
    expect(
      metrics.includes(`pix_outcome="${expected.outcome}",error_type="${expected.errorType}"`),
    ).toBe(true);
  });

  it('have the class of the error of a connection', async () => {
    const pix = await open({ baseUrl: 'https://127.0.0.1:1', retry: false });
    await expect(pix.cob.get(TXID)).rejects.toThrow();
    expect(recorder.span('GET /cob/{txid}').attributes['error.type']).toBe('PixConexaoException');
  });
});

describe('the gauges of an account', () => {
  const gauges = async () =>
    (await recorder.metrics())
      .split('\n')
      .filter((line) => /^pix_client_(certificate|retry|calls)/.test(line))
      .map((line) => `${line.split('{')[0]!} ${line.split(' ').pop()!}`)
      .sort();

  it('report certificate, retry budget and calls in flight', async () => {
    const pix = await open();
    expect(await gauges()).toEqual([
      'pix_client_calls_in_flight 0',
      `pix_client_certificate_days_left ${pix.certificate!.daysLeft}`,
      'pix_client_retry_budget_left 100',
    ]);
  });

  it('end when the client closes', async () => {
    // With delta temporality, an export has only what its collection observed.
    const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const pix = await open({}, { meterProvider: new MeterProvider({ readers: [reader] }) });
    const counts: number[] = [];
    for (const end of [() => Promise.resolve(), () => pix.close()]) {
      await end();
      exporter.reset();
      await reader.forceFlush();
      const scopes = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
      const metrics = scopes.flatMap((scope) => scope.metrics);
      counts.push(metrics.reduce((sum, { dataPoints }) => sum + dataPoints.length, 0));
    }
    await reader.shutdown();
    expect(counts).toEqual([3, 0]);
  });

  it('report the lowest value of clients with the same name', async () => {
    const { tracerProvider, meterProvider } = recorder;
    const telemetry = openTelemetry({ tracerProvider, meterProvider });
    const soon = new Date(Date.now() + 10.5 * 86_400_000);
    const certificate = await provider.issueClient({ notAfter: soon });
    const others = [
      await createPixClient(provider.options({ telemetry })),
      await createPixClient(provider.options({ telemetry, certificate })),
    ];
    expect(await gauges()).toContain('pix_client_certificate_days_left 10');
    await Promise.all(others.map((other) => other.close()));
  });
});

describe('openTelemetry', () => {
  it('lets calls pass without an SDK', async () => {
    context.disable();
    propagation.disable();
    const pix = await open({}, {});
    expect(await pix.cob.createWithTxid(TXID, charge)).toMatchObject({ txid: TXID });
    expect(recorder.spans).toEqual([]);
  });

  it.each(['startSpan', 'end', 'setAttributes'])(
    'does not change the result of a call when %s of the SDK throws',
    async (method) => {
      const broken = () => {
        throw new Error('broken SDK');
      };
      const tracerProvider: TracerProvider = {
        getTracer: (name) => {
          const tracer = recorder.tracerProvider.getTracer(name);
          const startSpan: typeof tracer.startSpan = (...args) =>
            method === 'startSpan'
              ? broken()
              : Object.assign(tracer.startSpan(...args), { [method]: broken });
          return { startSpan, startActiveSpan: broken };
        },
      };
      const pix = await open({}, { tracerProvider });
      expect(await pix.cob.createWithTxid(TXID, charge)).toMatchObject({ txid: TXID });
      expect(provider.requests).toHaveLength(1);
    },
  );

  it('passes events on when the propagator or the meter of the SDK throws', () => {
    const broken = () => {
      throw new Error('broken SDK');
    };
    propagation.disable();
    propagation.setGlobalPropagator({ inject: broken, extract: broken, fields: () => [] });
    const { tracerProvider } = recorder;
    const telemetry = openTelemetry({ tracerProvider });
    const event = { receiver: 'default', type: 'x', outcome: 'handled', origin: 'list' };
    const span = tracerProvider.getTracer('x').startSpan('x');
    context.with(trace.setSpan(context.active(), span), () => {
      expect(telemetry.injectTrace()).toBeUndefined();
    });
    expect(() => telemetry.countEvent(event)).not.toThrow();
  });

  it('refuses wrong options', () => {
    expect(() => openTelemetry({ tracerProvider: {} as TracerProvider })).toThrow(
      'tracerProvider must be a TracerProvider',
    );
    expect(() => openTelemetry({ tracer: 1 } as PixOpenTelemetryOptions)).toThrow(
      'tracer is not an option',
    );
  });

  it('uses a meter provider that is set after it was created', async () => {
    const { metrics } = await import('@opentelemetry/api');
    const pix = await open({}, { tracerProvider: recorder.tracerProvider });
    await pix.cob.get(TXID);
    metrics.setGlobalMeterProvider(recorder.meterProvider);
    try {
      await pix.cob.get(TXID);
      const text = await recorder.metrics();
      expect(/pix_client_call_duration_count\{.*\} 1$/m.test(text)).toBe(true);
      expect(text.includes('pix_client_certificate_days_left{')).toBe(true);
    } finally {
      metrics.disable();
    }
  });
});

describe('the buckets of a histogram', () => {
  it('are seconds for calls, and up to a day for events that wait in the queue', async () => {
    const { meterProvider, tracerProvider } = recorder;
    const telemetry = openTelemetry({ meterProvider, tracerProvider });
    const event = { receiver: 'default', type: 'pix.recebido', key: 'k' };
    const ids = { txid: undefined, endToEndId: undefined };
    await telemetry.observe(
      {
        kind: 'process',
        event: { ...event, ...ids },
        trace: undefined,
        delay: 7200,
        outcome: 'handled',
      },
      () => Promise.resolve(),
    );
    await (await open()).cob.createWithTxid(TXID, charge);
    const text = await recorder.metrics();
    expect(readBounds(text, 'pix_client_call_duration').at(-2)).toBe('60');
    expect(readBounds(text, 'pix_receiver_queue_delay').at(-2)).toBe('86400');
    expect(text).toMatch(/pix_receiver_queue_delay_bucket\{.*le="3600"\} 0\n/);
    expect(text).toMatch(/pix_receiver_queue_delay_bucket\{.*le="14400"\} 1\n/);
  });
});

/** Returns the upper bounds of a histogram, of which the last one is infinite. */
function readBounds(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}_bucket\\{.*le="([^"]+)"\\}`, 'gm'))].map(
    ([, bound = '']) => bound,
  );
}
