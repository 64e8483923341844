import type { Text } from '../language.js';
import type { CheckId } from './finding.js';

/** The server of a connection. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The proxy that leads to it. Absent for a direct connection. */
  readonly proxy?: URL | undefined;
}

/** The explanation of a failed connection, and the solution. */
export interface ConnectionAdvice {
  readonly check: CheckId;
  text(endpoint: Endpoint): Text;
  fix(endpoint: Endpoint): Text;
}
