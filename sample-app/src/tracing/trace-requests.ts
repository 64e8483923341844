import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

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
  if (url.startsWith('/health/') || /\/events(?:\?|$)/.test(url)) {
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
