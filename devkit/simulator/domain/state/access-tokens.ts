import { randomBytes } from 'node:crypto';
import type { SimulatorClock } from '../../kernel/clock.js';

export interface AccessToken {
  readonly value: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly expiresAt: number;
}

/** The valid access tokens: opaque, random, with their scopes. */
export class AccessTokens {
  readonly #tokens = new Map<string, AccessToken>();

  constructor(
    private readonly clock: SimulatorClock,
    /** Lifetime of a new token in seconds. */
    readonly lifetime: number,
  ) {}

  issue(scopes: readonly string[]): AccessToken {
    this.#removeExpired();
    const token: AccessToken = {
      value: randomBytes(32).toString('base64url'),
      scopes: new Set(scopes),
      expiresAt: this.clock.now() + this.lifetime * 1000,
    };
    this.#tokens.set(token.value, token);
    return token;
  }

  /** Returns the valid token with this value. */
  find(value: string): AccessToken | undefined {
    const token = this.#tokens.get(value);
    return token !== undefined && token.expiresAt > this.clock.now() ? token : undefined;
  }

  revokeAll(): void {
    this.#tokens.clear();
  }

  /** Removes expired tokens. The map has the order of issue, so expired tokens come first. */
  #removeExpired(): void {
    for (const [value, token] of this.#tokens) {
      if (token.expiresAt > this.clock.now()) return;
      this.#tokens.delete(value);
    }
  }
}
