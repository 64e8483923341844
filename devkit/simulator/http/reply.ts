import type { ServerResponse } from 'node:http';
import type { SimulatorProblem } from '../problems/simulator-problem.js';

/**
 * A response that is not sent yet. Its body is {@link value} or {@link text}, or empty without
 * either.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body that is serialized as JSON when the response is sent. */
  readonly value?: unknown;
  /** Body that is sent as it is. */
  readonly text?: string;
  /** Sends the response instead of {@link sendReply}: for streams and injected faults. */
  readonly transmit?: (response: ServerResponse) => void;
}

export function emptyReply(status: number): Reply {
  return { status, headers: {} };
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  contentType = 'application/json',
): Reply {
  return {
    status,
    headers: { 'content-type': contentType, ...headers },
    value,
  };
}

export function textReply(status: number, text: string, contentType: string): Reply {
  return { status, headers: { 'content-type': contentType }, text };
}

/** Builds the error response of a problem (RFC 7807). */
export function problemReply(problem: SimulatorProblem): Reply {
  return jsonReply(problem.status, problem.body, problem.headers, 'application/problem+json');
}

/** Serializes the body of a reply. Returns `undefined` if it is empty. */
export function serializeBody({ value, text }: Pick<Reply, 'value' | 'text'>): string | undefined {
  return value === undefined ? text : JSON.stringify(value);
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  const { status, headers, transmit } = reply;
  if (response.headersSent || response.destroyed) return;
  if (transmit !== undefined) {
    transmit(response);
    return;
  }
  const body = serializeBody(reply);
  const length = hasNoLength(reply) ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
  response.writeHead(status, { ...length, ...headers });
  response.end(body);
}

/**
 * Whether a response must not have a Content-Length: without a body, or in chunks (RFC 9110,
 * section 8.6).
 */
function hasNoLength({ status, headers }: Reply): boolean {
  return status === 204 || status === 304 || 'transfer-encoding' in headers;
}
