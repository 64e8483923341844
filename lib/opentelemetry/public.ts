export {
  pixAttributes,
  pixMetrics,
  type PixMetricDefinition,
  type PixMetricKey,
} from './metrics.js';
export { openTelemetry, type PixOpenTelemetryOptions } from './open-telemetry.js';
export { PixOpenTelemetryModule } from './pix-open-telemetry.module.js';
