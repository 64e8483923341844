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
export type { PixLogLevel, PixLogOptions } from './log.js';
export {
  PIX_TELEMETRY,
  type PixAccountReadings,
  type PixLedgerReadings,
  type PixTelemetry,
} from './channel.js';
