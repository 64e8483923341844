import type { HttpService } from '@nestjs/axios';
import type { PixCaller } from '../client/index.js';
import type { PixCertificateOptions, PixClientCertificate } from '../transport/index.js';

/** The connections of a client. */
export interface PixConnections {
  destroy(): void;
  retire(): void;
  /** Sends the requests, through the interceptors of a service once it is loaded. */
  readonly http: PixLazyHttp;
  /** Where the client certificate of the connections comes from. */
  readonly trust: PixTrustSource;
}

/** The `HttpService` of an account, for which Axios is loaded. */
export interface PixLazyHttp {
  /** @throws ConfigurationError before {@link load} */
  readonly service: HttpService;
  readonly loaded: HttpService | undefined;
  load(): Promise<HttpService>;
}

/** The client certificate of the connections. */
export interface PixTrustSource {
  readonly certificate: PixClientCertificate | undefined;
  /** Why changed files are not used. */
  readonly problem: string | undefined;
  reload(certificate?: PixCertificateOptions): Promise<PixClientCertificate>;
}

/** What a health check reads, in addition to the certificate and the tokens. */
export interface PixClientMonitor {
  /** The `errorCode` of the problem for which changed certificate files are not used. */
  readonly certificateProblem: string | undefined;
  /** `undefined` if calls are not repeated. */
  readonly retryBudget: PixCaller['retryBudget'];
}
