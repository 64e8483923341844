import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { hrTimeToMicroseconds, W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';

/** An OpenTelemetry SDK in memory. */
export class Recorder {
  readonly #spans = new InMemorySpanExporter();
  readonly #metrics = new PrometheusExporter({ preventServerStart: true });
  readonly tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(this.#spans)],
  });
  readonly meterProvider = new MeterProvider({ readers: [this.#metrics] });

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  }

  get spans(): readonly ReadableSpan[] {
    return this.#spans.getFinishedSpans();
  }

  /** Returns the only span with this name. */
  span(name: string): ReadableSpan {
    const found = this.named(name);
    if (found.length !== 1)
      throw new Error(`${found.length} spans ${name}: ${this.trees().join('\n')}`);
    return found[0]!;
  }

  named(name: string): readonly ReadableSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  /**
   * The finished traces in alphabetical order, each as an indented list of its spans by their start.
   *
   * @param options `withLinks`: shows the name of each linked span. Default: `false`.
   */
  trees({ withLinks = false } = {}): string[] {
    const nameLinks = ({ links }: ReadableSpan): string =>
      links
        .map(({ context: { spanId } }) =>
          this.spans.find((one) => one.spanContext().spanId === spanId),
        )
        .map((linked) => ` (link: ${linked?.name})`)
        .join('');
    const list = (parent: string | undefined, depth: number): string[] =>
      this.spans
        .filter((span) => span.parentSpanContext?.spanId === parent)
        .sort((a, b) => hrTimeToMicroseconds(a.startTime) - hrTimeToMicroseconds(b.startTime))
        .map((span) =>
          [
            `${'  '.repeat(depth)}${span.name}${withLinks ? nameLinks(span) : ''}`,
            ...list(span.spanContext().spanId, depth + 1),
          ].join('\n'),
        );
    return list(undefined, 0).sort();
  }

  /** The metrics as Prometheus reads them. */
  async metrics(): Promise<string> {
    const { resourceMetrics, errors } = await this.#metrics.collect();
    if (errors.length > 0) throw new AggregateError(errors);
    return new PrometheusSerializer().serialize(resourceMetrics);
  }

  async close(): Promise<void> {
    await this.tracerProvider.shutdown();
    await this.meterProvider.shutdown();
    context.disable();
    propagation.disable();
  }
}
