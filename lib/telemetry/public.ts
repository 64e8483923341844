export type {
  PixAccountLabels,
  PixActivity,
  PixCallActivity,
  PixCallOutcome,
  PixDeliveryActivity,
  PixEnqueueActivity,
  PixEventCount,
  PixEventLabels,
  PixExchangeActivity,
  PixHandlerActivity,
  PixLedgerActivity,
  PixProcessActivity,
  PixReadBackActivity,
  PixReconciliationActivity,
} from './activities.js';
export type { PixRequestInfo, PixResponseInfo } from './hooks.js';
export type { PixLogLevel } from './log-record.js';
export {
  PIX_TELEMETRY,
  type PixAccountReadings,
  type PixLedgerReadings,
  type PixTelemetry,
} from './pix-telemetry.js';
