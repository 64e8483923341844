const UNKNOWN_AUTHORITY =
  'Its certificate is signed by an authority that is not trusted: set that authority in the option `ca`. If the address is right and the provider is a public one, something on the way may be reading the traffic.';
const WANTS_CERTIFICATE =
  'The provider requires a client certificate: set the option `certificate` (mutual TLS).';
const REFUSED_CERTIFICATE =
  'The provider refused the client certificate: check that it is registered for this environment and has not expired.';
const NO_ROUTE = 'Check the address, and that a firewall or VPN lets this machine reach it.';
const NOT_TLS = 'The server does not use TLS: check address and port.';
const OLD_TLS = 'The provider and this client share no TLS version of 1.2 or later, or no cipher.';

/** The solution for a failed connection, by the `code` of the error. */
const hints: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name does not exist: check the address, and the name servers of this machine.',
  EAI_AGAIN: 'The name could not be looked up: check the name servers of this machine.',
  ECONNREFUSED: 'No server listens at this address: check address and port.',
  ETIMEDOUT: NO_ROUTE,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "Its certificate has expired, or this machine's clock is wrong.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet, or this machine's clock is wrong.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another name: check the address, and that no proxy intercepts the connection.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: WANTS_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: `${WANTS_CERTIFICATE} If one is set, they may share no TLS version or cipher.`,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: OLD_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: OLD_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
};

/**
 * A server that requires a certificate and gets none, or refuses it, may close the connection
 * without an error.
 */
const HUNG_UP =
  'If it happens every time, the provider may require a client certificate (option `certificate`), refuse this one, or not accept the address of this machine.';

/**
 * Returns the code of a connection error. If a handshake fails while it is written, Node.js reports
 * only `EPROTO` and OpenSSL's text: `…:SSL routines:ssl3_read_bytes:tlsv1 alert protocol
 * version:…`.
 */
export function getConnectionErrorCode(
  error: NodeJS.ErrnoException | undefined,
): string | undefined {
  if (error?.code !== 'EPROTO') return error?.code;
  const [, reason] = /:SSL routines:[^:]*:([^:]+)/.exec(error.message) ?? [];
  return reason === undefined ? error.code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

/**
 * @param isFirst whether the connection was new, so that its end may be related to the handshake
 * @returns an empty text if there is no hint
 */
export function connectionHint(code: string | undefined, isFirst: boolean): string {
  if (code === undefined) return '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return isFirst ? HUNG_UP : '';
  if (code.startsWith('HPE_')) return 'The response is not HTTP: check address and port.';
  return hints[code] ?? '';
}

/**
 * Failures that a new connection may avoid; they do not concern names, certificates or protocols.
 */
const TRANSIENT_HINTS: ReadonlySet<string | undefined> = new Set([
  NO_ROUTE,
  hints.EAI_AGAIN,
  hints.ECONNREFUSED,
]);

/**
 * Whether a new connection would fail in the same way: the name does not exist, a certificate is
 * not trusted or not accepted, or the server does not use TLS.
 */
export function isPermanent(code: string | undefined): boolean {
  if (code === undefined) return false;
  const hint = hints[code];
  return hint !== undefined && !TRANSIENT_HINTS.has(hint);
}

/**
 * Whether the server refused the handshake. With TLS 1.3 the client has finished its part and sent
 * the request when the refusal arrives (RFC 8446, 4.4.2.4), but servers do not read requests from a
 * connection that they refuse.
 */
export function isHandshakeRefusal(code: string | undefined): boolean {
  const hint = code === undefined ? undefined : hints[code];
  return hint === REFUSED_CERTIFICATE || (hint?.startsWith(WANTS_CERTIFICATE) ?? false);
}
