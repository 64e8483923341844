/**
 * `nestjs-pix-devkit/testing`: what an application's own tests need: a simulated provider, and webhook requests as a provider sends them.
 *
 * @module nestjs-pix-devkit/testing
 */
export * from './testing/public.js';
export {
  CertificateAuthority,
  type IssueOptions,
  type IssueServerOptions,
  type PemCertificate,
} from './simulator/index.js';
