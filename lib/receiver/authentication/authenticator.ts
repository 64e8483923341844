// Decides who may deliver: runs the checks of a receiver or of a tenant.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  isObject,
  type SecretScope,
  separateScopes,
  toErrorText,
  CertificateError,
} from '../../errors/index.js';
import { OptionChecker } from '../../options/index.js';
import { type PixRuntime, remember } from '../../runtime/index.js';
import { contentOfText } from '../../transport/index.js';
import { isName, NAME_RULE } from '../events.js';
import type { PixRecebidosSource } from '../provider/reconciliation.js';
import {
  authenticationTable,
  type PixWebhookAuthentication,
  type PixWebhookTenant,
  type PixWebhookTenantRequest,
  tenantRule,
} from './authentication.options.js';
import { CertificateChain } from './certificate-chain.js';
import { listSources, loadTrustAnchors, RevocationLists } from './certificates.js';
import {
  type AddressList,
  type Caller,
  type ChainSources,
  type Check,
  type CheckContext,
  createChecks,
  describeCaller,
  toAddressList,
} from './checks.js';

/** The parts of the request's URL that authentication uses. */
export interface CallTarget {
  /** The path segment at the position of `:tenant`; absent if the path has no tenant. */
  readonly tenant?: string | undefined;
  readonly query: URLSearchParams;
}

export interface AuthenticationResult {
  /** The caller's address, for the log. */
  readonly address: string;
  /** Why the caller is refused; for the log only. Absent if the caller is accepted. */
  readonly refusal?: string | undefined;
  /** Why the caller could not be authenticated; for the log only. */
  readonly failure?: string | undefined;
  /** The tenant of the request, if the path has one and it exists. */
  readonly tenant?: string | undefined;
  /** Where the tenant's received Pix are read. */
  readonly recebidos?: PixRecebidosSource | undefined;
  /** The tenant, whose texts mask its secrets. */
  readonly scope?: SecretScope | undefined;
}

/** Accepts a caller that passes every configured check. */
export class Authenticator {
  constructor(
    private readonly checks: readonly Check[],
    readonly trustedProxies: AddressList,
    private readonly tenants?: TenantResolver,
  ) {}

  /** Whether no authentication is configured. */
  get acceptsAnyCaller(): boolean {
    return this.checks.length === 0 && !this.tenants;
  }

  /** Never rejects. */
  authenticate(
    request: IncomingMessage,
    { query, tenant }: CallTarget,
  ): AuthenticationResult | Promise<AuthenticationResult> {
    const caller = describeCaller(request, query, this.trustedProxies);
    const { address } = caller;
    if (tenant !== undefined && !isName(tenant)) return { address, refusal: UNKNOWN_TENANT };
    const refusal = findRefusal(this.checks, caller);
    if (refusal !== undefined) return { address, refusal };
    return this.tenants
      ? this.#authenticateTenant(this.tenants, caller, tenant)
      : { address, tenant };
  }

  async #authenticateTenant(
    tenants: TenantResolver,
    caller: Caller,
    asked: string | undefined,
  ): Promise<AuthenticationResult> {
    const { address } = caller;
    // While it refuses to look up names that it does not know, a refusal must not reveal that it knows one.
    const failure = tenants.busy;
    const refuse = (refusal: string, tenant?: string) =>
      failure === undefined ? { address, refusal, tenant } : { address, failure };
    try {
      const found = await tenants.resolve(asked ?? '');
      if (!found) return refuse(UNKNOWN_TENANT);
      const tenant = asked === undefined ? undefined : found.tenant;
      const refusal = findRefusal(found.checks, caller);
      if (refusal !== undefined) return refuse(refusal, tenant);
      return { address, tenant, recebidos: found.recebidos, scope: found.scope };
    } catch (error) {
      return { address, failure: toErrorText(error) };
    }
  }
}

const UNKNOWN_TENANT = 'unknown tenant';

