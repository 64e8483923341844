import type { ServerResponse } from 'node:http';
import type { SimulatorProblem } from '../problems/simulator-problem.js';

/** An answer on its way out. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent on an answer without a body. */
  readonly body?: string;
  /** Puts something else on the wire in the answer's place: a stream, or what a fault makes of it. */
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
    body: JSON.stringify(value),
  };
}

export function textReply(status: number, body: string, contentType: string): Reply {
  return { status, headers: { 'content-type': contentType }, body };
}

/** RFC 7807. */
export function problemReply(problem: SimulatorProblem): Reply {
  return jsonReply(problem.status, problem.body, problem.headers, 'application/problem+json');
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  const { status, headers, body, transmit } = reply;
  if (response.headersSent || response.destroyed) return;
  if (transmit !== undefined) {
    transmit(response);
    return;
  }
  const length = hasNoLength(reply) ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
  response.writeHead(status, { ...length, ...headers });
  response.end(body);
}

/** RFC 9110, section 8.6: neither an answer that has no body nor one in chunks carries a Content-Length. */
function hasNoLength({ status, headers }: Reply): boolean {
  return status === 204 || status === 304 || 'transfer-encoding' in headers;
}
