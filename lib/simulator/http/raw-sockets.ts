import type { Socket } from 'node:net';
import type { Server, TLSSocket } from 'node:tls';

/** The TCP connection below a TLS one, which Node does not tell by itself. */
const rawSockets = new WeakMap<Socket, Socket>();

/** Remembers the TCP connection of each TLS connection of a server, so that {@link resetConnection} can reset it. */
export function trackRawSockets(server: Server): void {
  const open = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    open.set(name, socket);
    socket.once('close', () => open.delete(name));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const raw = open.get(nameOf(socket));
    if (raw !== undefined) rawSockets.set(socket, raw);
  });
}

/** Ends a connection with a TCP reset, not with the farewell that TLS and TCP have for an orderly end. */
export function resetConnection(socket: Socket | null): void {
  if (socket === null) return;
  (rawSockets.get(socket) ?? socket).resetAndDestroy();
  socket.destroy();
}

function nameOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
