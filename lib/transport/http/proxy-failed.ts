import { PixConexaoException } from '../../errors/index.js';
import type { ProxyFailure } from '../proxy/proxy-failure.js';
import { isPermanent } from './connection-hints.js';
import { markFailure } from './failure-kind.js';
import { buildContext, type RequestFacts } from './failure.js';

/** Builds the error of a connection that the proxy did not open: the provider received nothing. */
export function proxyFailed(facts: RequestFacts, cause: ProxyFailure): PixConexaoException {
  const { proxy, status, code } = cause;
  const reason = status === undefined ? `(${code ?? 'closed'})` : `(status ${status})`;
  const problem =
    status === undefined
      ? `No connection through the proxy ${proxy} ${reason}.`
      : `The proxy ${proxy} refused the connection ${reason}.`;
  const error = new PixConexaoException(
    {
      title: 'Proxy failed',
      detail: `${problem} Nothing was sent to ${facts.host}. ${proxyHint(status)}`,
    },
    buildContext(facts, false, cause),
  );
  const lasts = status === undefined ? isPermanent(code) : status < 500;
  return lasts ? markFailure(error, 'permanent') : error;
}

function proxyHint(status: number | undefined): string {
  if (status === undefined) return 'Check the address in the option `proxy`.';
  if (status === 407) return 'Check the user and the password in the option `proxy`.';
  return 'Check that the proxy allows CONNECT to this host and port.';
}
