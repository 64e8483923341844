import {
  allOperations,
  operationName,
  pixFamilies,
  providerOperations,
  type PixFamily,
} from '../contract/index.js';
import {
  removeTrailingSlashes,
  type PixFamilyAddresses,
  type PixOperationAddresses,
  type PixProvider,
} from '../providers/index.js';
import type { PixModuleOptions } from './pix.options.js';

/** The addresses of an account. */
export interface AccountAddresses {
  readonly baseUrl: string | undefined;
  /** Absent if a fixed token is sent, or none is known. */
  readonly tokenUrl: string | undefined;
  /** Families at other addresses. */
  readonly families: PixFamilyAddresses | undefined;
  /** Operations at other addresses than their family. */
  readonly operations: PixOperationAddresses | undefined;
  /** Whether a fixed token is sent. */
  readonly fixed: boolean;
}

/**
 * Resolves the addresses of an account. `baseUrl` and `tokenUrl` replace those of the profile for
 * every family; `baseUrls` and `tokenUrls` then replace those of single families.
 */
export function resolveAddresses(
  provider: PixProvider,
  options: PixModuleOptions,
): AccountAddresses {
  const { sandbox, production } = provider;
  const isSandbox = options.environment === 'sandbox';
  const profile = isSandbox ? sandbox : production;
  const fixed =
    isSandbox &&
    options.tokenUrl === undefined &&
    (sandbox ? sandbox.mode === 'fixed-token' : options.sandboxToken !== undefined);
  const baseUrl = options.baseUrl ?? profile?.baseUrl;
  const tokenUrl = fixed ? undefined : (options.tokenUrl ?? profile?.tokenUrl);
  const families = baseUrl === undefined ? undefined : resolveFamilies(options, profile, baseUrl);
  const operations = resolveOperations(options, profile);
  return { baseUrl, tokenUrl, families, operations, fixed };
}

function resolveFamilies(
  options: PixModuleOptions,
  profile: { readonly families?: PixFamilyAddresses } | undefined,
  baseUrl: string,
): PixFamilyAddresses | undefined {
  // `baseUrl` also replaces the profile's addresses of single families (docs/decisions.md D84).
  const known = options.baseUrl === undefined ? (profile?.families ?? {}) : {};
  const entries = pixFamilies.flatMap((family) => {
    const base = options.baseUrls?.[family] ?? known[family]?.baseUrl;
    const token = resolveFamilyTokenUrl(family, options, known);
    if (base === undefined && token === undefined) return [];
    const address = {
      baseUrl: removeTrailingSlashes(base ?? baseUrl),
      ...(token !== undefined && { tokenUrl: token }),
    };
    return [[family, address] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Resolves the profile's addresses of single operations, without those that an option replaces. */
function resolveOperations(
  { baseUrl, baseUrls = {} }: PixModuleOptions,
  profile: { readonly operations?: PixOperationAddresses } | undefined,
): PixOperationAddresses | undefined {
  if (baseUrl !== undefined || profile?.operations === undefined) return undefined;
  const replaced = [...allOperations, ...providerOperations]
    .filter(({ family }) => baseUrls[family] !== undefined)
    .map(operationName);
  return Object.fromEntries(
    Object.entries(profile.operations).filter(([name]) => !replaced.includes(name)),
  );
}

function resolveFamilyTokenUrl(
  family: PixFamily,
  { tokenUrl, tokenUrls }: PixModuleOptions,
  known: PixFamilyAddresses,
): string | undefined {
  return tokenUrls?.[family] ?? (tokenUrl === undefined ? known[family]?.tokenUrl : undefined);
}