function findRefusal(checks: readonly Check[], caller: Caller): string | undefined {
  for (const check of checks) {
    const refusal = check(caller);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

interface AuthenticatorContext {
  /** The name of the receiver. */
  readonly receiver: string;
  /** Whether each tenant must provide the source of its received Pix. */
  readonly needsRecebidos: boolean;
  readonly runtime: PixRuntime;
}

/** @throws CertificateError if `mtls.ca` cannot be read */
export function createAuthenticator(
  options: PixWebhookAuthentication,
  checker: OptionChecker,
  context: AuthenticatorContext,
): Authenticator {
  const { resolve } = options;
  const { trustedProxies, resolveTimeout } = authenticationTable.resolve(options);
  const proxies = toAddressList('trustedProxies', trustedProxies, checker);
  const trust = { hasProxies: trustedProxies.length > 0, trustsEverybody: proxies.hasEverybody };
  const checks = createChecks(options, checker, {
    ...trust,
    getChain: (sources) => createChain(sources, context.runtime),
  });
  checker.require(
    !('resolve' in options) || typeof resolve === 'function',
    'authentication.resolve must be a function',
  );
  const tenants =
    resolve && new TenantResolver(resolve, { ...context, trust, timeout: resolveTimeout * 1000 });
  return new Authenticator(checks, proxies, tenants);
}

/**
 * The limit of concurrent calls. Unauthenticated callers must not use up all connections of a
 * database.
 */
const MAX_CALLS = 64;
/**
 * The limit of concurrent calls for tenants that were found before, so that made-up names do not
 * block them.
 */
const MAX_CALLS_OF_KNOWN = 2 * MAX_CALLS;
/** The number of recently found tenants that are remembered. */
const MAX_KNOWN = 1024;

/** An existing tenant. */
interface ResolvedTenant {
  /** The checks of its callers; never empty. */
  readonly checks: readonly Check[];
  readonly tenant: string;
  readonly recebidos: PixRecebidosSource | undefined;
  readonly scope: SecretScope;
}

interface TenantResolverContext extends AuthenticatorContext {
  readonly trust: Pick<CheckContext, 'hasProxies' | 'trustsEverybody'>;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Calls `authentication.resolve` with bounded concurrency and validates the result. @internal */
class TenantResolver {
  /** The running call for each requested tenant. */
  readonly #calls = new Map<string, Promise<ResolvedTenant | undefined>>();
  readonly #chains: ChainCache;
  /** The names of found tenants, ordered by last use. */
  readonly #known = new Map<string, true>();
  /** Calls that have not settled, including those that have timed out. */
  #running = 0;

  constructor(
    private readonly ask: NonNullable<PixWebhookAuthentication['resolve']>,
    private readonly context: TenantResolverContext,
  ) {
    this.#chains = new ChainCache(context.runtime);
    separateScopes();
  }

  /** Why only tenants that were found before are looked up now. */
  get busy(): string | undefined {
    return this.#running >= MAX_CALLS
      ? `${MAX_CALLS} calls of authentication.resolve are running`
      : undefined;
  }

  /**
   * @returns `undefined` if the tenant does not exist
   * @throws Error if the function fails, times out or returns an invalid value
   */
  resolve(tenant: string): Promise<ResolvedTenant | undefined> {
    const current = this.#calls.get(tenant);
    if (current) return current;
    const limit = this.#known.has(tenant) ? MAX_CALLS_OF_KNOWN : MAX_CALLS;
    if (this.#running >= limit) {
      return Promise.reject(new Error(`${limit} calls of authentication.resolve are running`));
    }
    const call = this.#call(tenant).finally(() => this.#calls.delete(tenant));
    this.#calls.set(tenant, call);
    return call;
  }

  async #call(tenant: string): Promise<ResolvedTenant | undefined> {
    const answer = await this.#askInTime(tenant);
    this.#known.delete(tenant);
    if (!answer) return undefined;
    const resolved = this.#read(answer, tenant);
    remember(this.#known, tenant, true, MAX_KNOWN);
    return resolved;
  }

  #askInTime(tenant: string): Promise<PixWebhookTenant | null | undefined> {
    const { receiver, timeout, runtime } = this.context;
    const controller = new AbortController();
    const request: PixWebhookTenantRequest = { receiver, tenant, signal: controller.signal };
    return new Promise((resolve, reject) => {
      const cancel = runtime.after(timeout, () => {
        const error = new Error(`authentication.resolve took more than ${timeout / 1000} s`);
        reject(error);
        controller.abort(error);
      });
      this.#running += 1;
      // A function that is not async may throw synchronously.
      const answer = Promise.resolve(request).then(this.ask);
      answer.then(resolve, reject).finally(() => {
        this.#running -= 1;
        cancel();
      });
    });
  }

  /** Validates the returned value. Problems name fields and never their values. */
  #read(answer: PixWebhookTenant, asked: string): ResolvedTenant {
    const value: unknown = answer;
    if (!isObject(value)) throw new Error('authentication.resolve must return an object');
    const checker = new OptionChecker('authentication.resolve returned an invalid value', Error);
    if (!checker.shape(answer, tenantRule)) checker.throwIfAny();
    const { tenant = asked, recebidos } = answer;
    if (tenant !== asked && !isName(tenant)) checker.add(`tenant must be ${NAME_RULE}`);
    checker.require(
      !this.context.needsRecebidos || Boolean(recebidos),
      'recebidos is required by verifyWithProvider',
    );
    const scope = { tenantKey: tenant, clients: new Set<SecretScope>() };
    const checks = createChecks(answer, checker, {
      scope,
      ...this.context.trust,
      getChain: (sources) => this.#chains.get(sources),
    });
    checker.require(checks.length > 0, 'secret, mtls or allowedIps is required');
    checker.throwIfAny();
    return { checks, tenant, recebidos, scope };
  }
}

/** @throws CertificateError if `ca` or `crl` cannot be used */
function createChain({ ca, crl }: ChainSources, runtime: PixRuntime): CertificateChain {
  const anchors = loadTrustAnchors(ca);
  const lists = crl === undefined ? undefined : new RevocationLists(crl, anchors, runtime);
  return new CertificateChain(anchors, runtime, lists);
}

const MAX_CHAINS = 256;

/** Caches the parsed chains of authorities that are resolved at each request, by content. */
export class ChainCache {
  /** Ordered by last use. */
  readonly #chains = new Map<string, CertificateChain>();

  constructor(private readonly runtime: PixRuntime) {}

  /** @throws CertificateError as {@link createChain}, and on a file name */
  get(sources: ChainSources): CertificateChain {
    const key = digest(sources);
    const chain = this.#chains.get(key) ?? this.#create(sources);
    remember(this.#chains, key, chain, MAX_CHAINS);
    return chain;
  }

  #create(sources: ChainSources): CertificateChain {
    for (const option of ['ca', 'crl'] as const) {
      const isFile = (each: unknown) => typeof each === 'string' && !contentOfText(each);
      if (!listSources(sources[option] ?? []).some(isFile)) continue;
      throw new CertificateError(
        `authentication.resolve: mtls.${option} must contain PEM text, base64 or a Buffer, not a file name.`,
      );
    }
    return createChain(sources, this.runtime);
  }
}

function digest({ ca, crl = [] }: ChainSources): string {
  const hash = createHash('sha256');
  for (const source of [...listSources(ca), '', ...listSources(crl)]) {
    const bytes = Buffer.from(source);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64');
}
