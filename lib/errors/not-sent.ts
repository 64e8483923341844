import { PixErroTransporteException } from './pix-api/pix-erro-transporte.exception.js';
import type { PixErrorContext } from './pix-api/pix-problem.js';
import { PixTimeoutException } from './pix-api/pix-timeout.exception.js';

/** A call that ended before anything was sent. */
export type UnsentCall = Pick<PixErrorContext, 'operation' | 'provider'>;

/** Builds the error of a call whose signal aborted while it waited. */
export function abortedBeforeSend(call: UnsentCall, reason: unknown): PixErroTransporteException {
  return new PixErroTransporteException(
    {
      title: 'Request aborted',
      detail: 'The caller aborted the request before it was sent.',
    },
    { ...call, resultUnknown: false, cause: reason },
  );
}

/** Builds the error of a call whose deadline passed while it waited for a token. */
export function noTokenInTime(call: UnsentCall): PixTimeoutException {
  return new PixTimeoutException(
    {
      title: 'No token in time',
      detail: 'No access token arrived before the time limit of the call. The call was not sent.',
    },
    { ...call, resultUnknown: false },
  );
}
