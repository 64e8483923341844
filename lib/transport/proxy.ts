import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { getProxyForUrl } from 'proxy-from-env';
import { ConfigurationError } from '../errors/index.js';

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

/** Size limit of the response to CONNECT, in characters: that of node:http. */
const MAX_HEAD = 16 * 1024;

/**
 * Opens a connection to a host through a proxy (CONNECT, RFC 9110, 9.3.6). TLS with the host is not
 * part of it: it goes end to end.
 *
 * @throws ProxyFailure if the proxy cannot be reached, refuses, or `signal` aborts
 */
export async function openTunnel(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connectTo(proxy, signal);
  try {
    socket.write(buildConnect(proxy, target));
    const status = await readStatus(socket);
    if (status === 200) return socket;
    throw new ProxyFailure(proxy.host, status);
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    if (error instanceof ProxyFailure) throw error;
    throw new ProxyFailure(proxy.host, undefined, error as NodeJS.ErrnoException);
  }
}

function connectTo({ hostname, port, protocol }: URL, signal: AbortSignal): Socket {
  const host = hostname.replace(/[[\]]/g, '');
  if (protocol !== 'https:') return connect({ host, port: Number(port || 80), signal });
  const servername = isIP(host) === 0 ? host : '';
  const tls = { servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'], signal };
  return connectTls({ host, port: Number(port || 443), ...tls });
}

function buildConnect(
  { username, password }: URL,
  target: { readonly host: string; readonly port: number },
): string {
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (username !== '' || password !== '') {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const value = Buffer.from(credentials).toString('base64');
    lines.push(['Proxy-Authorization:', 'Basic', value].join(' '));
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Reads the head of the response. Bytes that follow it stay in the socket. */
function readStatus(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = '';
    const onReadable = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1];
      if (end >= 0 && status !== undefined) {
        const rest = head.slice(end + 4);
        socket.off('readable', onReadable).off('error', reject).off('end', onEnd);
        if (rest !== '') socket.unshift(Buffer.from(rest, 'latin1'));
        resolve(Number(status));
      } else if (end >= 0 || head.length > MAX_HEAD) {
        reject(new Error('The proxy sent no valid response to CONNECT.'));
      }
    };
    const onEnd = () => reject(new Error('The proxy closed the connection.'));
    socket.on('readable', onReadable).on('error', reject).on('end', onEnd);
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
