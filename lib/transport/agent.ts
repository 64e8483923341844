// The connections of an account, directly or through a proxy.

import http from 'node:http';
import https, { Agent, type RequestOptions } from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { getProxyForUrl } from 'proxy-from-env';
import { ConfigurationError } from '../errors/index.js';
import type { LoadedCertificate } from './certificate/load-certificate.js';

/**
 * The egress proxy of an account: `http://user:password@proxy:3128` (or `https://`, for TLS to the
 * proxy), or `'environment'` for the variables `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
 */
export type PixProxy = string;

/** Selects the proxy for a host; `undefined` for a direct connection. */
export type ProxySelector = (host: string, port: number) => URL | undefined;

const FROM_ENVIRONMENT = 'environment';
/** Stands for the addresses of providers when the variables are read before a request. */
const ANY_PROVIDER = 'https://pix.example.com';
const FORM =
  "an address like http://proxy.example.com:3128, with user and password before the host if it requires them, or 'environment'";

/**
 * Validates the option `proxy`.
 *
 * @throws ConfigurationError naming the option or the variable; its message contains no address,
 * because that may contain a password
 */
export function parseProxy(proxy: PixProxy): ProxySelector {
  if (proxy !== FROM_ENVIRONMENT) {
    const address = parseAddress(proxy, `proxy must be ${FORM}`);
    return () => address;
  }
  // Validates the variables when the application starts.
  readEnvironment(ANY_PROVIDER);
  return (host, port) => {
    const authority = host.includes(':') ? `[${host}]` : host;
    return readEnvironment(`https://${authority}:${port}`);
  };
}

/** Collects the passwords of a proxy in each form in which an error may contain it. */
export function findProxySecrets(proxy: unknown): string[] {
  if (typeof proxy !== 'string') return [];
  const text = proxy === FROM_ENVIRONMENT ? getProxyForUrl(ANY_PROVIDER) : proxy;
  if (!URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  if (password === '') return [];
  const plain = decode(password) ?? password;
  const pair = `${decode(username) ?? username}:${plain}`;
  return [password, plain, Buffer.from(pair).toString('base64')];
}

function readEnvironment(provider: string): URL | undefined {
  const text = getProxyForUrl(provider);
  const problem =
    "proxy: 'environment' reads HTTPS_PROXY or ALL_PROXY, which must be an address like http://proxy.example.com:3128";
  return text === '' ? undefined : parseAddress(text, problem);
}

function parseAddress(text: unknown, problem: string): URL {
  const address = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const isValid =
    address !== undefined &&
    /^https?:$/.test(address.protocol) &&
    address.pathname === '/' &&
    address.search + address.hash === '' &&
    decode(address.username + address.password) !== undefined;
  if (!isValid) throw new ConfigurationError(`${problem}.`);
  return address;
}

/** Returns `undefined` if the text has an invalid percent-encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A connection that failed before the proxy had opened the way to the provider: nothing was sent. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** The code of the error of the connection to the proxy; absent if the proxy responded. */
  readonly code: string | undefined;

  /**
   * @param proxy host and port of the proxy
   * @param status of the proxy's response to CONNECT; absent if there is none
   */
  constructor(
    readonly proxy: string,
    readonly status: number | undefined,
    cause?: NodeJS.ErrnoException,
  ) {
    const reason = status === undefined ? 'did not respond' : `responded with status ${status}`;
    super(`The proxy ${proxy} ${reason}.`, { cause });
    this.code = cause?.code;
  }
}

/**
 * Opens a connection to a host through a proxy (CONNECT, RFC 9110, 9.3.6). TLS with the host is not
 * part of it: it goes end to end.
 *
 * @throws ProxyFailure if the proxy cannot be reached, refuses, or `signal` aborts
 */
