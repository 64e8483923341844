export * from './public.js';
export { contentOfText, isFileName } from './certificate/source.js';
export {
  PixAgent,
  type PixAgentOptions,
  type PixTrust,
  createPixAgent,
  ReplaceableAgent,
} from './agent.js';
export {
  openTunnel,
  ProxyFailure,
  findProxySecrets,
  parseProxy,
  type ProxySelector,
} from './proxy.js';
export { caRule, certificateRule } from './certificate/options.js';
export {
  listCertificateFiles,
  readFileVersions,
  type CertificateSources,
} from './certificate/source.js';
export {
  describeCertificate,
  loadCa,
  loadCertificate,
  type LoadedCertificate,
} from './certificate/load-certificate.js';
export { getConnectionErrorCode, isHandshakeRefusal } from './connection-hints.js';
export {
  clientClosed,
  failureKind,
  isStaleConnection,
  markFailure,
  type FailureKind,
} from './failure.js';
export {
  AccountHttp,
  createLeanAdapter,
  getHost,
  requireHttp,
  sendThrough,
  type LeanAdapterOptions,
} from './adapter.js';
export type { PixHttp, PixRequest, PixResponse } from './request.js';
export {
  DEFAULT_TIMEOUT,
  describeLongTimeout,
  parseBoundedTimeout,
  parseTimeout,
} from './time-limit.js';
