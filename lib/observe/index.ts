export * from './public.js';
export { AccountChannel, observe, toSafeTxid } from './channel.js';
export { subscribeHooks } from './hooks.js';
export { AccountLog, isLogLevelEnabled, logLevelRule, logRule, type LogFields } from './log.js';
