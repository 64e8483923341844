import { operationName, type PixOperation } from '../contract/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';
import { baseOf } from './address.js';
import { refusalOf } from './refusal.js';

/** What the calls of one operation at one provider have in common, looked up once. */
export interface Plan {
  readonly operation: PixOperation;
  /** `PUT /cob/{txid}`. */
  readonly name: string;
  /** Why the provider can't serve it, if it can't. */
  readonly refusal: Error | undefined;
  /** Address up to the path. */
  readonly base: string;
  /** Query parameters that the provider calls otherwise. */
  readonly queryNames: Readonly<Record<string, string>> | undefined;
  /** Whether instants keep their milliseconds. */
  readonly milliseconds: boolean;
  /** How to find out what happened after an unknown outcome, for the error. */
  readonly lookup: string;
  /** Whether 404 stands for an empty page. */
  readonly emptyIsNotFound: boolean;
}

export function planOf(
  operation: PixOperation,
  provider: PixProvider,
  environment: PixEnvironment,
  baseUrl: string,
): Plan {
  const name = operationName(operation);
  return {
    operation,
    name,
    refusal: refusalOf(operation, provider, environment),
    base: baseOf(operation, provider, baseUrl),
    queryNames: provider.query?.[name],
    milliseconds: provider.wholeSeconds?.includes(name) !== true,
    lookup: lookupOf(operation),
    emptyIsNotFound: provider.emptyIsNotFound?.includes(name) === true,
  };
}

function lookupOf({ settle, candidates }: PixOperation): string {
  if (settle) return `read it with ${operationName(settle.read)} before sending it again`;
  if (candidates === undefined) return 'find out at the provider before sending it again';
  const search = 'list' in candidates ? candidates.list : candidates.within;
  return `search for the record with findCandidates (${operationName(search)}) before sending it again`;
}
