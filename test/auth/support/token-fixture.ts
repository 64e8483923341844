import {
  accountFingerprint,
  InMemoryTokenStore,
  PixCredentials,
  TokenService,
  type PixTokenStore,
  type TokenServiceConfig,
} from '../../../lib/auth/index.js';
import type { PixRequest, PixResponse } from '../../../lib/transport/index.js';
import { ManualRuntime } from '../../support/manual-runtime.js';

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The response to a token request: a reply, or a function that returns one later or throws. */
export type Endpoint = Reply | ((request: PixRequest) => Reply | Promise<Reply>);

export const IDENTITY = {
  clientId: 'client-1',
  clientSecret: 'secret-1',
  clientAuth: 'basic',
  certificate: undefined,
  baseUrl: 'https://bank.example/pix/v2',
  tokenUrl: 'https://bank.example/oauth/token',
} as const;

/** A token service with a manual clock and a scripted token endpoint. */
export class TokenFixture {
  readonly runtime = new ManualRuntime();
  readonly requests: PixRequest[] = [];
  /** The token endpoint. It numbers its tokens by default. */
  endpoint: Endpoint = () => ({
    body: { access_token: `token-${this.requests.length}`, expires_in: 3600 },
  });

  /** Creates a token service on the clock and the endpoint of this fixture. */
  open(
    config: Partial<TokenServiceConfig> = {},
    store: PixTokenStore = new InMemoryTokenStore(this.runtime),
  ): TokenService {
    return new TokenService(
      {
        provider: 'bank',
        tokenUrl: IDENTITY.tokenUrl,
        credentials: new PixCredentials('client-1', 'secret-1', 'basic'),
        fingerprint: accountFingerprint(IDENTITY),
        scopes: ['cob.read'],
        timeout: [5, 30],
        runtime: this.runtime,
        ...config,
      },
      (request) => this.#answer(request),
      store,
    );
  }

  /** Advances the clock until the promise settles. */
  async settle<T>(work: Promise<T>, step = 50, limit = 120_000): Promise<PromiseSettledResult<T>> {
    let result: PromiseSettledResult<T> | undefined;
    void Promise.allSettled([work]).then(([settled]) => (result = settled));
    for (let moved = 0; result === undefined && moved < limit; moved += step) {
      await this.runtime.advance(step);
    }
    if (!result) throw new Error(`Nothing settled within ${limit} ms`);
    return result;
  }

  async #answer(request: PixRequest): Promise<PixResponse> {
    this.requests.push(request);
    const { endpoint } = this;
    const reply = typeof endpoint === 'function' ? await endpoint(request) : endpoint;
    const { status = 200, body = {}, headers = {} } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, statusText: '', headers, body: text };
  }
}
