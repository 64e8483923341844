/**
 * `nestjs-pix/opentelemetry`: traces and metrics for `@opentelemetry/api`.
 *
 * @module nestjs-pix/opentelemetry
 */
export {
  pixAttributes,
  pixMetrics,
  type PixMetricDefinition,
  type PixMetricKey,
} from './opentelemetry/metrics.js';
export {
  openTelemetry,
  PixOpenTelemetryModule,
  type PixOpenTelemetryOptions,
} from './opentelemetry/open-telemetry.js';
