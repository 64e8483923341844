import type { Reply } from '../http/reply.js';
import type { ProblemBody } from '../problems/simulator-problem.js';
import { oauthErrorReply } from './oauth-error.js';

/** A problem of the API as the token endpoint tells it; what stands before both answers a 429. */
export function oauthProblem(problem: Reply): Reply {
  const { status, body = '{}' } = problem;
  if (status === 429) return problem;
  const { detail } = JSON.parse(body) as ProblemBody;
  return oauthErrorReply(status, codeOf(status), detail);
}

/** RFC 6749 has codes for what the client did; its sections 4.1.2.1 and 4.2.2.1 have one for what the server did. */
function codeOf(status: number): string {
  if (status === 401) return 'invalid_client';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
