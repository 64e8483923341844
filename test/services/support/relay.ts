import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay to a server: closes its connections as if the server were down, or pauses as if it did not respond. */
export class Relay {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  readonly #target: { host: string; port: number };
  #silent = false;
  port = 0;
  /** Number of connections so far. */
  accepted = 0;

  private constructor(url: string) {
    const { hostname: host, port } = new URL(url);
    this.#target = { host, port: Number(port) };
  }

  static async to(url: string): Promise<Relay> {
    const relay = new Relay(url);
    await relay.open();
    return relay;
  }

  /** Listens at the same port, including after `cut()`. */
  async open(): Promise<void> {
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  speak(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    this.accepted += 1;
    const server = connect(this.#target);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#silent) from.pause();
    }
  }
}
