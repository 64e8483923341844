import type { HostileKind, SimulatorQuirksName, SimulatorRules } from '../simulator/index.js';

/** The options of `nestjs-pix simulator`. */
export interface SimulatorCommandOptions {
  port: number;
  host: string;
  out: string;
  clientId?: string;
  /** `false` after --no-client-secret. */
  clientSecret?: string | false;
  chave?: string[];
  name: string[];
  quirks?: SimulatorQuirksName;
  rules?: SimulatorRules;
  hostile?: HostileKind[];
  sandboxToken?: string;
  sandboxPort?: number;
  state?: string;
  locationPort?: number;
  consolePort?: number;
  consoleHost?: string;
  console: boolean;
  json?: true;
}
