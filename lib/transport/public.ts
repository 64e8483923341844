export type { PixClientCertificate } from './certificate/load-certificate.js';
export type {
  PixCaOptions,
  PixCertificateOptions,
  PixPemCertificate,
  PixPfxCertificate,
} from './certificate/options.js';
export type { PixTimeout } from './time-limit.js';
export type { PixProxy } from './proxy.js';
