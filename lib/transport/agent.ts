import { Agent, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { ConfigurationError } from '../errors/index.js';
import type { LoadedCertificate } from './certificate/load-certificate.js';
import { Tunnel, type ProxySelector } from './proxy.js';

/** What the TLS connections of an agent present and trust. */
export interface PixTrust {
  /** Client certificate of mutual TLS. Default: none. */
  readonly certificate?: LoadedCertificate | undefined;
  /**
   * PEM certificates of the authorities to trust (`loadCa`). Default: the authorities of Node.js.
   */
  readonly ca?: readonly string[] | undefined;
}

export interface PixAgentOptions extends PixTrust {
  /** Maximum number of connections to one host; further requests wait. Default: 64. */
  maxSockets?: number | undefined;
  /** Whether connections are used for several requests. Default: `true`. */
  keepAlive?: boolean | undefined;
  /**
   * Looks up the addresses of a host name. An error of this library that it returns is the error of
   * the request. Default: the look-up of Node.js.
   */
  lookup?: LookupFunction | undefined;
}

const DEFAULT_MAX_SOCKETS = 64;

/**
 * How long an idle connection is kept, in milliseconds. Shorter than the idle limits of common
 * front ends (nginx 75 s, load balancers 60 s), so that the client closes first. A shorter limit
 * that a server announces (`Keep-Alive: timeout=5`) takes precedence.
 */
const IDLE_MS = 15_000;

/**
 * The agent of one client: TLS 1.2 or later, server certificates always verified, even
 * with `NODE_TLS_REJECT_UNAUTHORIZED=0`.
 */
export class PixAgent extends Agent {
  constructor(options: PixAgentOptions = {}) {
    const { certificate, ca, maxSockets = DEFAULT_MAX_SOCKETS, keepAlive = true, lookup } = options;
    if (!Number.isInteger(maxSockets) || maxSockets < 1) {
      throw new ConfigurationError('maxSockets must be an integer above 0.');
    }
    super({
      keepAlive,
      maxSockets,
      // The most recently used connection is the least likely to have been closed by the server.
      scheduling: 'lifo',
      timeout: IDLE_MS,
      rejectUnauthorized: true,
      // Built once: parsing the key costs more than a handshake, and no option then contains the
      // key.
      secureContext: createSecureContext({
        minVersion: 'TLSv1.2',
        ...(certificate && { cert: certificate.cert, key: certificate.key }),
        ...(ca && { ca: [...ca] }),
      }),
      ...(lookup && { lookup }),
    });
  }

  #closed = false;

  /** Whether {@link destroy} was called; no more requests are sent. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Closes every idle connection now, and each busy one when it becomes idle. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  /** Closes every connection and fails the requests that use or wait for one. */
  override destroy(): void {
    this.#closed = true;
    for (const [name, queue] of Object.entries(this.requests)) {
      Reflect.deleteProperty(this.requests, name);
      for (const request of queue ?? []) {
        request.destroy();
        // A request without a socket receives no other event.
        request.emit('close');
      }
    }
    super.destroy();
  }
}

/**
 * An agent whose connections go through a proxy. TLS, with the client certificate and the check of
 * the server's, is end to end: the proxy sees host and port only.
 */
class ProxyingAgent extends PixAgent {
  constructor(
    options: PixAgentOptions,
    private readonly select: ProxySelector,
  ) {
    super(options);
  }

  override createConnection(
    options: RequestOptions,
    created?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const target = { host: String(options.host), port: Number(options.port) };
    const proxy = this.select(target.host, target.port);
    if (proxy === undefined) return super.createConnection(options, created);
    const tunnel = new Tunnel(proxy, target);
    const socket = super.createConnection(Object.assign({}, options, { socket: tunnel }));
    tunnel.on('error', (error) => socket?.destroy(error));
    socket?.on('close', () => tunnel.destroy());
    // An idle connection keeps no process alive.
    return (
      socket && Object.assign(socket, { ref: () => tunnel.ref(), unref: () => tunnel.unref() })
    );
  }
}

/** The options of an account's agent. */
export interface AgentOptions extends PixAgentOptions {
  /** Selects the proxy of each connection. Default: no proxy. */
  proxy?: ProxySelector | undefined;
}

/** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
export function createPixAgent({ proxy, ...options }: AgentOptions = {}): PixAgent {
  return proxy === undefined ? new PixAgent(options) : new ProxyingAgent(options, proxy);
}

/**
 * The agent of a client whose certificate can be renewed. Each certificate has its own agent, because
 * connections and TLS sessions that were made with one certificate keep identifying the client by it.
 */
export class ReplaceableAgent {
  #current: PixAgent;
  #retired = false;
  /** Earlier agents whose requests have not ended. */
  readonly #previous = new Set<PixAgent>();

  /** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
  constructor(private readonly options: AgentOptions) {
    this.#current = createPixAgent(options);
  }

  /** The agent for the next request. */
  get current(): PixAgent {
    return this.#current;
  }

  /**
   * Replaces certificate and authorities. Requests that were passed to the previous agent end on it;
   * its connections are closed when they become idle. Until then, a host may have up to twice
   * `maxSockets` connections. Has no effect after {@link destroy}.
   *
   * @throws Error if OpenSSL refuses the certificate; the previous one then remains
   */
  replace({ certificate, ca }: PixTrust): void {
    if (this.#current.closed) return;
    const next = createPixAgent({ ...this.options, certificate, ca });
    for (const agent of this.#previous) if (isUnused(agent)) this.#previous.delete(agent);
    this.#previous.add(this.#current);
    this.#current.retire();
    this.#current = next;
    if (this.#retired) next.retire();
  }

  /** Closes every idle connection now, and each busy one when it becomes idle. */
  retire(): void {
    this.#retired = true;
    this.#current.retire();
  }

  /** Closes every connection and fails the requests that use or wait for one. */
  destroy(): void {
    for (const agent of [...this.#previous, this.#current]) agent.destroy();
    this.#previous.clear();
  }
}

function isUnused({ sockets, requests }: PixAgent): boolean {
  return Object.keys(sockets).length === 0 && Object.keys(requests).length === 0;
}

/** @throws ConfigurationError if the agent was not created by this library */
export function toAgents(agent: PixAgent | ReplaceableAgent): { readonly current: PixAgent } {
  if (agent instanceof ReplaceableAgent) return agent;
  if (agent instanceof PixAgent) return { current: agent };
  throw new ConfigurationError('The adapter requires an agent created by createPixAgent.');
}
