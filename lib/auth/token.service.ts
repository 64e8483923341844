import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { tokenErrorFromResponse } from '../errors/index.js';
import type { PixTokenRequestProfile } from '../providers/index.js';
import type { PixAxiosRequestConfig, PixHttp, PixTimeout } from '../transport/index.js';
import type { PixCredentials } from './credentials.js';
import { parseScopes } from './scopes.js';
import type { PixScopesInput } from './scopes.js';
import type { TokenWait } from './token-wait.js';
import { buildTokenRequest } from './token-request.js';
import { parseTokenResponse } from './token-response.js';
import type { PixToken, PixTokenStore } from './token-store.interface.js';

/** What the tokens of one account are made from. */
export interface TokenServiceConfig {
  /** Name of the provider, for errors and for keeping accounts apart in a shared store. */
  readonly provider: string;
  readonly tokenUrl: string;
  readonly credentials: PixCredentials;
  /** Asked for when a call names none. */
  readonly scopes: readonly string[];
  readonly profile?: PixTokenRequestProfile;
  /** The fixed token of a sandbox: it is sent as it is and no token is ever asked for. */
  readonly fixedToken?: string;
  readonly timeout?: PixTimeout;
}

/** How a token request is named in errors; its address may hold more than a path. */
const OPERATION = 'POST {token_url}';

function isPromise(kept: ReturnType<PixTokenStore['get']>): kept is Promise<PixToken | undefined> {
  return kept !== undefined && 'then' in kept;
}

function isFresh(kept: ReturnType<PixTokenStore['get']>): kept is PixToken {
  return kept !== undefined && 'renewAt' in kept && Date.now() < kept.renewAt;
}

/**
 * Access tokens by OAuth 2.0 client credentials (interface.md, Authentication; decisions.md, Token): one request for
 * any number of concurrent callers, kept per set of scopes, renewed before its end.
 */
export class TokenService {
  readonly #logger = new Logger('PixTokenService');
  readonly #pending = new Map<string, Promise<string>>();
  readonly #keys = new Map<string, string>();
  readonly #account: string;

  constructor(
    private readonly config: TokenServiceConfig,
    private readonly http: PixHttp,
    private readonly store: PixTokenStore,
  ) {
    const { tokenUrl, credentials } = config;
    this.#account = createHash('sha256')
      .update(`${tokenUrl}\n${credentials.clientId}`)
      .digest('hex')
      .slice(0, 24);
  }

  /**
   * A token that holds these scopes, from the store or from the token endpoint.
   *
   * @param scopes text, a group or a list of these; the configured set when left out
   * @throws ValueError when the input yields no scope
   * @throws TypeError when the input is of another type
   * @throws PixAPIException as for any other request (interface.md, Errors)
   */
  async getToken(scopes?: PixScopesInput, wait?: TokenWait): Promise<string> {
    wait;
    if (this.config.fixedToken !== undefined) return this.config.fixedToken;
    const names = scopes === undefined ? this.config.scopes : parseScopes(scopes);
    const key = this.#keyOf(names);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const kept = this.#read(key);
    if (isFresh(kept)) return kept.accessToken;
    return this.#obtain(key, names, kept);
  }

  /**
   * Forgets the token of these scopes, so that the next call asks for a new one.
   *
   * @param scopes as for {@link getToken}
   * @param refused forget it only if it still is this one, so that many calls refused together lead to one renewal
   */
  async invalidate(scopes?: PixScopesInput, refused?: string): Promise<void> {
    const key = this.#keyOf(scopes === undefined ? this.config.scopes : parseScopes(scopes));
    try {
      if (refused !== undefined && (await this.store.get(key))?.accessToken !== refused) return;
      await this.store.delete(key);
    } catch (error) {
      this.#warnOfStore('delete', error);
    }
  }

  /** Whether a new token can be had at all: a fixed one can't be renewed. */
  get renewable(): boolean {
    return this.config.fixedToken === undefined;
  }

  /** The set of scopes, whatever their order, within the account; a key holds no secret. */
  #keyOf(names: readonly string[]): string {
    const given = names.join(' ');
    let key = this.#keys.get(given);
    if (key === undefined) {
      const set = [...new Set(names)].sort().join(' ');
      key = `pix-token:${this.config.provider}:${this.#account}:${set}`;
      this.#keys.set(given, key);
    }
    return key;
  }

  /** What the store has. A store that fails costs a token request, not the call. */
  #read(key: string): ReturnType<PixTokenStore['get']> {
    const ignore = (error: unknown): undefined => {
      this.#warnOfStore('get', error);
    };
    try {
      const kept = this.store.get(key);
      return isPromise(kept) ? kept.catch(ignore) : kept;
    } catch (error) {
      ignore(error);
      return undefined;
    }
  }

  #warnOfStore(method: keyof PixTokenStore, error: unknown): void {
    const name = (error as { name?: string } | null)?.name ?? 'unknown error';
    this.#logger.warn(`The token store failed on ${method}: ${name}`);
  }

  async #write(key: string, token: PixToken, lifetime: number): Promise<void> {
    try {
      await this.store.set(key, token, lifetime);
    } catch (error) {
      this.#warnOfStore('set', error);
    }
  }

  /** The one piece of work that all concurrent callers for a key share: look again, then ask. */
  #obtain(
    key: string,
    names: readonly string[],
    kept: ReturnType<PixTokenStore['get']>,
  ): Promise<string> {
    const work = async () => {
      const token = await kept;
      if (isFresh(token)) return token.accessToken;
      const answer = await this.#request(names);
      await this.#write(key, answer.token, answer.lifetime);
      return answer.token.accessToken;
    };
    const pending = work().finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #request(names: readonly string[]): Promise<{ token: PixToken; lifetime: number }> {
    const { tokenUrl, credentials, profile, provider, timeout } = this.config;
    const { url, headers, body } = buildTokenRequest(tokenUrl, credentials, names, profile);
    const context = { operation: OPERATION, provider };
    const request: PixAxiosRequestConfig = {
      method: 'POST',
      url,
      headers,
      data: body,
      ...(timeout !== undefined && { pixTimeout: timeout }),
      pixOperation: OPERATION,
      pixProvider: provider,
      // Nothing of the provider's changes: a lost answer leaves no outcome unknown.
      pixSafe: true,
    };
    const response = await this.http(request);
    const contentType = response.headers['content-type'] as string | undefined;
    if (response.status < 200 || response.status > 299) {
      throw tokenErrorFromResponse(
        {
          status: response.status,
          body: response.data,
          ...(contentType !== undefined && { contentType }),
          ...(response.headers['retry-after'] !== undefined && {
            retryAfterHeader: String(response.headers['retry-after']),
          }),
        },
        context,
      );
    }
    const answer = parseTokenResponse(
      { status: response.status, contentType },
      response.data,
      context,
    );
    this.#warnOfMissing(names, answer.granted);
    return answer;
  }

  #warnOfMissing(asked: readonly string[], granted: readonly string[] | undefined): void {
    if (!granted || this.config.profile?.sendScope === false) return;
    const missing = asked.filter((name) => !granted.includes(name));
    if (missing.length > 0) {
      this.#logger.warn(
        `${this.config.provider} granted fewer scopes than asked; missing: ${missing.join(' ')}`,
      );
    }
  }
}
