import { isIP } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import type { ProbeTarget } from '../model/target.js';

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
}

const DAY = 24 * 3_600_000;

/** Connects to the base address with one version of TLS, verifies the server, and disconnects. Never rejects. */
export function handshake(
  { baseUrl, ca, certificate }: ProbeTarget,
  version: SecureVersion,
  timeout: number,
): Promise<Handshake> {
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/[[\]]/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: version,
      maxVersion: version,
      ...(ca && { ca: [...ca] }),
      ...(certificate && { cert: certificate.cert, key: certificate.key }),
    });
    const end = (result: Handshake): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeout * 1000, () => end({ failure: 'timeout' }));
    socket.once('secureConnect', () => end(describe(socket)));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end({ failure: toCode(code) }));
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

function toCode(code: string | undefined): string {
  return code !== undefined && /^[A-Z\d_]{3,60}$/.test(code) ? code : 'connection';
}
