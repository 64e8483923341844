export { PixHealthIndicator, PixHealthModule } from './pix-health.indicator.js';
export type {
  PixAccountCheck,
  PixAccountHealthOptions,
  PixHealthCheckOptions,
  PixLedgerCheck,
  PixLedgerHealthOptions,
  PixReceiverCheck,
  PixReceiverHealthOptions,
} from './pix-health.options.js';
export type { PixHealthDetail, PixHealthState } from './checks.js';
