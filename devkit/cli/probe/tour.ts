import type { PixFamily } from 'nestjs-pix';
import { buildQuery, type PixOperation } from 'nestjs-pix/spec';
import type { Observations } from './model/report.js';
import type { ProbeTarget } from './model/target.js';
import { buildSamplePath } from './sample-path.js';
import type { Answer, BodyFormat } from './wire/answer.js';
import { requestToken, type TokenGrant, type TokenStyle } from './wire/token-request.js';
import type { ProbeTime, Wire } from './wire/wire.js';

/** Where an operation was found. */
export interface Route {
  readonly state: 'exists' | 'missing' | 'unknown';
  /** Version segment before the path: `v2`; empty without one. */
  readonly version: string;
}

/** What every call has in addition to the token. */
export interface Extras {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** An error response of an operation that exists. */
export interface SeenError {
  readonly family: PixFamily;
  readonly status: number;
  readonly format: BodyFormat;
  readonly contentType: string;
}

export interface Call {
  /** Path parameters. Default: identifiers that no record has. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Text of a body without a `Content-Type`, instead of {@link body}. */
  readonly untypedBody?: string;
  /** Default: the method of the operation. */
  readonly method?: string;
  /** Text after the path. Default: none. */
  readonly suffix?: string;
  /** `null` sends no token. Default: the token of the tour. */
  readonly token?: string | null;
  /** Default: the version at which the operation was found. */
  readonly version?: string;
  /** Default: those of the tour. */
  readonly extras?: Extras;
  /** Whether to send it even to a provider that stopped responding, because it removes something. */
  readonly always?: boolean;
}

/** Lifetime in seconds that is assumed of a token without one. */
const DEFAULT_LIFETIME = 60;
/** How long before its end a token is replaced, as a part of its lifetime. */
const USABLE_PART = 0.7;

/** One tour: what the probes found out so far, and how the next ones send their requests. */
export class Tour {
  readonly routes = new Map<string, Route>();
  readonly errors: SeenError[] = [];
  readonly observations: Observations = { absentFamilies: [], ownOperations: [] };
  extras: Extras = { headers: {}, query: {} };
  /** The style of token requests that the provider accepts. */
  style: TokenStyle | undefined;
  /** The scopes to request; `undefined` requests no scope. */
  requested: readonly string[] | undefined;
  /** The granted scopes, if they are known. */
  granted: readonly string[] | undefined;
  /** Lifetime of the last token in seconds, if its response names one. */
  lifetime: number | undefined;
  /** Whether phone keys have no `+`. */
  phoneKeyWithoutPlus = false;
  /** Set when the certificate of the server, or a connection to it, was seen. */
  isConnected = false;

  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(
    readonly target: ProbeTarget,
    readonly wire: Wire,
    readonly time: ProbeTime,
    readonly readOnly: boolean,
  ) {
    if (target.fixedToken !== undefined) {
      this.#token = { value: target.fixedToken, until: Infinity };
    }
  }

  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** Uses a token for the calls of the tour. */
  useToken({ accessToken, lifetime }: TokenGrant): void {
    if (accessToken === undefined) return;
    this.lifetime = lifetime;
    const until = this.time.now() + (lifetime ?? DEFAULT_LIFETIME) * 1000 * USABLE_PART;
    this.#token = { value: accessToken, until };
  }

  exists(operation: PixOperation): boolean {
    return this.routes.get(operation.id)?.state === 'exists';
  }

  /** Sends a call of an operation. */
  async call(operation: PixOperation, call: Call = {}): Promise<Answer> {
    const { version = this.routes.get(operation.id)?.version ?? '', params, query } = call;
    const { method = operation.method, suffix = '' } = call;
    const { path, own } = buildSamplePath(operation, params);
    const answer = await this.request(method, joinPath(version, path) + suffix, call, own, query);
    // Another method or path may be another operation, or none.
    if (method === operation.method && suffix === '') this.#noteError(operation, answer);
    return answer;
  }

  /** Sends a request to a path below the base address. */
  async request(
    method: string,
    path: string,
    { headers = {}, body, untypedBody, token, extras = this.extras, always = false }: Call,
    own: readonly string[] = [],
    query: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const bearer = token === undefined ? await this.#freshToken() : token;
    const url = new URL(this.target.baseUrl + path);
    for (const [name, value] of Object.entries({ ...extras.query, ...query })) {
      url.searchParams.set(name, value);
    }
    return this.wire.send({
      method,
      url: url.href,
      always,
      own: [...own, path, url.pathname],
      headers: {
        ...extras.headers,
        ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? untypedBody !== undefined && { body: untypedBody }
        : { body: JSON.stringify(body) }),
    });
  }

  async #freshToken(): Promise<string | null> {
    if (this.#token !== undefined && this.#token.until <= this.time.now() && this.style) {
      this.useToken(await requestToken(this, this.style, this.requested));
    }
    return this.#token?.value ?? null;
  }

  #noteError(operation: PixOperation, { status, format, contentType }: Answer): void {
    if (status < 400 || !this.exists(operation)) return;
    this.errors.push({ family: operation.family, status, format, contentType });
  }
}

/** Builds the query of a period and of a page with one item. */
export function buildPeriod(
  operation: PixOperation,
  inicio: number,
  fim: number,
): Record<string, string> {
  const [from, to] = [new Date(inicio), new Date(fim)];
  from.setUTCMilliseconds(0);
  to.setUTCMilliseconds(0);
  return buildQuery(operation, { inicio: from, fim: to });
}

function joinPath(version: string, path: string): string {
  return version === '' ? path : `/${version}${path}`;
}
