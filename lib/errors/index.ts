export * from './public.js';
export { errorFromResponse, tokenErrorFromResponse } from './error-from-response.js';
export { getErrorCode, isErrorLike } from './error-like.js';
export { commonCorrelationHeaders, copySafeHeaders, findCorrelationId } from './headers.js';
export { isDeeper, isObject, parseObject } from './json-object.js';
export { AccountObject, addCallerFrames, type AccountView } from './library-error.js';
export {
  abortedBeforeSend,
  defaultTitle,
  noTokenInTime,
  type UnsentCall,
} from './pix-api.exceptions.js';
export { redactValue } from './redact-value.js';
export {
  closeScope,
  getScope,
  holdSecrets,
  holdAccountSecrets,
  inScope,
  maskHeldSecrets,
  redact,
  openScope,
  releaseSecrets,
  type SecretScope,
  separateScopes,
  toErrorText,
  toLogLine,
  toLogStack,
} from './redact.js';
export {
  buildCnpjSource,
  buildCpfSource,
  CNPJ,
  CPF,
  isCnpj,
  isCpf,
  maskTaxIds,
} from './tax-ids.js';
