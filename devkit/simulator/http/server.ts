import { createCipheriv, createHmac, type CipherGCMTypes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket, type Server as TlsServer } from 'node:tls';
import type { PemCertificate } from '../kernel/certificates.js';
import { zeroStats, type SimulatorStats } from '../kernel/stats.js';

interface SimulatorServerOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: PemCertificate;
  /**
   * Certificate of the authority that signs accepted client certificates. Default: no client certificate is requested.
   */
  readonly ca?: string;
  /** Paths that need no client certificate. Default: none. */
  readonly openPaths?: readonly string[];
  /** Counts of handshakes. Default: they are not counted. */
  readonly stats?: SimulatorStats;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * An HTTPS listener. If it has an authority, clients without a certificate of that authority are refused with a TLS
 * alert.
 */
export class SimulatorServer {
  private constructor(private readonly server: Server) {}

  /** Starts to listen. Rejects with Node's error (`EADDRINUSE`, `EACCES`, …) if it cannot. */
  static listen(options: SimulatorServerOptions): Promise<SimulatorServer> {
    const { stats = zeroStats(), openPaths = [] } = options;
    const server = createServer(
      {
        ...options.certificate,
        ...(options.ca !== undefined && {
          ca: options.ca,
          requestCert: true,
          rejectUnauthorized: openPaths.length === 0,
        }),
        minVersion: 'TLSv1.2',
        keepAliveTimeout: 60_000,
      },
      (request, response) => {
        const { socket } = request;
        if (!(socket instanceof TLSSocket)) return;
        if (isWithoutCertificate(socket)) {
          if (!openPaths.includes(request.url?.split('?')[0] ?? '')) {
            sendCertificateAlert(socket, CERTIFICATE_REQUIRED);
            return;
          }
          // The alert of a later call must be the first record of its connection.
          response.setHeader('connection', 'close');
        } else if (isRefused(socket)) {
          // The alert is the response to a client without a valid certificate.
          return;
        }
        options.handle(request, response);
      },
    );
    const isRefused = (socket: TLSSocket) => options.ca !== undefined && !socket.authorized;
    // Node.js also authorizes a resumed session without a certificate.
    const isWithoutCertificate = (socket: TLSSocket) =>
      openPaths.length > 0 && Object.keys(socket.getPeerCertificate()).length === 0;
    trackRawSockets(server);
    if (options.ca !== undefined) keepRefusedClients(server);
    server.on('secureConnection', (socket) => {
      if (isRefused(socket) && !isWithoutCertificate(socket)) {
        stats.refusedHandshakes++;
        sendCertificateAlert(socket);
      } else stats.tlsHandshakes++;
    });
    server.on('tlsClientError', () => {
      stats.refusedHandshakes++;
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, () => {
        server.off('error', reject);
        resolve(new SimulatorServer(server));
      });
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Stops listening and closes every connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
      this.server.closeAllConnections();
    });
  }
}

/**
 * Sends TLS alerts to clients whose certificate is refused. OpenSSL sends them itself when its verification fails, but
 * in Node.js the verification never fails: Node.js closes the connection afterwards, and the client sees an empty
 * reply. Here the alert is encrypted with the key of the connection (RFC 8446, sections 5.2 and 7.3), which the event
 * `keylog` contains. Connections of TLS 1.2 are closed without an alert.
 */

/** Descriptions of alerts (RFC 8446, section 6) by the error codes of Node.js. */
const ALERTS: Readonly<Record<string, number>> = {
  CERT_NOT_YET_VALID: 42, // bad_certificate
  INVALID_PURPOSE: 43, // unsupported_certificate
  CERT_HAS_EXPIRED: 45, // certificate_expired
};
const UNKNOWN_CA = 48;
const CERTIFICATE_REQUIRED = 116;

interface Suite {
  readonly cipher: string;
  readonly hash: string;
  /** Bytes of the key. */
  readonly size: number;
}

