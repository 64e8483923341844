import type { IncomingMessage } from 'node:http';
import { toErrorText } from '../../errors/index.js';
import { isName } from '../notifications/names.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { AddressList } from './address-list.js';
import { describeCaller, type Caller } from './caller.js';
import type { Check } from './check.js';
import type { TenantResolver } from './tenant.resolver.js';

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
  /** The tenant of the request, if the path has one. */
  readonly tenant?: string | undefined;
  /** Where the tenant's received Pix are read. */
  readonly recebidos?: PixRecebidosSource | undefined;
}

/** Accepts a caller that passes every configured check. */
export class Authenticator {
  constructor(
    private readonly checks: readonly Check[],
    private readonly trustedProxies: AddressList,
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
    try {
      const found = await tenants.resolve(asked ?? '');
      if (!found) return { address, refusal: UNKNOWN_TENANT };
      const refusal = findRefusal(found.checks, caller);
      if (refusal !== undefined) return { address, refusal };
      const tenant = asked === undefined ? undefined : found.tenant;
      return { address, tenant, recebidos: found.recebidos };
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
