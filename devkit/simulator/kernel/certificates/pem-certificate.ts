/** A certificate and its private key as PEM text, as `node:tls` and the library's `certificate` option expect them. */
export interface PemCertificate {
  cert: string;
  key: string;
}
