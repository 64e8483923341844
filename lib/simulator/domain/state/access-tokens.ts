import { randomBytes } from 'node:crypto';
import type { SimulatorClock } from '../../kernel/clock.js';

export interface AccessToken {
  readonly value: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly expiresAt: number;
}

/** The tokens in force: opaque, random, bound to their scopes. */
export class AccessTokens {
  private readonly tokens = new Map<string, AccessToken>();

  constructor(
    private readonly clock: SimulatorClock,
    /** Seconds. */
    readonly lifetime: number,
  ) {}

  issue(scopes: readonly string[]): AccessToken {
    this.forgetExpired();
    const token: AccessToken = {
      value: randomBytes(32).toString('base64url'),
      scopes: new Set(scopes),
      expiresAt: this.clock.now() + this.lifetime * 1000,
    };
    this.tokens.set(token.value, token);
    return token;
  }

  /** The token in force with this value. */
  find(value: string): AccessToken | undefined {
    const token = this.tokens.get(value);
    return token !== undefined && token.expiresAt > this.clock.now() ? token : undefined;
  }

  revokeAll(): void {
    this.tokens.clear();
  }

  /** Tokens are kept in the order of issue, so the expired ones stand first. */
  private forgetExpired(): void {
    for (const [value, token] of this.tokens) {
      if (token.expiresAt > this.clock.now()) return;
      this.tokens.delete(value);
    }
  }
}
