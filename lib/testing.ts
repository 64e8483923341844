/**
 * `nestjs-pix/testing`: what an application's own tests need to play the provider that calls its webhook.
 *
 * @packageDocumentation
 */
export {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
  WebhookTestClient,
} from './receiver/testing/index.js';
export type { WebhookTestAnswer, WebhookTestClientOptions } from './receiver/testing/index.js';
export { CertificateAuthority } from './simulator/kernel/certificates/certificate-authority.js';
export type {
  IssueOptions,
  IssueServerOptions,
  PemCertificate,
} from './simulator/kernel/certificates/certificate-authority.js';
