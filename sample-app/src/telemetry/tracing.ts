import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
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

/** A request that Express has routed. */
interface RoutedRequest extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
}

/**
 * Middleware that makes a span of each request, by the stable conventions of HTTP servers. It records the pattern of the
 * path and nothing of the address, the headers or the customer. Probes and event streams, which stay open, have no span.
 */
export function traceRequests(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { method = 'GET', url = '' } = request;
  if (url.startsWith('/health/') || url.startsWith('/api/live')) {
    next();
    return;
  }
  const parent = propagation.extract(context.active(), request.headers);
  const span = trace
    .getTracer('loja-ipe')
    .startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      parent,
    );
  response.once('close', () => {
    const { path } = (request as RoutedRequest).route ?? {};
    if (typeof path === 'string') {
      span.updateName(`${method} ${path}`);
      span.setAttribute('http.route', path);
    }
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), next);
}
