import { context, propagation, trace, type Context } from '@opentelemetry/api';
import type { PixActivity } from '../telemetry/index.js';

/** Returns the current trace context as fields; `undefined` without one. */
export function injectTrace(): Record<string, string> | undefined {
  if (!trace.getSpanContext(context.active())) return undefined;
  const fields: Record<string, string> = {};
  propagation.inject(context.active(), fields);
  // Baggage may contain personal data, and the queue keeps events.
  delete fields.baggage;
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/**
 * Finds the context in which an activity begins. A queued event continues the trace of its delivery, and a step of the
 * ledger that in which its charge was opened. A delivery belongs
 * to the span of the HTTP server's instrumentation, otherwise to the trace in its headers.
 */
export function findParent(activity: PixActivity): Context {
  const active = context.active();
  if (activity.kind === 'process' || activity.kind === 'ledger') {
    return activity.trace ? propagation.extract(active, activity.trace) : active;
  }
  if (activity.kind === 'delivery' && !trace.getSpan(active)) {
    return propagation.extract(active, activity.headers);
  }
  return active;
}
