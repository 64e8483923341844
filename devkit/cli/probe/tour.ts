// A tour of a bank: what the probes have found out, and how they send their requests.
import { randomUUID } from 'node:crypto';
import {
  generateTxid,
  pixScopes,
  type PixClientAuth,
  type PixFamily,
  type PixTokenRequestProfile,
} from 'nestjs-pix';
import { buildQuery, operationName, type PixOperation } from 'nestjs-pix/spec';
import {
  isSuccess,
  requestToken,
  type Answer,
  type BodyFormat,
  type TokenGrant,
} from '../connection.js';
import type { ProbeTexts } from '../texts/probe.en.js';
import { conforms, deviates, fact, type Observations, type ProbeFinding } from './report.js';
import type { ProbeTarget } from './target.js';
import type { ProbeTime, Wire } from './wire.js';

/** One question to a provider. The catalogue has its title. */
export interface Probe {
  readonly id: keyof ProbeTexts['probes'];
  /** Whether it sends anything but `GET` and token requests. */
  readonly writes: boolean;
  /** Resolves to the findings. Never rejects for what a provider sends. */
  readonly run: (tour: Tour) => Promise<readonly ProbeFinding[]>;
}

/** Where an operation was found. */
export interface ProbeRoute {
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

export interface ProbeCall {
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

/** What a tour needs. */
export interface TourOptions {
  readonly target: ProbeTarget;
  readonly wire: Wire;
  readonly time: ProbeTime;
  readonly readOnly: boolean;
  readonly texts: ProbeTexts;
}

/** Lifetime in seconds that is assumed of a token without one. */
const DEFAULT_LIFETIME = 60;
/** How long before its end a token is replaced, as a part of its lifetime. */
const USABLE_PART = 0.7;

/** A way to send a token request. */
export interface TokenStyle {
  readonly clientAuth: PixClientAuth;
  readonly encoding: NonNullable<PixTokenRequestProfile['encoding']>;
  readonly grantTypeIn: 'body' | 'query';
  /** Whether the secret is presented, if there is one. Default: `true`. */
  readonly secret?: boolean;
}

/** The answer to a token request, with the granted scopes only if they are of the Pix API. */
export interface ProbeGrant extends TokenGrant {
  /** Whether the request was refused because of its scopes. */
  readonly refusesScope: boolean;
}

/** Letters, digits and the punctuation of scope names; nothing that may be an identifier of a person or account. */
const SCOPE_NAME = /^[A-Za-z][A-Za-z.:/_-]{1,60}$/;

/** One tour: what the probes found out so far, and how the next ones send their requests. */
export class Tour {
  readonly routes = new Map<string, ProbeRoute>();
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

  readonly target: ProbeTarget;
  readonly wire: Wire;
  readonly time: ProbeTime;
  readonly readOnly: boolean;
  readonly texts: ProbeTexts;

  constructor(options: TourOptions) {
    ({
      target: this.target,
      wire: this.wire,
      time: this.time,
      readOnly: this.readOnly,
      texts: this.texts,
    } = options);
    const { fixedToken } = this.target;
    if (fixedToken !== undefined) this.#token = { value: fixedToken, until: Infinity };
  }

  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** Uses a token for the calls of the tour. */
  useToken({ accessToken, lifetime }: ProbeGrant): void {
    if (accessToken === undefined) return;
    this.lifetime = lifetime;
    const until = this.time.now() + (lifetime ?? DEFAULT_LIFETIME) * 1000 * USABLE_PART;
    this.#token = { value: accessToken, until };
  }

  /** Requests a token. @param scopes scopes to request; `undefined` sends no scope */
  async requestToken(
    style: TokenStyle,
    scopes: readonly string[] | undefined,
  ): Promise<ProbeGrant> {
    const { clientId, clientSecret, tokenUrl = '' } = this.target;
    const { clientAuth, encoding, grantTypeIn, secret = true } = style;
    const isInQuery = grantTypeIn === 'query';
    const query = isInQuery ? { query: { grant_type: 'client_credentials' } } : {};
    const profile = { encoding, sendScope: scopes !== undefined, ...query };
    const client = { tokenUrl, clientId, clientAuth, profile };
    const { scopes: granted, ...grant } = await requestToken(
      {
        send: ({ body = '', ...request }) =>
          this.wire.send({ ...request, body: isInQuery ? withoutGrantType(body, encoding) : body }),
      },
      { ...client, clientSecret: secret ? clientSecret : undefined },
      scopes ?? [],
      this.wire,
    );
    const names = granted?.filter((name) => SCOPE_NAME.test(name)) ?? [];
    const refusesScope = grant.error === 'invalid_scope';
    // Names of which none is of the Pix API do not tell what was granted of it.
    const isNamed =
      grant.accessToken !== undefined && names.some((name) => pixScopes.includes(name));
    return { ...grant, refusesScope, ...(isNamed && { scopes: names }) };
  }

  exists(operation: PixOperation): boolean {
    return this.routes.get(operation.id)?.state === 'exists';
  }

  /** Sends a call of an operation. */
  async call(operation: PixOperation, call: ProbeCall = {}): Promise<Answer> {
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
    { headers = {}, body, untypedBody, token, extras = this.extras, always = false }: ProbeCall,
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
      this.useToken(await this.requestToken(this.style, this.requested));
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

function withoutGrantType(body: string, encoding: TokenStyle['encoding']): string {
  if (encoding === 'json') {
    const fields = Object.entries(JSON.parse(body) as object);
    return JSON.stringify(Object.fromEntries(fields.filter(([name]) => name !== 'grant_type')));
  }
  const form = new URLSearchParams(body);
  form.delete('grant_type');
  return form.toString();
}

/** Larger than any identifier that a provider assigns, and a safe integer. */
const UNUSED_NUMBER = '9007199254740991';

/** Values of path parameters that no record has, each with its valid form. */
const samples: Readonly<Record<string, () => string>> = {
  txid: generateTxid,
  // Location, batch or refund.
  id: () => UNUSED_NUMBER,
  e2eid: () => generateTxid().padEnd(32, '0').slice(0, 32),
  idRec: () => generateTxid().padEnd(29, '0').slice(0, 29),
  idSolicRec: () => generateTxid().padEnd(29, '0').slice(0, 29),
  chave: randomUUID,
  data: () => '2099-01-04',
  situacao: () => 'CRIADA',
};

/** A path with values for its parameters. */
export interface SamplePath {
  readonly path: string;
  /** The values, which a response may repeat. */
  readonly own: readonly string[];
}

/** Builds the path of an operation below base address and version. @param params replace the samples */
export function buildSamplePath(
  { path, params }: Pick<PixOperation, 'path' | 'params'>,
  given: Readonly<Record<string, string>> = {},
): SamplePath {
  let text = path;
  const own: string[] = [];
  for (const { name } of params) {
    const value = given[name] ?? samples[name]?.() ?? UNUSED_NUMBER;
    own.push(value);
    text = text.replace(`{${name}}`, () => encodeURIComponent(value));
  }
  return { path: text, own };
}

/** Whether the provider understood a request and refused its content. */
export function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

/** Whether an address or a method of it does not exist, for one of the reasons that a 404 also has. */
export function isNoRoute({ status }: Answer): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Compares the status of a successful response with the specification. Other responses give no finding. */
export function checkStatus(operation: PixOperation, answer: Answer): ProbeFinding[] {
  if (!isSuccess(answer)) return [];
  const name = operationName(operation);
  const text = `${name}: ${answer.status}`;
  if (operation.success.includes(answer.status)) return [conforms(text)];
  return [deviates(text, fact(answer.status, 'server', 'statuses', name))];
}
