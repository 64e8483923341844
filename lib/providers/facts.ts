/** Reads the facts of banks into profiles. Each file of `facts/` has its sources, and what they disagree about. */
import { definePixProvider } from './define-pix-provider.js';
import { PixScopeGroup, type PixProvider, type PixProviderAddresses } from './provider.js';
import { ordinaryPixScopes } from './scopes.js';

type Addresses = Pick<PixProviderAddresses, 'families'>;

/** A file of `facts/`. Dates are `YYYY-MM-DD`. */
export interface BankFacts {
  /** What the fields of the profile do not say. */
  readonly notes: readonly string[];
  /** Where the facts are from, and when the project recorded them. */
  readonly sources: readonly { readonly at: string; readonly read: string }[];
  /** Facts that sources disagree about, and the option that sets the alternative. */
  readonly disputed?: readonly {
    readonly fact: string;
    readonly alternative: string;
    readonly set: string;
    readonly source: string;
    readonly read: string;
  }[];
  /**
   * A {@link PixProvider}, with `ordinary` for the scopes of ordinary Pix, and one address for several
   * families: `rec solicrec`.
   */
  readonly profile: {
    readonly name: string;
    readonly production: object;
    readonly sandbox: object;
    readonly scopes: string | readonly string[];
    readonly scopeGroups?: Readonly<Record<string, Pick<PixScopeGroup, 'scopes' | 'description'>>>;
  };
}

/** @throws ConfigurationError if the profile is not valid */
export function toProfile({ profile, sources }: BankFacts): PixProvider {
  const { scopes, scopeGroups = {}, production, sandbox, ...fields } = profile;
  const groups = Object.entries(scopeGroups).map(
    ([name, group]) => [name, new PixScopeGroup(name, group.scopes, group.description)] as const,
  );
  const provider: unknown = {
    ...fields,
    production: splitFamilies(production),
    sandbox: splitFamilies(sandbox),
    scopes: scopes === 'ordinary' ? ordinaryPixScopes : scopes,
    scopeGroups: Object.fromEntries(groups),
    sources: sources.map(({ at }) => at),
  };
  return definePixProvider(provider as PixProvider);
}

function splitFamilies(addresses: Addresses): Addresses {
  if (!addresses.families) return addresses;
  const families = Object.entries(addresses.families).flatMap(([names, address]) =>
    names.split(' ').map((name) => [name, address]),
  );
  return { ...addresses, families: Object.fromEntries(families) as Addresses['families'] & object };
}
