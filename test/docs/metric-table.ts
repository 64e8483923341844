import { pixMetrics, type PixMetricDefinition } from '../../lib/opentelemetry/metrics.js';
import { buildTable, code } from '../support/markdown.js';

/** The metrics of the library, with their attributes. */
export function metricTable(): string {
  const rows = Object.values<PixMetricDefinition>(pixMetrics).map(
    ({ name, kind, unit, description, attributes }) => [
      code(name),
      kind,
      code(unit),
      description,
      attributes.map(code).join(', '),
    ],
  );
  return buildTable(['Metric', 'Kind', 'Unit', 'Meaning', 'Attributes'], rows);
}
