import {
  isPixConexaoException,
  isPixErroTransporteException,
  isPixTimeoutException,
  type PixErroTransporteException,
} from 'nestjs-pix';
import { ProxyFailure } from 'nestjs-pix/internal';
import { readProxyFailure } from '../handshake.js';

/**
 * Returns the code of a failed connection. A refused client certificate is an alert after the handshake.
 *
 * @throws Error the error itself, if it is another one
 */
export function readFailure(error: unknown): string {
  if (isPixTimeoutException(error)) return 'timeout';
  if (!isPixConexaoException(error)) throw error;
  if (error.cause instanceof ProxyFailure) return readProxyFailure(error.cause);
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === undefined || code === 'EPROTO' ? 'closed' : code;
}

/** Whether the response arrived and is too large, or cannot be decoded. */
export function isUnreadable(error: unknown): error is PixErroTransporteException {
  const isConnection = isPixTimeoutException(error) || isPixConexaoException(error);
  return isPixErroTransporteException(error) && !isConnection;
}

/** The statuses of nginx for a missing or wrong client certificate, which it answers as 400 by default. */
const CERTIFICATE_STATUSES: readonly number[] = [400, 495, 496];

/** Whether the server answers that it requires a client certificate, or refuses this one, as nginx does. */
export function asksForCertificate(status: number, text: string): boolean {
  return CERTIFICATE_STATUSES.includes(status) && /\bSSL certificate\b/i.test(text);
}
