import type { PixEnvironment } from 'nestjs-pix';
import type { Text } from '../../language.js';

/** A value of a provider profile. */
export type FactValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | readonly string[]>>;

/** A difference from the specification, as a field of a provider profile. */
export interface Fact {
  /** Names of the field and of those it is in: `['server', 'statuses', '201']`. */
  readonly path: readonly string[];
  readonly value: FactValue;
}

/**
 * What a probe concludes:
 *
 * - `conforms`: as the specification requires.
 * - `deviates`: otherwise.
 * - `note`: the specification does not say.
 * - `unknown`: the responses do not show it, or the probe was not sent.
 */
export type Verdict = 'conforms' | 'deviates' | 'note' | 'unknown';

export interface Finding {
  readonly verdict: Verdict;
  readonly text: Text;
  readonly facts?: readonly Fact[];
}

/** The findings of one probe. */
export interface ProbeSection {
  /** Id of the probe: `token`. */
  readonly id: string;
  readonly title: Text;
  readonly findings: readonly Finding[];
}

/** Observations that are not a field of a profile. */
export interface Observations {
  /** Families of the specification of which no operation was found below the base address. */
  absentFamilies: readonly string[];
  /** Operations that only some providers offer: `POST /cob/pagar/{txid}`. */
  ownOperations: readonly string[];
  /** Whether the token endpoint accepts `grant_type` in the query. */
  grantTypeInQuery?: boolean;
  /** Whether a small charge was paid without a payer. */
  paysAutomatically?: boolean;
}

/** How far the tour came. */
export type ProbeOutcome = 'complete' | 'no-token' | 'no-connection';

export interface ProbeReport {
  /** Version of nestjs-pix. */
  readonly version: string;
  /** Day of the run: `2026-11-22`. */
  readonly day: string;
  readonly environment: PixEnvironment;
  readonly readOnly: boolean;
  readonly outcome: ProbeOutcome;
  readonly baseUrl: string;
  readonly tokenUrl?: string;
  /** Number of requests that were sent. */
  readonly requests: number;
  readonly sections: readonly ProbeSection[];
  readonly facts: readonly Fact[];
  readonly observations: Observations;
  /** TypeScript source of a profile. */
  readonly draft: string;
}
