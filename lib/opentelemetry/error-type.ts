import type { PixActivity } from '../telemetry/index.js';

const CLASS_NAME = /^[A-Za-z_$][\w$]{0,63}$/;

/**
 * Returns the attribute `error.type` of an activity: the HTTP status of an error response, otherwise
 * the class of the error. Its values are few: texts of errors are never used.
 */
export function findErrorType(activity: PixActivity, error: unknown): string | undefined {
  if (isExchange(activity) && activity.status !== undefined && activity.status >= 400) {
    return String(activity.status);
  }
  if (error === undefined) return findReportedFailure(activity);
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && CLASS_NAME.test(name) ? name : '_OTHER';
}

/** Failures that an activity reports without throwing. */
function findReportedFailure(activity: PixActivity): string | undefined {
  switch (activity.kind) {
    case 'delivery':
      // As for every HTTP server, a refused request is not an error of the server.
      return (activity.status ?? 0) >= 500 ? String(activity.status) : undefined;
    case 'enqueue':
      return activity.outcome === 'unavailable' ? 'unavailable' : undefined;
    case 'process':
      return activity.outcome === 'failed' ? 'failed' : undefined;
    default:
      return undefined;
  }
}

function isExchange(
  activity: PixActivity,
): activity is Extract<PixActivity, { kind: 'attempt' | 'token' }> {
  return activity.kind === 'attempt' || activity.kind === 'token';
}
