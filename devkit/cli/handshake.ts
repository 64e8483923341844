import { isIP, type Socket } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import {
  getConnectionErrorCode,
  isHandshakeRefusal,
  openTunnel,
  ProxyFailure,
  type PixTrust,
  type ProxySelector,
} from 'nestjs-pix/internal';

/** What a handshake shows. */
export interface Handshake {
  /** `TLSv1.3`; absent if there was no handshake. */
  readonly version?: string;
  /** Organization or name of the authority that signed the server's certificate. */
  readonly issuer?: string;
  /** Days until the server's certificate expires. */
  readonly daysLeft?: number;
  /** OpenSSL's or Node's code of a failure. */
  readonly failure?: string;
  /** Whether it failed because the server requires a client certificate, or refuses this one. */
  readonly refusesClient?: boolean;
}

/** The server, and what the connection presents and trusts. */
export interface HandshakeTarget extends PixTrust {
  readonly baseUrl: string;
  /** Absent for a direct connection. */
  readonly proxy?: ProxySelector | undefined;
  /**
   * Milliseconds to wait for the server to end the connection after the handshake: with TLS 1.3, it
   * refuses the client certificate only then. Default: 0.
   */
  readonly holdMs?: number | undefined;
}

const DAY = 24 * 3_600_000;
const HTTPS_PORT = 443;

/** Returns the host, without the brackets of IPv6, and the port of an https address. */
export function parseEndpoint(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(url);
  return {
    host: hostname.replace(/[[\]]/g, ''),
    port: port === '' ? HTTPS_PORT : Number(port),
  };
}

/**
 * Connects to the base address, verifies the server, and disconnects. Never rejects.
 *
 * @param timeout seconds, for the proxy and for the handshake
 * @param version the only version of TLS. Default: 1.2 or later
 */
export async function handshake(
  target: HandshakeTarget,
  timeout: number,
  version?: SecureVersion,
): Promise<Handshake> {
  const { host, port } = parseEndpoint(target.baseUrl);
  const proxy = target.proxy?.(host, port);
  if (proxy === undefined) return handshakeOver(undefined, target, timeout, version);
  try {
    const socket = await connectThrough(proxy, { host, port }, timeout);
    return await handshakeOver(socket, target, timeout, version);
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return { failure: readProxyFailure(error) };
  }
}

/**
 * Opens a connection through a proxy.
 *
 * @param timeout seconds
 * @throws ProxyFailure
 */
export async function connectThrough(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  timeout: number,
): Promise<Socket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout * 1000);
  try {
    return await openTunnel(proxy, target, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the code of a failed proxy: `proxy: 407`, `proxy: ECONNREFUSED`, `proxy: timeout`, `proxy: closed`. */
export function readProxyFailure({ status, code }: ProxyFailure): string {
  if (status !== undefined) return `proxy: ${status}`;
  return `proxy: ${code === 'ABORT_ERR' ? 'timeout' : (code ?? 'closed')}`;
}

function handshakeOver(
  tunnel: Socket | undefined,
  { baseUrl, ca, certificate, holdMs }: HandshakeTarget,
  timeout: number,
  version?: SecureVersion,
): Promise<Handshake> {
  const { host, port } = parseEndpoint(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({
      ...(tunnel ? { socket: tunnel } : { host, port }),
      // Also with NODE_TLS_REJECT_UNAUTHORIZED=0.
      rejectUnauthorized: true,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: version ?? 'TLSv1.2',
      ...(version && { maxVersion: version }),
      ...(ca && { ca: [...ca] }),
      ...(certificate && { cert: certificate.cert, key: certificate.key }),
    });
    let hold: NodeJS.Timeout | undefined;
    const end = (result: Handshake): void => {
      clearTimeout(hold);
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeout * 1000, () => end({ failure: 'timeout' }));
    socket.once('secureConnect', () => {
      const result = describe(socket);
      if (holdMs === undefined) end(result);
      else hold = setTimeout(() => end(result), holdMs);
    });
    socket.once('error', (error: Error) => end(describeError(error, socket)));
    socket.once('close', () => end({ failure: 'closed' }));
  });
}

function describe(socket: TLSSocket): Handshake {
  const { issuer, valid_to: end } = socket.getPeerCertificate();
  const { O: organization, CN: name } = issuer as { O?: unknown; CN?: unknown };
  const authority = [organization, name].find((text) => typeof text === 'string');
  return {
    version: socket.getProtocol() ?? 'TLS',
    ...(authority !== undefined && { issuer: authority.replace(/[^\p{L}\d .,'&()-]/gu, ' ') }),
    daysLeft: Math.floor((Date.parse(end) - Date.now()) / DAY),
  };
}

const HANDSHAKE_FAILURE = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';

function describeError(error: Error, socket: TLSSocket): Handshake {
  const code = getConnectionErrorCode(error);
  // Until TLS 1.2, this alert means a missing client certificate or no common cipher. Without one,
  // the server sends no certificate.
  const isSure = code !== HANDSHAKE_FAILURE || Object.keys(socket.getPeerCertificate()).length > 0;
  return { failure: toCode(code), refusesClient: isSure && isHandshakeRefusal(code) };
}

function toCode(code: string | undefined): string {
  return code !== undefined && /^[A-Z\d_]{3,60}$/.test(code) ? code : 'connection';
}
