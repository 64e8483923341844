import type { ClientRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PixAgent, type PixAgentOptions } from '../agent.js';
import { openTunnel } from './open-tunnel.js';
import type { ProxySelector } from './proxy-options.js';

/** How a request follows its connection through a proxy while it has no socket. */
export interface TunnelWatch {
  /** Whether the agent opens a connection for the request. */
  started: boolean;
  /** Called when the agent starts to open it. */
  onStart?: () => void;
  /** Ends it, if the provider is not reached yet. */
  end?: (() => void) | undefined;
}

interface Tunnel {
  readonly proxy: URL;
  readonly options: RequestOptions;
  readonly request: ClientRequest | undefined;
  /** Counts as a connection for `maxSockets`; closing it ends the work. */
  readonly place: Socket;
}

/** Methods of Node's agents that its types lack. */
interface AgentMethods {
  createSocket(request: ClientRequest, options: RequestOptions, created: unknown): void;
  removeSocket(socket: Socket, options: RequestOptions): void;
}

type AgentClass = new (options: PixAgentOptions) => PixAgent & AgentMethods;

const Base: AgentClass = PixAgent as typeof PixAgent & AgentClass;

/**
 * An agent whose connections go through a proxy. TLS, with the client certificate and the check of
 * the server's, is end to end: the proxy sees host and port only.
 */
export class ProxyingAgent extends Base {
  readonly #watches = new WeakMap<ClientRequest, TunnelWatch>();
  /** Requests for which a connection is being opened. */
  readonly #opening = new Set<object | undefined>();
  /** The request that {@link createConnection} is called for. */
  #next: ClientRequest | undefined;

  constructor(
    options: PixAgentOptions,
    private readonly select: ProxySelector,
  ) {
    super(options);
  }

  /** Returns the watch of a request of this agent. */
  watch(request: ClientRequest): TunnelWatch {
    const watch = this.#watches.get(request) ?? { started: false };
    this.#watches.set(request, watch);
    return watch;
  }

  override createSocket(request: ClientRequest, options: RequestOptions, created: unknown): void {
    this.#next = request;
    try {
      super.createSocket(request, options, created);
    } finally {
      this.#next = undefined;
    }
  }

  override createConnection(
    options: RequestOptions,
    created: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const proxy = this.select(String(options.host), Number(options.port));
    if (proxy === undefined) return super.createConnection(options, created);
    const tunnel = { proxy, options, request: this.#next, place: this.#takePlace(options) };
    this.#connect(tunnel).then(
      (socket) => created(null, socket),
      (error: unknown) => {
        created(error as Error, tunnel.place);
        // When the failed request has been destroyed.
        setImmediate(() => this.#openNext(tunnel));
      },
    );
    return undefined;
  }

  async #connect({ proxy, options, request, place }: Tunnel): Promise<Duplex> {
    const ended = new AbortController();
    place.once('close', () => ended.abort());
    const watch: Partial<TunnelWatch> = request ? this.watch(request) : {};
    watch.started = true;
    watch.end = () => place.destroy();
    watch.onStart?.();
    if (request) this.#opening.add(request);
    try {
      const target = { host: String(options.host), port: Number(options.port) };
      const socket = await openTunnel(proxy, target, ended.signal);
      this.#dropPlace(place, options);
      return super.createConnection(Object.assign({ socket }, options)) ?? socket;
    } finally {
      watch.end = undefined;
      if (request) this.#opening.delete(request);
    }
  }

  #takePlace(options: RequestOptions): Socket {
    const name = this.getName(options);
    const place = new Socket();
    const sockets = this.sockets[name];
    if (sockets) sockets.push(place);
    else Reflect.set(this.sockets, name, [place]);
    return place;
  }

  #dropPlace(place: Socket, options: RequestOptions): void {
    const sockets = this.sockets[this.getName(options)] ?? [];
    const index = sockets.indexOf(place);
    if (index >= 0) sockets.splice(index, 1);
  }

  /** Frees the place of a failed connection for the next request that waits. */
  #openNext({ place, options }: Tunnel): void {
    const name = this.getName(options);
    const waiting = this.requests[name]?.filter((request) => !isDestroyed(request)) ?? [];
    const isOpening = (request: object) => Number(this.#opening.has(request));
    // Node.js opens a connection for the first one.
    waiting.sort((a, b) => isOpening(a) - isOpening(b));
    if (waiting.length > 0) Reflect.set(this.requests, name, waiting);
    else Reflect.deleteProperty(this.requests, name);
    const [first] = waiting;
    if (this.#opening.has(first)) this.#dropPlace(place, options);
    else this.removeSocket(place, options);
  }
}

/** Node.js queues requests, which its types call messages. */
function isDestroyed(request: object): boolean {
  return (request as ClientRequest).destroyed;
}
