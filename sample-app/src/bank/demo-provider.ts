import type { PixModuleOptions } from 'nestjs-pix';

/** PEM text. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** How to reach a simulated provider that is running. */
export interface DemoProviderAccess {
  /** Address of its control API, where payments are made. */
  readonly controlUrl: string;
  /** What the library is configured with to talk to it. */
  readonly pix: PixModuleOptions;
  /** The authority that signs its certificate, and the client certificates it accepts and uses. */
  readonly ca: string;
  readonly clientCertificate: KeyPair;
  /** A server certificate that it trusts, for our webhook listener. */
  readonly webhookCertificate: KeyPair;
}

/** Runs the simulated provider of demo mode. A class, so that Nest can inject another one in tests. */
export abstract class DemoProvider {
  abstract start(): Promise<DemoProviderAccess>;
  abstract stop(): Promise<void>;
}
