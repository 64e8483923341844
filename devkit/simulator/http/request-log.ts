import { redact, redactValue } from 'nestjs-pix/internal';
import { findReadBody, findSubject, type ApiRequest, type Reply } from './messages.js';

/** A request to the API, the token endpoint or a location with its response, without secrets, tokens, CPF and CNPJ. */
export interface LoggedRequest {
  /** Number of the request, from 1. */
  id: number;
  /** When the request arrived: RFC 3339, by the simulator's clock. */
  at: string;
  /** Milliseconds of the machine's clock from the request to the response. */
  duration: number;
  method: string;
  /** Path and query. */
  path: string;
  /** Id of the operation, `cob.get`; `token` for the token endpoint. Absent if there is none at the path. */
  operation?: string;
  /** Parameters of the path. */
  params?: Record<string, string>;
  status: number;
  /** Whether an injected fault sent the response, or closed the connection without one. */
  fault: boolean;
  /** Headers by name in lower case. Values that may be secret are `***`. */
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  /** Body: JSON as it is, other text as text. Absent if it is empty or was not read. */
  request?: unknown;
  response?: unknown;
}

/** Number of requests that stay available. */
const MAX_ENTRIES = 200;

/** Longer bodies are not logged: a part of one could contain a part of a secret that is then not recognized. */
const MAX_BODY = 16_000;

/** A request as it is kept: with its headers and the texts of its bodies. */
type Entry = Omit<LoggedRequest, 'request' | 'response' | Headers> &
  Record<'request' | 'response', string | undefined> &
  Record<Headers, Readonly<Record<string, string | string[] | undefined>>>;

type Headers = 'requestHeaders' | 'responseHeaders';

/** What a list of requests is restricted to. */
export interface RequestFilter {
  /** Text that the path, a header or a body contains. */
  readonly q?: string | undefined;
  readonly method?: string | undefined;
  /** `404`, or the first digit of several: `4`. */
  readonly status?: string | undefined;
  /** Family of the operation, `cob`; `token` and `payload` for the other endpoints. */
  readonly family?: string | undefined;
}

/** The latest requests. Entries are redacted when they are read, so that a request costs little. */
export class RequestLog {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<(request: LoggedRequest) => void>();
  #total = 0;

  constructor(
    private readonly clock: { iso(): string },
    private readonly runtime: { now(): number },
  ) {}

  /** Number of requests since the start or the last {@link clear}, including those that are no longer available. */
  get total(): number {
    return this.#total;
  }

  /** Measures from now. @returns a function that adds the request with its reply and the body of the response */
  begin(request: ApiRequest): (reply: Reply, response: string | undefined) => void {
    const begun = this.runtime.now();
    const at = this.clock.iso();
    return ({ status, headers, transmit }, response) => {
      this.#total += 1;
      const entry: Entry = {
        id: this.#total,
        at,
        duration: this.runtime.now() - begun,
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        ...findSubject(request),
        status,
        fault: transmit !== undefined,
        requestHeaders: request.headers,
        responseHeaders: headers,
        request: limit(findReadBody(request)),
        response: limit(response),
      };
      this.#entries.push(entry);
      for (const listener of this.#listeners) listener(toLogged(entry));
      if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    };
  }

  /** Calls `listener` with each request that is added. @returns a function that ends the subscription */
  subscribe(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Lists the latest requests, newest first. */
  newest(count: number, filter: RequestFilter = {}): LoggedRequest[] {
    const matches = buildMatcher(filter);
    const found: LoggedRequest[] = [];
    for (const entry of this.#entries.toReversed()) {
      if (found.length === count) break;
      const logged = toLogged(entry);
      if (matches(logged)) found.push(logged);
    }
    return found;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#total = 0;
  }
}

function limit(body: string | undefined): string | undefined {
  if (body === undefined || body.length <= MAX_BODY) return body;
  return `(${body.length} caracteres)`;
}

/** A search sees only what the log shows, so that it finds no secret. */
function buildMatcher({ q, method, status, family }: RequestFilter) {
  const text = q?.trim().toLowerCase() ?? '';
  return (logged: LoggedRequest): boolean =>
    (!method || logged.method === method) &&
    (!status || String(logged.status).startsWith(status)) &&
    (!family || logged.operation?.split('.', 1)[0] === family) &&
    (text === '' || JSON.stringify(logged).toLowerCase().includes(text));
}

function toLogged({
  path,
  params,
  requestHeaders,
  responseHeaders,
  request,
  response,
  ...entry
}: Entry): LoggedRequest {
  return {
    ...entry,
    path: redact(path),
    ...(params && { params: redactValue(params) as Record<string, string> }),
    requestHeaders: redactHeaders(requestHeaders),
    responseHeaders: redactHeaders(responseHeaders),
    ...(request && { request: redactBody(request) }),
    ...(response && { response: redactBody(response) }),
  };
}

/** Headers that have no secret. All others may: banks have headers of their own for keys. */
const HARMLESS =
  /^(accept(-.*)?|allow|cache-control|connection|content-(encoding|length|type)|date|host|location|ratelimit-.*|retry-after|traceparent|transfer-encoding|user-agent|.*(correlation|request)-?id)$/;

function redactHeaders(headers: Entry[Headers]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      HARMLESS.test(String(name)) ? redact(String(value)) : '***',
    ]),
  ) as Record<string, string>;
}

/** The query of a webhook's address, where integrators put a secret. */
const WEBHOOK_QUERY = /("webhookUrl"\s*:\s*"[^"?]*\?)[^"]*/g;

function redactBody(text: string): unknown {
  const masked = text.replace(WEBHOOK_QUERY, '$1***');
  try {
    return redactValue(JSON.parse(masked));
  } catch {
    return redact(masked);
  }
}
