import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Distributes connections to the processes of a shop, as the load balancer of a cluster does. A process that refuses a
 * connection is skipped. It does not read what it passes on, so TLS ends in the shop.
 */
export class Balancer {
  #next = 0;

  private constructor(
    private readonly server: Server,
    private readonly targets: readonly number[],
    readonly port: number,
  ) {}

  /** @param targets ports on this machine */
  static async open(targets: readonly number[]): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server, targets, (server.address() as AddressInfo).port);
    server.on('connection', (client: Socket) => void balancer.#forward(client));
    return balancer;
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  async #forward(client: Socket): Promise<void> {
    client.on('error', () => client.destroy());
    const first = (this.#next += 1) % this.targets.length;
    const order = [...this.targets.slice(first), ...this.targets.slice(0, first)];
    for (const port of order) {
      const target = await open(port);
      if (!target) continue;
      target.on('error', () => client.destroy());
      client.on('close', () => target.destroy());
      target.on('close', () => client.destroy());
      client.pipe(target).pipe(client);
      return;
    }
    client.destroy();
  }
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
