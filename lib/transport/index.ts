export * from './public.js';
export { contentOfText, isFileName } from './certificate/text.js';
export { PixAgent, type PixAgentOptions, type PixTrust } from './agent.js';
export { createPixAgent } from './create-agent.js';
export { openTunnel } from './proxy/open-tunnel.js';
export { ProxyFailure } from './proxy/proxy-failure.js';
export { findProxySecrets, parseProxy, type ProxySelector } from './proxy/proxy-options.js';
export { ReplaceableAgent } from './replaceable-agent.js';
export { caRule, certificateRule } from './certificate/option-rules.js';
export {
  listCertificateFiles,
  readFileVersions,
  type CertificateSources,
} from './certificate/certificate-files.js';
export { describeCertificate } from './certificate/client-certificate.js';
export { loadCa } from './certificate/load-ca.js';
export { loadCertificate } from './certificate/load-certificate.js';
export type { LoadedCertificate } from './certificate/loaded-certificate.js';
export { getConnectionErrorCode, isHandshakeRefusal } from './http/connection-hints.js';
export { AccountHttp, requireHttp, sendThrough } from './http/account-http.js';
export { clientClosed } from './http/failure.js';
export { getHost } from './http/host.js';
export { createLeanAdapter, type LeanAdapterOptions } from './http/lean-adapter.js';
export type { PixAxiosRequestConfig, PixHttp } from './http/request-config.js';
export {
  failureKind,
  isStaleConnection,
  markFailure,
  type FailureKind,
} from './http/failure-kind.js';
export {
  DEFAULT_TIMEOUT,
  describeLongTimeout,
  parseBoundedTimeout,
  parseTimeout,
} from './time-limit.js';
