import { operationName, type PixOperation } from '../contract/index.js';
import { resolveBaseUrl } from './address.js';
import { findMissingScope } from './missing-scope.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import { findRefusal } from './refusal.js';

/** The parts of a call that depend only on the operation and the provider, computed once. */
export interface Plan {
  readonly operation: PixOperation;
  /** Name of the operation: `PUT /cob/{txid}`. */
  readonly name: string;
  /** Why the provider cannot serve it; undefined if it can. */
  readonly refusal: Error | undefined;
  /** Why a token with the account's scopes does not permit it; undefined if it may. */
  readonly missingScope: Error | undefined;
  /** The address in front of the path. */
  readonly base: string;
  /** Query parameters with another name at the provider. */
  readonly queryNames: Readonly<Record<string, string>> | undefined;
  /** Whether instants keep their milliseconds. */
  readonly milliseconds: boolean;
  /** How to determine the result after an unknown outcome, for the error. */
  readonly lookup: string;
  /** Field of the items of the empty page that 404 means; undefined if 404 is an error. */
  readonly emptyPageItems: string | undefined;
}

export function buildPlan(
  operation: PixOperation,
  {
    provider,
    environment,
    baseUrl,
    baseUrls = {},
    operationUrls = {},
    scopes,
  }: Pick<
    PixCallerConfig,
    'provider' | 'environment' | 'baseUrl' | 'baseUrls' | 'operationUrls' | 'scopes'
  >,
): Plan {
  const name = operationName(operation);
  const address = operationUrls[name] ?? baseUrls[operation.family] ?? baseUrl;
  return {
    operation,
    name,
    refusal: findRefusal(operation, provider, environment),
    missingScope: findMissingScope(operation, provider, scopes),
    base: resolveBaseUrl(operation, provider, address),
    queryNames: provider.query?.[name],
    milliseconds: provider.wholeSeconds?.includes(name) !== true,
    lookup: describeLookup(operation),
    emptyPageItems: provider.emptyIsNotFound?.includes(name) === true ? operation.items : undefined,
  };
}

function describeLookup({ settle, candidates }: PixOperation): string {
  if (settle) return `read it with ${operationName(settle.read)} before sending it again`;
  if (candidates === undefined) return 'find out at the provider before sending it again';
  const search = 'list' in candidates ? candidates.list : candidates.within;
  return `search for the record with findCandidates (${operationName(search)}) before sending it again`;
}
