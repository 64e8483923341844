import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import type { TestCertificate } from '../../support/certificates.js';

/** A server on a free port of 127.0.0.1. */
export interface TestServer {
  /** `https://127.0.0.1:port` */
  readonly url: string;
  readonly host: string;
  /** Connections accepted so far. */
  readonly connections: number;
  close(): Promise<void>;
}

export function startHttps(
  certificate: TestCertificate,
  handler: RequestListener,
  options: TlsOptions = {},
): Promise<TestServer> {
  return start(createHttpsServer({ ...certificate, ...options }, handler));
}

/** Starts a TLS server without HTTP, for responses that an HTTP server cannot send. */
export function startTls(
  certificate: TestCertificate,
  handler: (socket: TLSSocket) => void,
  options: TlsOptions = {},
): Promise<TestServer> {
  return start(
    createTlsServer({ ...certificate, ...options }, (socket) => {
      socket.on('error', ignore);
      handler(socket);
    }),
  );
}

/** Starts a TCP server without TLS. */
export function startTcp(handler: (socket: Socket) => void): Promise<TestServer> {
  return start(createTcpServer(handler));
}

async function start(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', ignore).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', ignore);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `https://${host}`,
    host,
    get connections() {
      return connections;
    },
    async close() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
  };
}

function ignore(): void {
  // The client reports the errors of its connections.
}
