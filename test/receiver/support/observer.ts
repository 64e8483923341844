import type { PixActivity, PixEventCount, PixTelemetry } from '../../../lib/observe/index.js';

export const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

/** Records what a receiver or a worker reports. */
export class Observer implements PixTelemetry {
  readonly activities: PixActivity[] = [];
  readonly events: PixEventCount[] = [];
  /** The trace context of the delivery. */
  trace: Record<string, string> | undefined = trace;

  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T> {
    this.activities.push(activity);
    return work();
  }

  countEvent(event: PixEventCount): void {
    this.events.push(event);
  }

  injectTrace() {
    return this.trace;
  }

  watchAccount() {
    return () => undefined;
  }
}
