import { isObject, parseObject } from './json-object.js';
import { defaultTitle } from './pix-api/describe-problem.js';
import type { PixViolacao } from './pix-api/pix-problem.js';
import { redact } from './redact.js';

/** A response that is not a success. */
export interface ErrorResponse {
  /** HTTP status. */
  status: number;
  /** The body as text; empty when there is none. */
  body: string;
  /** The `Retry-After` header as received. */
  retryAfterHeader?: string | undefined;
  /** The `Content-Type` header as received; the body is read as JSON whatever it says. */
  contentType?: string | undefined;
}

/** @internal */
export interface ParsedProblem {
  type: string;
  title: string;
  status: number;
  detail: string;
  violacoes: readonly PixViolacao[] | undefined;
}

/** Characters of the raw body that `detail` keeps (docs/decisions.md D47). */
const MAX_RAW_TEXT = 500;

/** The fields of a problem, from a body of any shape (docs/interface.md#errors-of-the-provider). @internal */
export function parseProblem({ status: httpStatus, body }: ErrorResponse): ParsedProblem {
  const fields = parseObject(body) ?? {};
  const status = parseStatus(fields.status) ?? httpStatus;
  return {
    type: textOf(fields.type) ?? '',
    title: textOf(fields.title) ?? defaultTitle(status),
    status,
    detail: textOf(fields.detail) ?? rawText(body),
    violacoes: parseViolacoes(fields.violacoes),
  };
}

/** As {@link parseProblem}, with `error` and `error_description` of RFC 6749, 5.2, ahead. @internal */
export function parseTokenProblem(response: ErrorResponse): ParsedProblem {
  const fields = parseObject(response.body) ?? {};
  const problem = parseProblem(response);
  const error = textOf(fields.error);
  if (error === undefined) return problem;
  const description = textOf(fields.error_description);
  const detail = description === undefined ? error : `${error}: ${description}`;
  return { ...problem, type: error, detail };
}

/** Text that says something: a blank one counts as absent. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function parseStatus(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

function parseViolacoes(value: unknown): readonly PixViolacao[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

function rawText(body: string): string {
  // Redacted before it is cut: half a secret would look like something else.
  const text = redact(body).slice(0, MAX_RAW_TEXT);
  // The cut may halve a surrogate pair.
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
