import { both, type Text } from '../language.js';
import type { ConnectionAdvice, Endpoint } from './endpoint.js';

const PREFIX = 'proxy: ';

const showProxy = ({ proxy }: Endpoint): string => proxy?.host ?? 'PIX_PROXY';

/** Shows what the proxy answers, without user and password. */
const tryProxy = ({ host, port, proxy }: Endpoint): string =>
  `curl -v --proxy ${proxy?.origin ?? '…'} https://${host}:${port}/`;

const NAME: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    both(
      `o nome do proxy ${showProxy(endpoint)} não existe`,
      `the name of the proxy ${showProxy(endpoint)} does not exist`,
    ),
  fix: ({ proxy }) =>
    both(
      `Corrija PIX_PROXY ou os servidores de nomes desta máquina:\nnslookup ${proxy?.hostname ?? ''}`,
      `Correct PIX_PROXY or the name servers of this machine:\nnslookup ${proxy?.hostname ?? ''}`,
    ),
};

const SILENT: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    both(
      `o proxy ${showProxy(endpoint)} não responde`,
      `the proxy ${showProxy(endpoint)} does not answer`,
    ),
  fix: (endpoint) => checkAddress(endpoint),
};

const BROKEN: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    both(
      `a conexão com o proxy ${showProxy(endpoint)} falha`,
      `the connection to the proxy ${showProxy(endpoint)} fails`,
    ),
  fix: (endpoint) => {
    const { pt, en } = checkAddress(endpoint);
    return both(
      `Um proxy com https:// precisa de um certificado em que o Node.js confia (NODE_EXTRA_CA_CERTS). ${pt}`,
      `A proxy with https:// needs a certificate that Node.js trusts (NODE_EXTRA_CA_CERTS). ${en}`,
    );
  },
};

const CREDENTIALS: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    (endpoint.proxy?.username ?? '') === ''
      ? both(
          `o proxy ${showProxy(endpoint)} exige usuário e senha`,
          `the proxy ${showProxy(endpoint)} requires a user and a password`,
        )
      : both(
          `o proxy ${showProxy(endpoint)} recusa o usuário ou a senha`,
          `the proxy ${showProxy(endpoint)} refuses the user or the password`,
        ),
  fix: ({ proxy }) => {
    const address = `${proxy?.protocol ?? 'http:'}//user:password@${proxy?.host ?? 'proxy:3128'}`;
    return both(
      `Ponha os dois em PIX_PROXY, com caracteres especiais codificados (@ é %40):\nPIX_PROXY=${address}`,
      `Set both in PIX_PROXY, with special characters encoded (@ is %40):\nPIX_PROXY=${address}`,
    );
  },
};

const REFUSED: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    both(
      `o proxy ${showProxy(endpoint)} recusa a conexão com ${endpoint.host}:${endpoint.port}`,
      `the proxy ${showProxy(endpoint)} refuses the connection to ${endpoint.host}:${endpoint.port}`,
    ),
  fix: (endpoint) =>
    both(
      `Peça a quem opera o proxy que permita CONNECT para ${endpoint.host}:${endpoint.port}:\n${tryProxy(endpoint)}`,
      `Ask the operator of the proxy to allow CONNECT to ${endpoint.host}:${endpoint.port}:\n${tryProxy(endpoint)}`,
    ),
};

const UNREACHABLE: ConnectionAdvice = {
  check: 'proxy',
  text: (endpoint) =>
    both(
      `o proxy ${showProxy(endpoint)} não alcança ${endpoint.host}:${endpoint.port}`,
      `the proxy ${showProxy(endpoint)} cannot reach ${endpoint.host}:${endpoint.port}`,
    ),
  fix: (endpoint) =>
    both(
      `Confira o endereço (PIX_BASE_URL, PIX_TOKEN_URL), e pergunte a quem opera o proxy:\n${tryProxy(endpoint)}`,
      `Check the address (PIX_BASE_URL, PIX_TOKEN_URL), and ask the operator of the proxy:\n${tryProxy(endpoint)}`,
    ),
};

function checkAddress(endpoint: Endpoint): Text {
  return both(
    `Confira o endereço em PIX_PROXY:\n${tryProxy(endpoint)}`,
    `Check the address in PIX_PROXY:\n${tryProxy(endpoint)}`,
  );
}

const BY_CODE: Readonly<Record<string, ConnectionAdvice>> = {
  ENOTFOUND: NAME,
  EAI_AGAIN: NAME,
  ENODATA: NAME,
  ECONNREFUSED: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  timeout: SILENT,
  '407': CREDENTIALS,
  '500': UNREACHABLE,
  '502': UNREACHABLE,
  '503': UNREACHABLE,
  '504': UNREACHABLE,
};

/** Returns the explanation of a connection that the proxy did not open; `undefined` for other codes. */
export function explainProxy(code: string): ConnectionAdvice | undefined {
  if (!code.startsWith(PREFIX)) return undefined;
  const reason = code.slice(PREFIX.length);
  return BY_CODE[reason] ?? (/^\d+$/.test(reason) ? REFUSED : BROKEN);
}
