import { normalizeContaCorrente } from '../client/index.js';
import { ConfigurationError } from '../errors/index.js';
import { ProblemList } from '../options/index.js';
import {
  findPixProvider,
  removeTrailingSlashes,
  type PixClientAuth,
  type PixEnvironment,
  type PixFamilyAddresses,
  type PixOperationAddresses,
  type PixProvider,
} from '../providers/index.js';
import {
  listCertificateFiles,
  loadCa,
  loadCertificate,
  readFileVersions,
  type PixTrust,
} from '../transport/index.js';
import { resolveAddresses } from './account-addresses.js';
import { checkAppKey, checkOptions } from './account-options.js';
import { resolveScopes } from './account-scopes.js';
import type { PixModuleOptions } from './pix.options.js';

/** An account with validated options. */
export interface PixAccount {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
  readonly baseUrl: string;
  /** Absent if a fixed token is sent. */
  readonly tokenUrl: string | undefined;
  /** Families at other addresses. */
  readonly families: PixFamilyAddresses | undefined;
  /** Operations at other addresses than their family. */
  readonly operations: PixOperationAddresses | undefined;
  readonly clientAuth: PixClientAuth;
  readonly scopes: readonly string[];
  readonly contaCorrente: string | undefined;
  readonly trust: PixTrust;
  /** The versions of the certificate files before they were loaded. */
  readonly certificateVersions: string;
  /**
   * Whether it is in production without a client certificate, at a provider that does not require
   * one.
   */
  readonly withoutMutualTls: boolean;
}

function checkCredentials(
  problems: ProblemList,
  provider: PixProvider,
  options: PixModuleOptions,
  fixed: boolean,
): void {
  if (fixed) {
    if (options.sandboxToken === undefined) {
      problems.add(
        `sandboxToken is required: the sandbox of ${provider.name} uses a fixed token, which its developer portal shows.`,
      );
    }
    return;
  }
  if (options.sandboxToken !== undefined) {
    problems.add(
      options.environment === 'sandbox'
        ? `sandboxToken is not supported: the sandbox of ${provider.name} refuses a fixed token; it requires clientId, its credential and a certificate.`
        : "sandboxToken is for environment: 'sandbox' only; in production, tokens come from the token endpoint.",
    );
  }
  if (options.clientId === undefined) {
    problems.add('clientId is required: the token endpoint identifies the application by it.');
  }
}

function checkCertificatePresence(
  problems: ProblemList,
  provider: PixProvider,
  options: PixModuleOptions,
  fixed: boolean,
): void {
  if (fixed || options.mutualTls === false || options.certificate !== undefined) return;
  const requires = provider.sandbox?.mutualTls ?? provider.mutualTls ?? false;
  if (options.environment !== 'sandbox' || (requires && options.baseUrl === undefined)) {
    problems.add(
      `certificate is required: ${provider.name} requires mutual TLS. Set { cert, key } or { pfx, passphrase }, or mutualTls: false if another component provides it.`,
    );
  }
}

function resolveAccountNumber(
  provider: PixProvider,
  options: PixModuleOptions,
): string | undefined {
  if (options.contaCorrente === undefined) return undefined;
  if (provider.accountHeader === undefined) {
    throw new ConfigurationError(
      `contaCorrente is not supported: ${provider.name} has no header that selects an account.`,
    );
  }
  return normalizeContaCorrente(options.contaCorrente);
}

/**
 * Validates the options that depend on the provider, and returns the resolved values; `undefined`
 * without a base address, which is one of the problems.
 */
function checkAgainst(provider: PixProvider, options: PixModuleOptions, problems: ProblemList) {
  const addresses = resolveAddresses(provider, options);
  if (addresses.baseUrl === undefined) {
    problems.add(`${provider.name} has no sandbox in its profile: set baseUrl, or use production.`);
  } else if (!addresses.fixed && addresses.tokenUrl === undefined) {
    problems.add('tokenUrl is required: the profile has no token endpoint for this environment.');
  }
  if (addresses.fixed && options.tokenUrls !== undefined) {
    problems.add('tokenUrls has no effect: this sandbox uses a fixed token.');
  }
  checkCredentials(problems, provider, options, addresses.fixed);
  checkCertificatePresence(problems, provider, options, addresses.fixed);
  checkAppKey(problems, provider, options);
  const contaCorrente = problems.check(() => resolveAccountNumber(provider, options));
  const { baseUrl } = addresses;
  return baseUrl === undefined
    ? undefined
    : {
        ...addresses,
        baseUrl: removeTrailingSlashes(baseUrl),
        provider,
        clientAuth: options.clientAuth ?? provider.clientAuth ?? 'basic',
        contaCorrente,
      };
}

/**
 * Validates options and loads their certificates, before anything is sent.
 *
 * @throws ConfigurationError, ValueError, TypeError or CertificateError; one error lists all
 * problems
 */
export async function resolveAccount(options: PixModuleOptions): Promise<PixAccount> {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw new ConfigurationError(
      'The Pix options are missing: set at least provider, clientId and certificate.',
    );
  }
  const problems = new ProblemList();
  const provider = problems.check(() => findPixProvider(options.provider));
  const isUsable = checkOptions(problems, options);
  const scopes = resolveScopes(problems, provider, options);
  if (!isUsable) problems.throwIfAny();
  const found = provider && checkAgainst(provider, options, problems);
  // Read before the content, so that a later change is noticed.
  const certificateVersions = await readFileVersions(listCertificateFiles(options));
  const trust = await loadTrust(problems, options);
  problems.throwIfAny();
  if (!found || !scopes) throw new ConfigurationError('provider is required.');
  const { fixed, ...account } = found;
  return {
    ...account,
    trust,
    certificateVersions,
    environment: options.environment ?? 'production',
    scopes,
    withoutMutualTls: !trust.certificate && !fixed && wantsCertificate(found.provider, options),
  };
}

/** Whether calls without a client certificate deserve a warning. */
function wantsCertificate(
  { sandbox }: PixProvider,
  { mutualTls, environment }: PixModuleOptions,
): boolean {
  return mutualTls !== false && !(environment === 'sandbox' && sandbox?.mutualTls === false);
}

/** The certificates that the options name. */
async function loadTrust(problems: ProblemList, { certificate, ca }: PixModuleOptions) {
  return {
    certificate: certificate && (await problems.checkAsync(() => loadCertificate(certificate))),
    ca: ca === undefined ? undefined : await problems.checkAsync(() => loadCa(ca)),
  };
}
