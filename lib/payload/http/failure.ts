import {
  PixConexaoException,
  PixErroTransporteException,
  PixTimeoutException,
} from '../../errors/index.js';

/**
 * The facts that errors contain of a request: only its host, because a location's path gives access
 * to the payload.
 */
export interface RequestFacts {
  readonly host: string;
  readonly operation: string;
}

export function connectTimeout({ host, operation }: RequestFacts, ms: number): PixTimeoutException {
  return new PixTimeoutException(
    {
      title: 'Connect time limit exceeded',
      detail: `No TLS connection to ${host} within ${ms / 1000} s.`,
    },
    { operation },
  );
}

export function readTimeout({ host, operation }: RequestFacts, ms: number): PixTimeoutException {
  return new PixTimeoutException(
    {
      title: 'Read time limit exceeded',
      detail: `No complete response of ${host} within ${ms / 1000} s of the request being sent.`,
    },
    { operation },
  );
}

export function aborted(
  { host, operation }: RequestFacts,
  cause: unknown,
): PixErroTransporteException {
  return new PixErroTransporteException(
    { title: 'Request aborted', detail: `The caller aborted the request to ${host}.` },
    { operation, cause },
  );
}

export function responseTooLarge(
  { host, operation }: RequestFacts,
  limit: number,
): PixErroTransporteException {
  return new PixErroTransporteException(
    { title: 'Response too large', detail: `The response of ${host} exceeds ${limit} bytes.` },
    { operation },
  );
}

export function connectionFailure(
  { host, operation }: RequestFacts,
  cause: unknown,
): PixConexaoException {
  const { code = 'closed' } = cause as NodeJS.ErrnoException;
  return new PixConexaoException(
    {
      title: 'Connection failed',
      detail: `The connection to ${host} could not be made, or broke (${code}).`,
    },
    { operation, cause },
  );
}
