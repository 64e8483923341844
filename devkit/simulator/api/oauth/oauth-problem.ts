import type { Reply } from '../../http/reply.js';
import type { ProblemBody } from '../../problems/simulator-problem.js';
import { oauthErrorReply } from './oauth-error.js';

/**
 * Converts a problem to an error of the token endpoint. A 429 is not converted: a gateway in front
 * of both endpoints sends it.
 */
export function toOAuthProblem(problem: Reply): Reply {
  const { status, value } = problem;
  if (status === 429) return problem;
  const { detail } = value as ProblemBody;
  return oauthErrorReply(status, toCode(status), detail);
}

/**
 * Returns the error code of a status. The codes for server errors are those of RFC 6749, sections
 * 4.1.2.1 and 4.2.2.1.
 */
function toCode(status: number): string {
  if (status === 401) return 'invalid_client';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
