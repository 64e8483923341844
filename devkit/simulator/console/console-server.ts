import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, sep } from 'node:path';
import type { ControlEndpoint } from '../control-api/control-endpoint.js';
import { SimulatorProblem } from '../families/problems.js';
import { Dispatcher, warn, type Endpoint } from '../http/dispatcher.js';
import { problemReply, sendReply, type Reply } from '../http/messages.js';
import { toUrlHost } from '../kernel/addresses.js';
import type { PreliminarySettings } from '../settings/options.js';
import { createToken, requireToken } from './console-token.js';

/**
 * Serves the page and the control API that it calls. Resolves to `undefined` if the settings
 * disable the console.
 */
export function openConsole(
  { console }: Pick<PreliminarySettings, 'console'>,
  controlApi: ControlEndpoint,
): Promise<ConsoleServer | undefined> {
  if (console === undefined) return Promise.resolve(undefined);
  const endpoints = [['/simulator', controlApi] as const, ['', new ConsoleAssets()] as const];
  return ConsoleServer.listen(console, new Dispatcher(endpoints, warn));
}

interface ConsoleAddress {
  readonly port: number;
  readonly host: string;
}

/** The plain HTTP listener of the console. */
class ConsoleServer {
  private constructor(
    private readonly server: Server,
    private readonly host: string,
    private readonly token: string | undefined,
  ) {}

  /** Starts to listen. Rejects with Node's error (`EADDRINUSE`, …) if it cannot. */
  static listen({ port, host }: ConsoleAddress, dispatcher: Dispatcher): Promise<ConsoleServer> {
    const token = createToken(host);
    const server = createServer((request, response) => {
      const detail = findAccessViolation(request);
      const refusal =
        detail === undefined
          ? token && requireToken(request, token)
          : problemReply(new SimulatorProblem('AcessoNegado', { detail }));
      if (refusal) sendReply(response, refusal);
      else dispatcher.handle(request, response);
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve(new ConsoleServer(server, host, token));
      });
    });
  }

  /** Address of the page, with the token if it requires one. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    const query = this.token === undefined ? '' : `/?token=${this.token}`;
    return `http://${toUrlHost(this.host)}:${port}${query}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
      this.server.closeAllConnections();
    });
  }
}

const OTHER_HOST = 'O console atende só por localhost ou pelo próprio endereço.';

/**
 * Returns why a request to the console is refused, or `undefined` if it is accepted. The console
 * requires no certificate, so that a browser can open it. It is protected because it listens on the
 * loopback interface, or requires a token on another address, and refuses requests of other pages
 * in that browser:
 *
 * - Another `Host`: a domain that resolves to this machine (DNS rebinding). An address is no domain.
 * - Another `Origin`, or a cross-site `Sec-Fetch-Site`: another page (cross-site request forgery).
 *   A link that opens the console is accepted.
 */
function findAccessViolation(request: IncomingMessage): string | undefined {
  const { host = '', origin } = request.headers;
  if (!listOwnHosts(request.socket).includes(host)) return OTHER_HOST;
  if (origin !== undefined && origin !== `http://${host}`) return 'A origem não é o console.';
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const opens = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site === 'same-origin' || site === 'none' || opens) return undefined;
  return 'A requisição vem de outro site.';
}

function listOwnHosts(socket: Socket): string[] {
  const { port, address } = socket.address() as AddressInfo;
  // A listener of both families has IPv4 addresses in the form ::ffff:10.0.0.1.
  const own = toUrlHost(address.replace(/^::ffff:/, ''));
  return ['localhost', '127.0.0.1', '[::1]', own].map((host) => `${host}:${port}`);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The page loads only its own files and data, and cannot be framed. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/**
 * The files of the console. They are read into memory at the start, so that no other file can be
 * requested.
 */
class ConsoleAssets implements Endpoint {
  readonly #files = readFiles();

  handle(request: IncomingMessage, path: string): Promise<Reply> {
    const name = path === '/' ? '/index.html' : path;
    const text = this.#files.get(name);
    if (text === undefined) return Promise.reject(new SimulatorProblem('NaoEncontrado'));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Promise.reject(
        new SimulatorProblem('MetodoNaoPermitido', { headers: { allow: 'GET, HEAD' } }),
      );
    }
    const type = TYPES[extname(name)] ?? '';
    return Promise.resolve({ status: 200, headers: { ...HEADERS, 'content-type': type }, text });
  }
}

/** Called for a console only: the files are absent where an application is bundled into one file. */
function readFiles(): ReadonlyMap<string, string> {
  const folder = new URL('./public/', import.meta.url);
  return new Map(
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((name) => extname(name) in TYPES)
      .map((name) => name.replaceAll(sep, '/'))
      .map((name) => [`/${name}`, readFileSync(new URL(name, folder), 'utf8')]),
  );
}
