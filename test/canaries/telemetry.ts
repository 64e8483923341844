import type { Recorder } from '../opentelemetry/support/recorder.js';
import type { Collector } from './collector.js';

/** Searches the spans and the metrics of a scenario. */
export async function searchTelemetry(collector: Collector, recorder: Recorder): Promise<void> {
  for (const { name, attributes, status, events, links } of recorder.spans) {
    collector.text('span', JSON.stringify({ name, attributes, status, events, links }));
  }
  collector.text('metrics', await recorder.metrics());
  await recorder.close();
}
