export * from './public.js';
export type { AccountTelemetry, CallLog } from './account-telemetry.js';
export { isLogLevelEnabled, logLevelRule, LogRecord, type LogFields } from './log-record.js';
export { observeCall } from './observe-call.js';
export { observeExchange } from './observe-exchange.js';
export { toSafeTxid } from './safe-txid.js';
export { observe } from './pix-telemetry.js';
