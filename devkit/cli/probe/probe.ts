import type { Text } from '../language.js';
import type { Finding } from './model/report.js';
import type { Tour } from './tour.js';

/** One question to a provider. */
export interface Probe {
  readonly id: string;
  readonly title: Text;
  /** What is sent, for the documentation. */
  readonly sends: Text;
  /** Whether it sends anything but `GET` and token requests. */
  readonly writes: boolean;
  /** Fields of the profile that it decides: `server.statuses`. */
  readonly decides: readonly string[];
  /** Resolves to the findings. Never rejects for what a provider sends. */
  readonly run: (tour: Tour) => Promise<readonly Finding[]>;
}
