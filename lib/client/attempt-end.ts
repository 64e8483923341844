import { isPixAPIException, isPixErrorOfClass, type PixAPIException } from '../errors/index.js';
import { failureKind, type FailureKind } from '../transport/index.js';
import { endOfRefusal, endOfStatus, outcomeTable, type AttemptEnd } from './outcome.js';

/** The progress of an attempt. */
export interface AttemptProgress {
  /** Whether the request was passed to the transport. */
  requested: boolean;
  /** Instant of `runtime.elapsed()` at which the first request was sent; undefined before. */
  sentAt?: number;
  /** HTTP status of the response; undefined before the response. */
  status: number | undefined;
}

const stopped = { known: 'stopped-before', unknown: 'stopped-after' } as const;

/** How an attempt ended that failed in one of these ways, by whether its result is known. */
const endsByKind: Readonly<
  Partial<Record<FailureKind, Readonly<Record<'known' | 'unknown', AttemptEnd>>>>
> = {
  aborted: stopped,
  closed: stopped,
  permanent: { known: 'unreachable', unknown: 'broken' },
  interceptor: { known: 'stopped-before', unknown: 'broken' },
};

/** Classifies how an attempt with this error ended. */
export function endOfAttempt(error: unknown, progress: AttemptProgress): AttemptEnd {
  if (!isPixAPIException(error)) return progress.requested ? 'stopped-before' : 'no-token';
  const kind = failureKind(error);
  const ends = kind && endsByKind[kind];
  if (ends) return error.resultUnknown ? ends.unknown : ends.known;
  if (!progress.requested) return isTransientTokenFailure(error) ? 'not-connected' : 'no-token';
  const { status } = progress;
  if (status !== undefined) {
    return isSuccess(status) ? 'unreadable' : endOfRefusal(status, error.status);
  }
  if (kind === 'too-large') return 'too-large';
  return error.resultUnknown ? 'broken' : 'not-connected';
}

/** Whether another token request may succeed: the endpoint was busy, failing or unreachable. */
function isTransientTokenFailure(error: PixAPIException): boolean {
  if (error.status === undefined) {
    return (
      isPixErrorOfClass(error, 'PixConexaoException') ||
      isPixErrorOfClass(error, 'PixTimeoutException')
    );
  }
  if (isPixErrorOfClass(error, 'PixRespostaInvalidaError')) return false;
  return outcomeTable[endOfStatus(error.status)].repeatRead;
}

/** Whether a status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