/** The cipher suites of TLS 1.3 that OpenSSL enables. */
const SUITES: Readonly<Record<string, Suite>> = {
  TLS_AES_128_GCM_SHA256: { cipher: 'aes-128-gcm', hash: 'sha256', size: 16 },
  TLS_AES_256_GCM_SHA384: { cipher: 'aes-256-gcm', hash: 'sha384', size: 32 },
  TLS_CHACHA20_POLY1305_SHA256: { cipher: 'chacha20-poly1305', hash: 'sha256', size: 32 },
};

/** Application traffic secrets of the server, by connection. */
const secrets = new WeakMap<TLSSocket, Buffer>();

/**
 * Keeps connections with a refused certificate open, so that {@link sendCertificateAlert} can send an alert. The server
 * must not answer them: their `authorized` is `false`.
 */
function keepRefusedClients(server: HttpsServer): void {
  server.on('keylog', (line, socket) => {
    const [label, , secret = ''] = line.toString('latin1').trim().split(' ');
    if (label !== 'SERVER_TRAFFIC_SECRET_0') return;
    secrets.set(socket, Buffer.from(secret, 'hex'));
    // Node.js closes the connection if this internal field is set. The request for a certificate has been sent, and a
    // client without one is still refused by OpenSSL.
    Object.assign(socket, { _rejectUnauthorized: false });
  });
}

/** Ends a connection with an alert. Default: the one that states why its certificate was refused. */
function sendCertificateAlert(
  socket: TLSSocket,
  alert = ALERTS[String(socket.authorizationError)] ?? UNKNOWN_CA,
): void {
  const raw = findRawSocket(socket);
  const secret = secrets.get(socket);
  const suite = SUITES[socket.getCipher().standardName];
  if (raw === undefined || secret === undefined || suite === undefined) {
    socket.destroy();
    return;
  }
  // OpenSSL uses the first sequence numbers for two session tickets. Node.js renews none in a resumed session.
  const sequence = socket.isSessionReused() ? 0 : 2;
  // The tickets are written when the current event has been handled.
  setImmediate(() => {
    if (!raw.destroyed) raw.end(encryptAlert(suite, secret, sequence, alert));
  });
}

/** Encrypts a fatal alert as a record of TLS 1.3. @param sequence number of the record, below 256 */
function encryptAlert(suite: Suite, secret: Buffer, sequence: number, alert: number): Buffer {
  const key = expandLabel(suite.hash, secret, 'key', suite.size);
  const nonce = expandLabel(suite.hash, secret, 'iv', 12);
  nonce.writeUInt8(nonce.readUInt8(11) ^ sequence, 11);
  // Level fatal, description, and the content type of alerts; sent as application data of TLS 1.2.
  const content = Buffer.from([2, alert, 21]);
  const tagLength = 16;
  const header = Buffer.from([23, 3, 3, 0, content.length + tagLength]);
  const cipher = createCipheriv(suite.cipher as CipherGCMTypes, key, nonce, {
    authTagLength: tagLength,
  });
  cipher.setAAD(header, { plaintextLength: content.length });
  return Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Derives `length` bytes for a purpose: HKDF-Expand-Label with an empty context, in one block. */
function expandLabel(hash: string, secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return Buffer.from(createHmac(hash, secret).update(info).digest().subarray(0, length));
}

/** TCP sockets by their TLS socket. Node does not expose this relation. */
const rawSockets = new WeakMap<Socket, Socket>();

/** Records the TCP socket of each TLS connection of a server, for {@link findRawSocket}. */
function trackRawSockets(server: TlsServer): void {
  const open = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const key = buildKey(socket);
    open.set(key, socket);
    socket.once('close', () => open.delete(key));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const raw = open.get(buildKey(socket));
    if (raw !== undefined) rawSockets.set(socket, raw);
  });
}

/** Finds the TCP socket of a TLS connection. */
function findRawSocket(socket: Socket): Socket | undefined {
  return rawSockets.get(socket);
}

/** Closes a connection with a TCP reset instead of an orderly TLS and TCP shutdown. */
export function resetConnection(socket: Socket | null): void {
  if (socket === null) return;
  (rawSockets.get(socket) ?? socket).resetAndDestroy();
  socket.destroy();
}

function buildKey({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