export function openTunnel(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const { protocol, port, username, password } = proxy;
  const host = proxy.hostname.replace(/[[\]]/g, '');
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const headers = { Host: authority, ...(credentials !== ':' && { 'Proxy-Authorization': basic }) };
  // Otherwise the name would be that of the header Host: the target's.
  const servername = isIP(host) === 0 ? host : '';
  const tls = { servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] };
  const options = { method: 'CONNECT', host, port, path: authority, headers, agent: false, signal };
  return new Promise((resolve, reject) => {
    const fail = (status: number | undefined, cause?: Error) =>
      reject(new ProxyFailure(proxy.host, status, cause));
    const connecting = (protocol === 'https:' ? https : http).request({ ...options, ...tls });
    // The connection stays open.
    connecting.removeHeader('connection');
    connecting.on('error', (error) => fail(undefined, error));
    connecting.on('connect', ({ statusCode }, socket, first: Buffer) => {
      if (statusCode === 200) {
        if (first.length > 0) socket.unshift(first);
        resolve(socket);
      } else {
        socket.on('error', () => undefined).destroy();
        fail(statusCode);
      }
    });
    connecting.end();
  });
}

/**
 * The stream of a connection through a proxy. It takes data before the proxy has opened the connection,
 * so that an agent has a socket at once, which counts for its limits.
 */
export class Tunnel extends Duplex {
  readonly #ended = new AbortController();
  readonly #socket: Promise<Socket>;

  constructor(proxy: URL, target: { readonly host: string; readonly port: number }) {
    super();
    this.#socket = openTunnel(proxy, target, this.#ended.signal);
    this.#with((socket) => {
      socket.on('data', (chunk: Buffer) => {
        if (!this.push(chunk)) socket.pause();
      });
      socket.on('end', () => this.push(null)).on('close', () => this.destroy());
      socket.on('error', (error) => this.destroy(error));
    });
  }

  override _read(): void {
    this.#with((socket) => socket.resume());
  }

  override _write(chunk: Buffer, _encoding: unknown, done: (error?: Error | null) => void): void {
    this.#with((socket) => socket.write(chunk, done));
  }

  override _final(done: () => void): void {
    this.#with((socket) => socket.end(done));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ended.abort();
    this.#with((socket) => socket.destroy());
    done(error);
  }

  ref(): void {
    this.#with((socket) => socket.ref());
  }

  unref(): void {
    this.#with((socket) => socket.unref());
  }

  #with(use: (socket: Socket) => unknown): void {
    this.#socket.then(use, (error: unknown) => this.destroy(error as Error));
  }
}

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
  /** Selects the proxy of each connection. Default: no proxy. */
  proxy?: ProxySelector | undefined;
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
 * with `NODE_TLS_REJECT_UNAUTHORIZED=0`. TLS, with the client certificate and the check of the server's, is end to end
 * through a proxy too: that sees host and port only.
 */
export class PixAgent extends Agent {
  /** The agent for the next request. */
  readonly current: PixAgent = this;
  readonly #select: ProxySelector | undefined;

  /** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
  constructor({
    certificate,
    ca,
    maxSockets = DEFAULT_MAX_SOCKETS,
    keepAlive = true,
    lookup,
    proxy,
  }: PixAgentOptions = {}) {
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
    this.#select = proxy;
  }

  override createConnection(
    options: RequestOptions,
    created?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const target = { host: String(options.host), port: Number(options.port) };
    const proxy = this.#select?.(target.host, target.port);
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
 * The agent of a client whose certificate can be renewed. Each certificate has its own agent, because
 * connections and TLS sessions that were made with one certificate keep identifying the client by it.
 */
export class ReplaceableAgent {
  #current: PixAgent;
  #retired = false;
  /** Earlier agents whose requests have not ended. */
  readonly #previous = new Set<PixAgent>();

  /** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
  constructor(private readonly options: PixAgentOptions) {
    this.#current = new PixAgent(options);
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
    const next = new PixAgent({ ...this.options, certificate, ca });
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
