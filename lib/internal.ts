/**
 * `nestjs-pix/internal`: what only `nestjs-pix-devkit` needs. No promise of compatibility: any release may change or remove a name.
 *
 * @packageDocumentation
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
export type { PixAccount, PixVariable, PixVariableValues, Variables } from './nest/index.js';
export { buildTokenRequest, PixCredentials } from './auth/index.js';
export {
  anything,
  applyDefaults,
  checkAsyncModuleOptions,
  checkModuleOptions,
  choose,
  CNPJ,
  commonCorrelationHeaders,
  flag,
  getErrorCode,
  holdSecrets,
  isDeeper,
  isObject,
  listOf,
  maskHeldSecrets,
  maskTaxIds,
  must,
  nonEmptyText,
  numeric,
  objectOf,
  oneOf,
  OptionChecker,
  parseObject,
  redact,
  redactValue,
  releaseSecrets,
  text,
  toErrorText,
  toPlainOptions,
  valueOr,
} from './errors/index.js';
export type { OptionRule } from './errors/index.js';
export { encodePassword, KeyDerivation, MAC_KEY } from './transport/certificate/pkcs12/public.js';
export {
  contentOfText,
  createLeanAdapter,
  createPixAgent,
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
export { notificationFields } from './receiver/index.js';
