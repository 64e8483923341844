export {
  PixHealthIndicator,
  PixHealthModule,
  type PixAccountCheck,
  type PixAccountHealthOptions,
  type PixHealthCheckOptions,
  type PixLedgerCheck,
  type PixLedgerHealthOptions,
  type PixReceiverCheck,
  type PixReceiverHealthOptions,
  type PixHealthDetail,
  type PixHealthState,
} from './pix-health.indicator.js';
