import type { PixProvider } from 'nestjs-pix';
import { pixProviders } from 'nestjs-pix/spec';

/** What one of the known providers does differently; the probes try whether this one does so too. */
const profiles = Object.values<PixProvider>(pixProviders);

function collect(read: (profile: PixProvider) => readonly (string | undefined)[]): string[] {
  return [...new Set(profiles.flatMap(read).filter((name) => name !== undefined))];
}

/** Headers that select the account: `x-conta-corrente`. */
export const accountHeaders = collect(({ accountHeader }) => [accountHeader]);

/** Headers with a unique identifier of each call: `x-correlationID`. */
export const correlationHeaders = collect(({ correlationHeader }) => [correlationHeader]);

/** Headers of a response with the provider's identifier of the call, in lower case: `apigw-requestid`. */
export const answerIdHeaders = collect(({ correlationHeaders: names = [] }) =>
  names.map((name) => name.toLowerCase()),
);

/** Headers in which a POST names the method of the operation, in lower case: `x-http-method-override`. */
export const methodHeaders = collect(({ server }) => [server?.http?.methodOverride]);

/** Query parameters with the application key: `gw-dev-app-key`; sources name another for Banco do Brasil. */
export const appKeyParameters = [...collect((profile) => [profile.appKeyQuery]), 'gw-app-key'];

/** Headers that make a provider register a webhook without calling it: `x-skip-mtls-checking`. */
export const skipHeaders = collect(({ server }) => [server?.webhook?.testCall?.skipHeader]);

/** Headers for the fixed token of a sandbox: `x-sandbox-token`. */
export const tokenHeaders = collect(({ sandbox }) => [sandbox?.tokenHeader]);

/** Another name of a query parameter. */
export interface QueryVariant {
  /** `GET /pix`. */
  readonly operation: string;
  readonly name: string;
  readonly variant: string;
}

/** Names of query parameters that differ from the specification. */
export const queryVariants: readonly QueryVariant[] = profiles.flatMap(({ query = {} }) =>
  Object.entries(query).flatMap(([operation, names]) =>
    Object.entries(names).map(([name, variant]) => ({ operation, name, variant })),
  ),
);
