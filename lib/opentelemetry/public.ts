export {
  pixAttributes,
  pixMetrics,
  type PixMetricDefinition,
  type PixMetricKey,
} from './metrics.js';
export {
  openTelemetry,
  type PixOpenTelemetryOptions,
  PixOpenTelemetryModule,
} from './open-telemetry.js';
