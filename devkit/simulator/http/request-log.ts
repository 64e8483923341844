import { redact, redactValue } from 'nestjs-pix/internal';
import { findReadBody, type ApiRequest, type Reply } from './messages.js';

/** A request to the API or the token endpoint with its response, without secrets, tokens, CPF and CNPJ. */
export interface LoggedRequest {
  /** Number of the request, from 1. */
  id: number;
  /** When the response was sent: RFC 3339, by the simulator's clock. */
  at: string;
  method: string;
  /** Path and query. */
  path: string;
  status: number;
  /** Whether an injected fault sent the response, or closed the connection without one. */
  fault: boolean;
  /** Body: JSON as it is, other text as text. Absent if it is empty or was not read. */
  request?: unknown;
  response?: unknown;
}

/** Number of requests that stay available. */
const MAX_ENTRIES = 200;

/** Longer bodies are not logged: a part of one could contain a part of a secret that is then not recognized. */
const MAX_BODY = 16_000;

/** A request as it is kept: with the texts of its bodies. */
type Entry = Omit<LoggedRequest, 'request' | 'response'> &
  Record<'request' | 'response', string | undefined>;

/** The latest requests. Entries are redacted when they are read, so that a request costs little. */
export class RequestLog {
  readonly #entries: Entry[] = [];
  #total = 0;

  constructor(private readonly clock: { iso(): string }) {}

  /** Number of requests since the start or the last {@link clear}, including those that are no longer available. */
  get total(): number {
    return this.#total;
  }

  /** Adds a request. @param response body of the response */
  add(request: ApiRequest, { status, transmit }: Reply, response: string | undefined): void {
    this.#total += 1;
    this.#entries.push({
      id: this.#total,
      at: this.clock.iso(),
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      status,
      fault: transmit !== undefined,
      request: limit(findReadBody(request)),
      response: limit(response),
    });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  /** Lists the latest requests, newest first. */
  newest(count: number): LoggedRequest[] {
    return this.#entries.slice(-count).reverse().map(toLogged);
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

function toLogged({ path, request, response, ...entry }: Entry): LoggedRequest {
  return {
    ...entry,
    path: redact(path),
    ...(request && { request: redactBody(request) }),
    ...(response && { response: redactBody(response) }),
  };
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
