import type { PixProvider } from './provider.js';

/** Names of the files of `nestjs-pix simulator` that `provider: 'simulator'` reads. */
export const simulatorFileNames = {
  ca: 'ca.pem',
  cert: 'client.pem',
  key: 'client.key',
  settings: 'simulator.json',
} as const;

/** The part of `simulator.json` that `provider: 'simulator'` reads. */
export interface SimulatorFolderSettings {
  readonly clientId: string;
  /** Absent if the client is registered without a secret. */
  readonly clientSecret?: string | undefined;
  /** Profile with the addresses of the simulator. */
  readonly provider: PixProvider;
  /** Present if the simulated provider requires an application key. */
  readonly appKey?: string | undefined;
}
