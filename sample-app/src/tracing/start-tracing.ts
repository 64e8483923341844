import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Milliseconds that an export may take, so that a collector that is down does not delay the end of the process. */
const EXPORT_TIMEOUT = 5_000;

/**
 * Exports traces over OTLP/HTTP. The SDK reads the variables `OTEL_…` itself: address and headers of the collector, name of
 * the service, sampler. Start it before the application.
 *
 * @returns exports what is left and ends
 */
export function startTracing(): () => Promise<void> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'loja-ipe' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT }), {
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
