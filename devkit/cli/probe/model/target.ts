import type { PixEnvironment } from 'nestjs-pix';
import type { LoadedCertificate, ProxySelector } from 'nestjs-pix/internal';

/** The account and the addresses that are probed. */
export interface ProbeTarget {
  readonly environment: PixEnvironment;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Absent with a fixed token. */
  readonly tokenUrl?: string | undefined;
  readonly fixedToken?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly certificate?: LoadedCertificate | undefined;
  readonly ca?: readonly string[] | undefined;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  readonly contaCorrente?: string | undefined;
  readonly appKey?: string | undefined;
  /** The receiver's Pix key. Charges and webhooks are probed only with one. */
  readonly chave?: string | undefined;
}
