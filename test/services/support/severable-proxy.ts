import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy whose connections can be severed: they stay open and carry nothing any more, as if the other machine had
 * vanished. Connections that are opened later work.
 */
export class SeverableProxy {
  readonly #pairs = new Set<{ near: Socket; far: Socket; isSevered: boolean }>();
  readonly #server: Server;
  /** Whether new connections are severed too. */
  isDown = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const pair = { near, far, isSevered: this.isDown };
      this.#pairs.add(pair);
      near.on('data', (data) => pair.isSevered || far.write(data));
      far.on('data', (data) => pair.isSevered || near.write(data));
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.on('close', () => far.destroy());
      far.on('close', () => pair.isSevered || near.destroy());
    });
  }

  static async open(target: URL): Promise<SeverableProxy> {
    const proxy = new SeverableProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Severs the connections that are open. */
  sever(): void {
    for (const pair of this.#pairs) pair.isSevered = true;
  }

  close(): void {
    for (const { near } of this.#pairs) near.destroy();
    this.#server.close();
  }
}
