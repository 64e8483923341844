import { operationName, type PixOperation } from '../contract/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';
import { resolveBaseUrl } from './address.js';
import { findRefusal } from './refusal.js';

/** The parts of a call that depend only on the operation and the provider, computed once. */
export interface Plan {
  readonly operation: PixOperation;
  /** `PUT /cob/{txid}`. */
  readonly name: string;
  /** Why the provider cannot serve it; undefined if it can. */
  readonly refusal: Error | undefined;
  /** The address in front of the path. */
  readonly base: string;
  /** Query parameters with another name at the provider. */
  readonly queryNames: Readonly<Record<string, string>> | undefined;
  /** Whether instants keep their milliseconds. */
  readonly milliseconds: boolean;
  /** How to determine the result after an unknown outcome, for the error. */
  readonly lookup: string;
  /** Whether 404 means an empty page. */
  readonly emptyIsNotFound: boolean;
}

export function buildPlan(
  operation: PixOperation,
  provider: PixProvider,
  environment: PixEnvironment,
  baseUrl: string,
): Plan {
  const name = operationName(operation);
  return {
    operation,
    name,
    refusal: findRefusal(operation, provider, environment),
    base: resolveBaseUrl(operation, provider, baseUrl),
    queryNames: provider.query?.[name],
    milliseconds: provider.wholeSeconds?.includes(name) !== true,
    lookup: describeLookup(operation),
    emptyIsNotFound: provider.emptyIsNotFound?.includes(name) === true,
  };
}

function describeLookup({ settle, candidates }: PixOperation): string {
  if (settle) return `read it with ${operationName(settle.read)} before sending it again`;
  if (candidates === undefined) return 'find out at the provider before sending it again';
  const search = 'list' in candidates ? candidates.list : candidates.within;
  return `search for the record with findCandidates (${operationName(search)}) before sending it again`;
}
