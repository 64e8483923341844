export type { PixClientCertificate } from './certificate/load-certificate.js';
export type {
  PixCaOptions,
  PixCertificateOptions,
  PixPemCertificate,
  PixPfxCertificate,
} from './certificate/source.js';
export type { PixTimeout } from './request.js';
export type { PixProxy } from './agent.js';
