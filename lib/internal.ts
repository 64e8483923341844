/**
 * `nestjs-pix/internal`: what only `nestjs-pix-devkit` needs. No promise of compatibility: any release may change or remove a name.
 *
 * @module nestjs-pix/internal
 */
export {
  buildVariableName,
  DEFAULT_PREFIX,
  findMisspeltVariables,
  pixClientVariables,
  pixVariables,
  pixWebhookVariables,
  readPixVariables,
  readTexts,
  resolveAccount,
  resolveSimulator,
  splitScopes,
  VERSION,
} from './nest/index.js';
export { findDoubts, listDisputes } from './providers/index.js';
export type { PixAccount, PixVariable, Variables } from './nest/index.js';
export { buildTokenRequest, PixCredentials } from './auth/index.js';
export {
  CNPJ,
  commonCorrelationHeaders,
  getErrorCode,
  holdSecrets,
  isDeeper,
  isObject,
  maskHeldSecrets,
  maskTaxIds,
  parseObject,
  redact,
  redactValue,
  releaseSecrets,
  toErrorText,
} from './errors/index.js';
export {
  anything,
  applyDefaults,
  checkAsyncModuleOptions,
  checkModuleOptions,
  choose,
  flag,
  integer,
  listOf,
  must,
  nonEmptyText,
  objectOf,
  oneOf,
  OptionChecker,
  defineOptions,
  seconds,
  text,
  toPlainOptions,
  valueOr,
} from './options/index.js';
export type { OptionRule } from './options/index.js';
export { encodePassword, KeyDerivation } from './transport/certificate/public.js';
export {
  contentOfText,
  createLeanAdapter,
  describeCertificate,
  failureKind,
  findProxySecrets,
  getConnectionErrorCode,
  isHandshakeRefusal,
  loadCa,
  loadCertificate,
  openTunnel,
  parseProxy,
  PixAgent,
  ProxyFailure,
} from './transport/index.js';
export type { LoadedCertificate, PixHttp, PixTrust, ProxySelector } from './transport/index.js';
export { DAY_MS, HOUR_MS, LONGEST_TIMER_MS, MINUTE_MS, systemRuntime } from './runtime/index.js';
export type { CancelTimer, PixRuntime } from './runtime/index.js';
export { addDays, daysBetween, isBusinessDay, nextBusinessDay } from './values/index.js';
export { findCobVDays } from './contract/index.js';
export { notificationFields } from './receiver/index.js';
