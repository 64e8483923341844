import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';
import type { StatsCounter } from '../kernel/stats.js';
import { keepRefusedClients, sendCertificateAlert } from './certificate-alert.js';
import { trackRawSockets } from './raw-sockets.js';

export interface SimulatorServerOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: PemCertificate;
  /**
   * Certificate of the authority that signs accepted client certificates. Default: no client certificate is requested.
   */
  readonly ca?: string;
  /** Counts handshakes. */
  readonly stats?: StatsCounter;
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
    const server = createServer(
      {
        ...options.certificate,
        ...(options.ca !== undefined && {
          ca: options.ca,
          requestCert: true,
          rejectUnauthorized: true,
        }),
        minVersion: 'TLSv1.2',
        keepAliveTimeout: 60_000,
      },
      (request, response) => {
        // The alert is the response to a client without a valid certificate.
        if (isRefused(request.socket)) return;
        options.handle(request, response);
      },
    );
    const isRefused = (socket: { readonly authorized?: boolean } | Socket) =>
      options.ca !== undefined && !('authorized' in socket && socket.authorized);
    trackRawSockets(server);
    if (options.ca !== undefined) keepRefusedClients(server);
    server.on('secureConnection', (socket) => {
      if (isRefused(socket)) {
        options.stats?.refusedHandshake();
        sendCertificateAlert(socket);
      } else options.stats?.handshake();
    });
    server.on('tlsClientError', () => {
      options.stats?.refusedHandshake();
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
