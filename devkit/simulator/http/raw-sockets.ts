import type { Socket } from 'node:net';
import type { Server, TLSSocket } from 'node:tls';

/** TCP sockets by their TLS socket. Node does not expose this relation. */
const rawSockets = new WeakMap<Socket, Socket>();

/** Records the TCP socket of each TLS connection of a server, for {@link findRawSocket}. */
export function trackRawSockets(server: Server): void {
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
export function findRawSocket(socket: Socket): Socket | undefined {
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
