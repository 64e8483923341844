import type { IncomingMessage } from 'node:http';
import { toErrorText } from '../../errors/index.js';
import { isName } from '../notifications/names.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { AddressList } from './address-list.js';
import { describeCaller, type Caller } from './caller.js';
import type { Check } from './check.js';
import type { TenantResolver } from './tenant.resolver.js';

/** What the caller's URL says. */
export interface CallTarget {
  /** The segment of the path that names a tenant; absent on a path without one. */
  readonly tenant?: string | undefined;
  readonly query: URLSearchParams;
}

export interface Verdict {
  /** The caller's address, for the log. */
  readonly address: string;
  /** Why it is refused, for the log alone; absent when it may come in. */
  readonly refusal?: string | undefined;
  /** Why it could not be told whether it may come in, for the log alone. */
  readonly failure?: string | undefined;
  /** The tenant that it calls for, where the path names one. */
  readonly tenant?: string | undefined;
  /** Where the tenant's Pix are read. */
  readonly recebidos?: PixRecebidosSource | undefined;
}

/** Lets a caller in that passes every configured check. @internal */
export class Authenticator {
  constructor(
    private readonly checks: readonly Check[],
    private readonly trustedProxies: AddressList,
    private readonly tenants?: TenantResolver,
  ) {}

  /** Whether anything at all is asked of a caller. */
  get asksNothing(): boolean {
    return this.checks.length === 0 && !this.tenants;
  }

  /** Never rejects. */
  judge(request: IncomingMessage, { query, tenant }: CallTarget): Verdict | Promise<Verdict> {
    const caller = describeCaller(request, query, this.trustedProxies);
    const { address } = caller;
    if (tenant !== undefined && !isName(tenant)) return { address, refusal: UNKNOWN_TENANT };
    const refusal = findRefusal(this.checks, caller);
    if (refusal !== undefined) return { address, refusal };
    return this.tenants ? this.judgeTenant(this.tenants, caller, tenant) : { address, tenant };
  }

  private async judgeTenant(
    tenants: TenantResolver,
    caller: Caller,
    asked: string | undefined,
  ): Promise<Verdict> {
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
