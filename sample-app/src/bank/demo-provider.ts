import type { PixModuleOptions } from 'nestjs-pix';

/** PEM text. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Addresses and certificates of a running simulated provider. */
export interface DemoProviderAccess {
  /** Address of its control API, where payments are made. */
  readonly controlUrl: string;
  /** Options of `PixModule` for it. */
  readonly pix: PixModuleOptions;
  /** The authority of its server certificate and of the client certificates that it accepts and uses. */
  readonly ca: string;
  readonly clientCertificate: KeyPair;
  /** A server certificate that it trusts, for the webhook listener. */
  readonly webhookCertificate: KeyPair;
}

/** Runs the simulated provider of demo mode. A class, so that Nest can inject another one in tests. */
export abstract class DemoProvider {
  abstract start(): Promise<DemoProviderAccess>;
  abstract stop(): Promise<void>;
}
