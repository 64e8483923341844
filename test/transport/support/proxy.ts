import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A forward proxy (RFC 9110, CONNECT) on a free port of 127.0.0.1. For it, every host name is this
 * machine.
 */
export interface TestProxy {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Requested hosts, in order. */
  readonly targets: readonly string[];
  /** What the proxy received in `Proxy-Authorization`. */
  readonly credentials: readonly (string | undefined)[];
  /** Open connections, of the client and to its targets. */
  readonly open: number;
  close(): Promise<void>;
}

/** 200 opens the connection, and `silent` never responds. */
type ProxyStatus = number | 'silent';

/** @param reply the status of the proxy, or a function of the number of the connection, from 1 */
export async function startProxy(
  reply: ProxyStatus | ((connection: number) => ProxyStatus | Promise<ProxyStatus>) = 200,
): Promise<TestProxy> {
  const targets: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer().on('connection', track);
  const connectTo = async ({ url = '', headers }: IncomingMessage, client: Socket) => {
    targets.push(url);
    credentials.push(headers['proxy-authorization']);
    const status = typeof reply === 'function' ? await reply(targets.length) : reply;
    if (status === 'silent') return;
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 2\r\n\r\n{}`);
      return;
    }
    const upstream = connect(Number(new URL(`http://${url}`).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    track(upstream);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  };
  server.on('connect', (request, client: Socket) => void connectTo(request, client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    credentials,
    get open() {
      return sockets.size;
    },
    async close() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
  };
}
