import { toCorrelationId } from './correlation-id.js';
import { isObject, parseObject } from './json-object.js';
import { parseBankError, readSoapFault, toText } from './parse-bank-error.js';
import { defaultTitle } from './pix-api/describe-problem.js';
import type { PixViolacao } from './pix-api/pix-problem.js';
import { redact } from './redact.js';

/** An unsuccessful response. */
export interface ErrorResponse {
  /** HTTP status. */
  status: number;
  /** The body as text; empty if there is none. */
  body: string;
  /** The `Retry-After` header as received. */
  retryAfterHeader?: string | undefined;
  /** The `Content-Type` header as received. The body is parsed as JSON regardless of it. */
  contentType?: string | undefined;
  /** The bank's identifier of the call, from a header. Default: the one in the body. */
  correlationId?: string | undefined;
  /** The headers that are safe to show (`copySafeHeaders`). */
  safeHeaders?: Readonly<Record<string, string>> | undefined;
}

/** @internal */
export interface ParsedProblem {
  type: string;
  title: string;
  status: number;
  detail: string;
  violacoes: readonly PixViolacao[] | undefined;
  correlationId: string | undefined;
}

/** Maximum length of the raw body in `detail` (docs/decisions.md D47). */
const MAX_RAW_TEXT = 500;

/**
 * Parses the fields of a problem from a body of any shape
 * (docs/interface.md#errors-of-the-provider).
 * @internal
 */
export function parseProblem({ status: httpStatus, body }: ErrorResponse): ParsedProblem {
  const parsed = parseObject(body);
  const fields = parsed ?? {};
  const bank = parsed ? parseBankError(parsed) : { detail: readSoapFault(body) };
  const status = parseStatus(fields.status) ?? httpStatus;
  return {
    type: toText(fields.type) ?? '',
    title: toText(fields.title) ?? bank.title ?? defaultTitle(status),
    status,
    detail: toText(fields.detail) ?? bank.detail ?? rawText(body),
    violacoes: parseViolacoes(fields.violacoes) ?? bank.violacoes,
    correlationId: toCorrelationId(fields.correlationId ?? bank.correlationId),
  };
}

/**
 * Like {@link parseProblem}, but prefers `error` and `error_description` of RFC 6749, 5.2.
 * @internal
 */
export function parseTokenProblem(response: ErrorResponse): ParsedProblem {
  const fields = parseObject(response.body) ?? {};
  const problem = parseProblem(response);
  const error = toText(fields.error);
  if (error === undefined) return problem;
  const description = toText(fields.error_description);
  const detail = description === undefined ? error : `${error}: ${description}`;
  return { ...problem, type: error, detail };
}

function parseStatus(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

function parseViolacoes(value: unknown): readonly PixViolacao[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

function rawText(body: string): string {
  // Redacted before it is cut: the rest of a secret would not be recognized.
  const text = redact(body).slice(0, MAX_RAW_TEXT);
  // The cut may split a surrogate pair.
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
