const UNKNOWN_AUTHORITY =
  'Its certificate is signed by an authority that is not trusted here: give that authority in the option `ca`. If the address is right and the provider is a public one, something on the way may be reading the traffic.';
const WANTS_CERTIFICATE =
  'The provider wants a client certificate: set the option `certificate` (mutual TLS).';
const REFUSED_CERTIFICATE =
  'The provider refused the client certificate: is it the one registered there for this environment, and still valid?';
const NO_ROUTE = 'Check the address, and that a firewall or VPN lets this machine reach it.';
const NOT_TLS = 'What answers there does not speak TLS: check address and port.';
const OLD_TLS = 'The provider and this client share no TLS version of 1.2 or later, or no cipher.';

/** What to do about a failed connection, by the `code` of Node's error. */
const hints: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name does not exist: check the address, and the name servers of this machine.',
  EAI_AGAIN: 'The name could not be looked up: check the name servers of this machine.',
  ECONNREFUSED: 'Nothing listens there: check address and port.',
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
    'Its certificate is for another name: check the address, and that nothing on the way answers in its place.',
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

/** A server that wants a certificate and gets none, or dislikes it, may just hang up. */
const HUNG_UP =
  'If it happens every time, the provider may want a client certificate (option `certificate`), refuse this one, or not know the address of this machine.';

/**
 * The code of a connection error. For a handshake that fails as it is written, Node has only
 * `EPROTO` and OpenSSL's own text: `…:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:…`.
 */
export function codeOf(error: NodeJS.ErrnoException | undefined): string | undefined {
  if (error?.code !== 'EPROTO') return error?.code;
  const [, reason] = /:SSL routines:[^:]*:([^:]+)/.exec(error.message) ?? [];
  return reason === undefined ? error.code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

/**
 * @param isFirst whether the connection was new, so that its end may be about the handshake
 * @returns an empty text when there is nothing to say
 */
export function connectionHint(code: string | undefined, isFirst: boolean): string {
  if (code === undefined) return '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return isFirst ? HUNG_UP : '';
  if (code.startsWith('HPE_')) return 'What came back is not HTTP: check address and port.';
  return hints[code] ?? '';
}

/** Failures that a new connection may overcome: nothing about names, certificates or protocols. */
const TRANSIENT_HINTS: ReadonlySet<string | undefined> = new Set([
  NO_ROUTE,
  hints.EAI_AGAIN,
  hints.ECONNREFUSED,
]);

/**
 * Whether a new connection would fail the same way: the name does not exist, a certificate is not trusted or not
 * accepted, or what listens there does not speak TLS.
 */
export function isPermanent(code: string | undefined): boolean {
  if (code === undefined) return false;
  const hint = hints[code];
  return hint !== undefined && !TRANSIENT_HINTS.has(hint);
}

/**
 * Whether the server refused the handshake. With TLS 1.3 the client has finished its part and sent
 * the request by the time the refusal arrives (RFC 8446, 4.4.2.4), yet no server reads a request
 * from a connection that it refuses.
 */
export function isHandshakeRefusal(code: string | undefined): boolean {
  const hint = code === undefined ? undefined : hints[code];
  return hint === REFUSED_CERTIFICATE || (hint?.startsWith(WANTS_CERTIFICATE) ?? false);
}
