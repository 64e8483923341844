import type { AxiosResponse } from 'axios';
import type { TokenService } from '../auth/index.js';
import { errorFromResponse } from '../errors/index.js';
import type { PixAPIException } from '../errors/index.js';
import type { PixHttp } from '../transport/index.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import type { PreparedCall } from './prepare.js';
import { parseSuccess } from './success.js';
import { emptyPage, withAliases } from './variants.js';

/** Statuses after which a write may have taken effect: the provider failed while it worked. */
const UNKNOWN_AFTER = new Set([500, 502, 504]);

/** Sends a prepared call with a token, once more with a new one after a 401, and reads the answer. */
export class Exchange {
  constructor(
    private readonly config: PixCallerConfig,
    private readonly tokens: TokenService,
    private readonly http: PixHttp,
  ) {}

  async send(call: PreparedCall): Promise<unknown> {
    const scopes = this.#scopesOf(call);
    const token = await this.tokens.getToken(scopes);
    let response = await this.#request(call, token);
    if (response.status === 401 && this.tokens.renewable) {
      await this.tokens.invalidate(scopes, token);
      response = await this.#request(call, await this.tokens.getToken(scopes));
    }
    return this.#read(call, response);
  }

  #scopesOf({ plan, options }: PreparedCall): PreparedCall['options']['scopes'] {
    if (options.scopes !== undefined) return options.scopes;
    return this.config.leastPrivilege ? (plan.operation.scope ?? undefined) : undefined;
  }

  #request(call: PreparedCall, token: string): Promise<AxiosResponse<string>> {
    const { plan, url, headers, data, options } = call;
    const timeout = options.timeout ?? this.config.timeout;
    return this.http({
      method: plan.operation.method,
      url,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      data,
      ...(timeout !== undefined && { pixTimeout: timeout }),
      ...(options.signal && { signal: options.signal }),
      pixSafe: plan.operation.repeat === 'safe',
      pixOperation: plan.name,
      pixProvider: this.config.provider.name,
    });
  }

  #read(call: PreparedCall, response: AxiosResponse<string>): unknown {
    const { provider } = this.config;
    const { operation, name, emptyIsNotFound } = call.plan;
    const { status, data: text } = response;
    if (status >= 200 && status <= 299) {
      const contentType = header(response, 'content-type');
      const context = { operation: name, provider: provider.name };
      return withAliases(provider, parseSuccess(operation, { status, contentType, text }, context));
    }
    const error = this.#errorOf(call, response);
    if (emptyIsNotFound && error.status === 404)
      return emptyPage(operation.items ?? '', call.query);
    throw error;
  }

  #errorOf({ plan }: PreparedCall, response: AxiosResponse<string>): PixAPIException {
    const { status, data: body } = response;
    const retryAfterHeader = header(response, 'retry-after');
    return errorFromResponse(
      { status, body, contentType: header(response, 'content-type'), retryAfterHeader },
      {
        operation: plan.name,
        provider: this.config.provider.name,
        resultUnknown: plan.operation.repeat !== 'safe' && UNKNOWN_AFTER.has(status),
      },
    );
  }
}

function header(response: AxiosResponse<string>, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}
