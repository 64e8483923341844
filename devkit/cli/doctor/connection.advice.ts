import { isIP, isIPv6 } from 'node:net';
import { both, type Text } from '../language.js';
import { toShellWord } from '../shell-word.js';
import type { ConnectionAdvice, Endpoint } from './endpoint.js';
import { explainProxy } from './proxy.advice.js';

/** Addresses are no server names (RFC 6066), and those of IPv6 need brackets. */
const showChain = ({ host, port }: Endpoint): string => {
  const server = toShellWord(isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`);
  const name = isIP(host) === 0 ? `-servername ${host} ` : '';
  return `openssl s_client -connect ${server} ${name}-showcerts </dev/null`;
};

const NAME: ConnectionAdvice = {
  check: 'dns',
  text: ({ host }) => both(`o nome ${host} não existe`, `the name ${host} does not exist`),
  fix: ({ host }) =>
    both(
      `Corrija o endereço (PIX_BASE_URL, PIX_TOKEN_URL) ou os servidores de nomes desta máquina:\nnslookup ${host}`,
      `Correct the address (PIX_BASE_URL, PIX_TOKEN_URL) or the name servers of this machine:\nnslookup ${host}`,
    ),
};

const PORT: ConnectionAdvice = {
  check: 'port',
  text: ({ host, port }) =>
    both(`nada responde na porta ${port} de ${host}`, `nothing answers at port ${port} of ${host}`),
  fix: ({ host, port }) =>
    both(
      `Confira o endereço, e se um firewall ou VPN permite a conexão:\nnc -vz ${host} ${port}`,
      `Check the address, and that a firewall or VPN allows the connection:\nnc -vz ${host} ${port}`,
    ),
};

const AUTHORITY: ConnectionAdvice = {
  check: 'tls',
  text: ({ host }) =>
    both(
      `o certificado de ${host} é de uma autoridade desconhecida`,
      `the certificate of ${host} is from an unknown authority`,
    ),
  fix: (endpoint) =>
    both(
      `Ponha em PIX_CA o certificado da autoridade, que o banco publica. A cadeia que o servidor envia:\n${showChain(endpoint)}`,
      `Set PIX_CA to the certificate of the authority, which the bank publishes. The chain that the server sends:\n${showChain(endpoint)}`,
    ),
};

const INTERMEDIATE: ConnectionAdvice = {
  check: 'tls',
  text: ({ host }) =>
    both(
      `a cadeia de ${host} está incompleta: falta o certificado intermediário`,
      `the chain of ${host} is incomplete: the intermediate certificate is missing`,
    ),
  fix: (endpoint) =>
    both(
      `Acrescente a PIX_CA o certificado intermediário, que o banco publica. A cadeia que o servidor envia:\n${showChain(endpoint)}`,
      `Add the intermediate certificate, which the bank publishes, to PIX_CA. The chain that the server sends:\n${showChain(endpoint)}`,
    ),
};

const DATES: ConnectionAdvice = {
  check: 'tls',
  text: ({ host }) =>
    both(
      `o certificado de ${host} não é válido nesta data`,
      `the certificate of ${host} is not valid on this date`,
    ),
  fix: () =>
    both(
      'Confira o relógio desta máquina; se está certo, avise o banco:\ndate -u',
      "Check this machine's clock; if it is right, contact the bank:\ndate -u",
    ),
};

const OTHER_NAME: ConnectionAdvice = {
  check: 'tls',
  text: ({ host }) =>
    both(`o certificado não é de ${host}`, `the certificate does not belong to ${host}`),
  fix: (endpoint) =>
    both(
      `Confira o endereço, e se um proxy intercepta a conexão:\n${showChain(endpoint)}`,
      `Check the address, and whether a proxy intercepts the connection:\n${showChain(endpoint)}`,
    ),
};

/** How to find out why a bank refuses the client certificate. */
export const CLIENT_FIX: Text = both(
  'Confira no portal do banco se este certificado está registrado neste ambiente (PIX_ENVIRONMENT); a impressão digital (SHA-256) está acima. Se está, pergunte ao banco se o endereço IP desta máquina está liberado.',
  "Check in the bank's portal that this certificate is registered in this environment (PIX_ENVIRONMENT); its fingerprint (SHA-256) is above. If it is, ask the bank whether this machine's IP address is allowed.",
);

/** Of a server that requires a client certificate, or refuses this one. */
export const CLIENT: ConnectionAdvice = {
  check: 'tls',
  text: ({ host }) =>
    both(
      `${host} recusa o certificado de cliente, ou exige um`,
      `${host} refuses the client certificate, or requires one`,
    ),
  fix: () => CLIENT_FIX,
};

const ADVICE: Readonly<Record<string, ConnectionAdvice>> = {
  ENOTFOUND: NAME,
  EAI_AGAIN: NAME,
  ENODATA: NAME,
  ECONNREFUSED: PORT,
  ETIMEDOUT: PORT,
  EHOSTUNREACH: PORT,
  ENETUNREACH: PORT,
  timeout: PORT,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INTERMEDIATE,
  UNABLE_TO_GET_ISSUER_CERT: AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITY,
  CERT_SIGNATURE_FAILURE: AUTHORITY,
  CERT_HAS_EXPIRED: DATES,
  CERT_NOT_YET_VALID: DATES,
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME,
  ECONNRESET: CLIENT,
  EPIPE: CLIENT,
  closed: CLIENT,
};

const PROTOCOL: ConnectionAdvice = {
  check: 'tls',
  text: ({ host, port }) =>
    both(
      `${host}:${port} não aceita TLS 1.2 ou 1.3`,
      `${host}:${port} does not accept TLS 1.2 or 1.3`,
    ),
  fix: (endpoint) =>
    both(
      `Confira endereço e porta:\n${showChain(endpoint)}`,
      `Check address and port:\n${showChain(endpoint)}`,
    ),
};

/** Returns the explanation of a failed connection by the code of its error. */
export function explainConnection(code: string): ConnectionAdvice {
  const known = ADVICE[code] ?? explainProxy(code);
  if (known) return known;
  return /ALERT_(?!PROTOCOL|HANDSHAKE)/.test(code) ? CLIENT : PROTOCOL;
}
