import type { FieldError } from '../../../src/http/configure-http.js';

/** A request that failed, with a message for the person at the screen. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** Status of the response; 0 if there was none, so that the outcome is unknown. */
    readonly status: number,
    /** The JSON of the response, for pages that show more than the message. */
    readonly answer?: unknown,
  ) {
    super(message);
  }
}

const SHOP_FAILURE = 'A loja teve um problema. Tente de novo em instantes.';

const FAILURES: Readonly<Record<number, string>> = {
  502: 'Não conseguimos falar com o banco. Tente de novo em instantes.',
  503: 'O banco está fora do ar. Tente de novo em instantes.',
  504: 'O banco demorou demais para responder. Tente de novo em instantes.',
};

const NO_CONNECTION = 'Sem conexão com a loja. Verifique a internet e tente de novo.';
const TOO_MANY = 'Muitas tentativas seguidas. Espere um minuto e tente de novo.';
const OTHER = 'Algo deu errado. Tente de novo.';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Values of a query string. `undefined`, `null` and empty texts are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Builds a path whose parameters are encoded: url`/api/orders/${id}`. */
export function url(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

/** Adds a query string to a path. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/**
 * Sends a request to the shop and returns the JSON of its response.
 *
 * @throws ApiError when there is no response, or one that reports a failure
 */
export async function call<T>(
  path: string,
  { method = 'GET', body, headers = {}, signal }: CallOptions = {},
): Promise<T> {
  const response = await send(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  noteClock(response.headers.get('date'));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  if (response.status === 401) for (const listener of unauthorized) listener();
  throw new ApiError(explain(response.status, answer), response.status, answer);
}

const unauthorized = new Set<() => void>();

/** Calls a listener when a request was refused because the session has ended. Returns a function that ends this. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorized.add(listener);
  return () => unauthorized.delete(listener);
}

/** Returns a random key for `Idempotency-Key`. Unlike `crypto.randomUUID`, this works without https. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds by which the clock of the server is ahead of that of this device. */
let ahead = 0;

/** Returns the time of the server: that of the device may be wrong, and decides nothing. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** The header has whole seconds, so a small difference is none. */
function noteClock(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < 2_000 ? 0 : difference;
}

async function send(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ApiError(NO_CONNECTION, 0);
  }
}

/** Returns the text about a failure for the person at the screen. */
export function readError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  console.error(error);
  return 'Algo deu errado nesta página. Recarregue e tente de novo.';
}

/** Messages of the shop are for people, except those of its own failures and of the bank, which name causes inside. */
function explain(status: number, answer: unknown): string {
  if (status >= 500) return FAILURES[status] ?? SHOP_FAILURE;
  return readMessage(answer) ?? (status === 429 ? TOO_MANY : OTHER);
}

/** The texts about wrong fields, by their names; the same field is named once. */
export function readFields(error: unknown): Readonly<Record<string, string>> {
  const answer = error instanceof ApiError ? error.answer : undefined;
  if (typeof answer !== 'object' || answer === null || !('campos' in answer)) return {};
  const { campos } = answer as { readonly campos: readonly FieldError[] };
  return Object.fromEntries(campos.map(({ campo, mensagem }) => [campo, mensagem]));
}

/** Nest answers with one message, or with one for each wrong field. */
function readMessage(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  const { message } = answer;
  if (Array.isArray(message)) return message.join('. ');
  return typeof message === 'string' && message !== '' ? message : undefined;
}
