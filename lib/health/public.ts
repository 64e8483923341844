export { PixHealthIndicator } from './pix-health.indicator.js';
export { PixHealthModule } from './pix-health.module.js';
export type {
  PixAccountCheck,
  PixAccountHealthOptions,
  PixHealthCheckOptions,
  PixLedgerCheck,
  PixLedgerHealthOptions,
  PixReceiverCheck,
  PixReceiverHealthOptions,
} from './pix-health.options.js';
export type { PixHealthDetail, PixHealthState } from './run-checks.js';
