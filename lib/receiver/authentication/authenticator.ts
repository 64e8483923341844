import type { IncomingMessage } from 'node:http';
import type { AddressList } from './address-list.js';
import { describeCaller } from './caller.js';
import type { Check } from './check.js';

export interface Verdict {
  /** The caller's address, for the log. */
  readonly address: string;
  /** Why it is refused, for the log alone; absent when it may come in. */
  readonly refusal?: string | undefined;
}

/** Lets a caller in that passes every configured check. @internal */
export class Authenticator {
  constructor(
    private readonly checks: readonly Check[],
    private readonly trustedProxies: AddressList,
  ) {}

  /** Whether anything at all is asked of a caller. */
  get asksNothing(): boolean {
    return this.checks.length === 0;
  }

  judge(request: IncomingMessage, query: URLSearchParams): Verdict {
    const caller = describeCaller(request, query, this.trustedProxies);
    for (const check of this.checks) {
      const refusal = check(caller);
      if (refusal !== undefined) return { address: caller.address, refusal };
    }
    return { address: caller.address };
  }
}
