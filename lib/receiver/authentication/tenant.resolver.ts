import { isObject } from '../../errors/index.js';
import { OptionChecker } from '../../options/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { isName, NAME_RULE } from '../notifications/names.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type {
  PixWebhookAuthentication,
  PixWebhookTenant,
  PixWebhookTenantRequest,
} from './authentication.options.js';
import { tenantRule } from './authentication.rules.js';
import { ChainCache } from './chain-cache.js';
import type { Check } from './check.js';
import { createChecks } from './create-checks.js';

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
export interface ResolvedTenant {
  /** The checks of its callers; never empty. */
  readonly checks: readonly Check[];
  readonly tenant: string;
  readonly recebidos: PixRecebidosSource | undefined;
}

export interface TenantResolverContext {
  /** The name of the receiver. */
  readonly receiver: string;
  readonly needsRecebidos: boolean;
  readonly hasProxies: boolean;
  /** In milliseconds. */
  readonly timeout: number;
  readonly runtime: PixRuntime;
}

/** Calls `authentication.resolve` with bounded concurrency and validates the result. @internal */
export class TenantResolver {
  /** The running call for each requested tenant. */
  readonly #calls = new Map<string, Promise<ResolvedTenant | undefined>>();
  readonly #chains: ChainCache;
  /** The names of found tenants, ordered by last use. */
  readonly #known = new Set<string>();
  /** Calls that have not settled, including those that have timed out. */
  #running = 0;

  constructor(
    private readonly ask: NonNullable<PixWebhookAuthentication['resolve']>,
    private readonly context: TenantResolverContext,
  ) {
    this.#chains = new ChainCache(context.runtime);
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
    this.#remember(tenant);
    return resolved;
  }

  #remember(tenant: string): void {
    this.#known.add(tenant);
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
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
    const checks = createChecks(answer, checker, {
      hasProxies: this.context.hasProxies,
      getChain: (ca) => this.#chains.get(ca),
    });
    checker.require(checks.length > 0, 'secret, mtls or allowedIps is required');
    checker.throwIfAny();
    return { checks, tenant, recebidos };
  }
}
