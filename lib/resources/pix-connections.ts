import type { PixCertificateOptions, PixClientCertificate } from '../transport/index.js';

/** The connections of a client. @internal */
export interface PixConnections {
  destroy(): void;
  retire(): void;
  /** Where the client certificate of the connections comes from. */
  readonly trust: PixTrustSource;
}

/** The client certificate of the connections. @internal */
export interface PixTrustSource {
  readonly certificate: PixClientCertificate | undefined;
  /** Why changed files are not used. */
  readonly problem: string | undefined;
  reload(certificate?: PixCertificateOptions): Promise<PixClientCertificate>;
}
