// How the commands that examine a bank reach it: a handshake, a request whose response is reduced to what a report may
// use, and a token request.
import { isIP, type Socket } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import {
  isPixConexaoException,
  isPixTimeoutException,
  type PixClientAuth,
  type PixErrorFormat,
  type PixTokenRequestProfile,
} from 'nestjs-pix';
import {
  buildTokenRequest,
  createLeanAdapter,
  failureKind,
  getConnectionErrorCode,
  getErrorCode,
  holdSecrets,
  isHandshakeRefusal,
  openTunnel,
  parseObject,
  PixAgent,
  PixCredentials,
  ProxyFailure,
  VERSION,
  type PixTrust,
  type ProxySelector,
} from 'nestjs-pix/internal';

/** What a handshake shows. */
export interface Handshake {
  /** `TLSv1.3`; absent if there was no handshake. */
  readonly version?: string;
  /** Organization or name of the authority that signed the server's certificate. */
  readonly issuer?: string;
  /** Days until the server's certificate expires. */
  readonly daysLeft?: number;
  /** OpenSSL's or Node's code of a failure. */
  readonly failure?: string;
  /** Whether it failed because the server requires a client certificate, or refuses this one. */
  readonly refusesClient?: boolean;
}

/** The server, and what the connection presents and trusts. */
export interface HandshakeTarget extends PixTrust {
  readonly baseUrl: string;
  /** Absent for a direct connection. */
  readonly proxy?: ProxySelector | undefined;
  /**
   * Milliseconds to wait for the server to end the connection after the handshake: with TLS 1.3, it
   * refuses the client certificate only then. Default: 0.
   */
  readonly holdMs?: number | undefined;
}

const DAY = 24 * 3_600_000;
const HTTPS_PORT = 443;

/** Returns the host, without the brackets of IPv6, and the port of an https address. */
export function parseEndpoint(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(url);
  return {
    host: hostname.replace(/[[\]]/g, ''),
    port: port === '' ? HTTPS_PORT : Number(port),
  };
}

/**
 * Connects to the base address, verifies the server, and disconnects. Never rejects.
 *
 * @param timeout seconds, for the proxy and for the handshake
 * @param version the only version of TLS. Default: 1.2 or later
 */
export async function handshake(
  target: HandshakeTarget,
  timeout: number,
  version?: SecureVersion,
): Promise<Handshake> {
  const { host, port } = parseEndpoint(target.baseUrl);
  const proxy = target.proxy?.(host, port);
  if (proxy === undefined) return handshakeOver(undefined, target, timeout, version);
  try {
    const socket = await connectThrough(proxy, { host, port }, timeout);
    return await handshakeOver(socket, target, timeout, version);
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return { failure: readProxyFailure(error) };
  }
}

/**
 * Opens a connection through a proxy.
 *
 * @param timeout seconds
 * @throws ProxyFailure
 */
export async function connectThrough(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  timeout: number,
): Promise<Socket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout * 1000);
  try {
    return await openTunnel(proxy, target, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the code of a failed proxy: `proxy: 407`, `proxy: ECONNREFUSED`, `proxy: timeout`, `proxy: closed`. */
export function readProxyFailure({ status, code }: ProxyFailure): string {
  if (status !== undefined) return `proxy: ${status}`;
  return `proxy: ${code === 'ABORT_ERR' ? 'timeout' : (code ?? 'closed')}`;
}

function handshakeOver(
  tunnel: Socket | undefined,
  { baseUrl, ca, certificate, holdMs }: HandshakeTarget,
  timeout: number,
  version?: SecureVersion,
): Promise<Handshake> {
  const { host, port } = parseEndpoint(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({
      ...(tunnel ? { socket: tunnel } : { host, port }),
      // Also with NODE_TLS_REJECT_UNAUTHORIZED=0.
      rejectUnauthorized: true,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: version ?? 'TLSv1.2',
      ...(version && { maxVersion: version }),
      ...(ca && { ca: [...ca] }),
      ...(certificate && { cert: certificate.cert, key: certificate.key }),
    });
    let hold: NodeJS.Timeout | undefined;
    const end = (result: Handshake): void => {
      clearTimeout(hold);
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeout * 1000, () => end({ failure: 'timeout' }));
    socket.once('secureConnect', () => {
      const result = describe(socket);
      if (holdMs === undefined) end(result);
      else hold = setTimeout(() => end(result), holdMs);
    });
    socket.once('error', (error: Error) => end(describeError(error, socket)));
    socket.once('close', () => end({ failure: 'closed' }));
  });
}

function describe(socket: TLSSocket): Handshake {
  const { issuer, valid_to: end } = socket.getPeerCertificate();
  const { O: organization, CN: name } = issuer as { O?: unknown; CN?: unknown };
  const authority = [organization, name].find((text) => typeof text === 'string');
  return {
    version: socket.getProtocol() ?? 'TLS',
    ...(authority !== undefined && { issuer: authority.replace(/[^\p{L}\d .,'&()-]/gu, ' ') }),
    daysLeft: Math.floor((Date.parse(end) - Date.now()) / DAY),
  };
}

const HANDSHAKE_FAILURE = 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE';

function describeError(error: Error, socket: TLSSocket): Handshake {
  const code = getConnectionErrorCode(error);
  // Until TLS 1.2, this alert means a missing client certificate or no common cipher. Without one,
  // the server sends no certificate.
  const isSure = code !== HANDSHAKE_FAILURE || Object.keys(socket.getPeerCertificate()).length > 0;
  return { failure: toCode(code), refusesClient: isSure && isHandshakeRefusal(code) };
}

function toCode(code: string | undefined): string {
  return code !== undefined && /^[A-Z\d_]{3,60}$/.test(code) ? code : 'connection';
}

/** The format of a body: one of the known error formats, or a rough description. */
export type BodyFormat = PixErrorFormat | 'oauth' | 'json' | 'html' | 'text' | 'empty';

/** A response, reduced to what a report may use, or a failure without a response. */
export interface Answer {
  /** 0 without a response. */
  readonly status: number;
  /** Media type without parameters, in lower case; empty if there is none. */
  readonly contentType: string;
  readonly format: BodyFormat;
  /** The body if it is a JSON object. Never part of a report. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** Never part of a report. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Identifies responses of the same kind: status, format and text without what varies. */
  readonly signature: string;
  /** The bank's clock minus this machine's, in milliseconds. */
  readonly skew?: number;
  /** Whether the server requires a client certificate, or refuses this one, as nginx answers it. */
  readonly asksForCertificate?: boolean;
  /** Code of the failure, without host, path and message. */
  readonly failure?: string;
  /** Why a response that arrived cannot be read. */
  readonly unreadable?: string;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Texts of the request that the response may repeat, which its signature ignores. */
  readonly own?: readonly string[];
}

/** How requests are sent. */
export interface SenderOptions {
  /** Name of the command, for `User-Agent`. */
  readonly command: string;
  /** Seconds for each request. */
  readonly timeout: number;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
}

const MAX_RESPONSE_BYTES = 512 * 1024;

/** Sends requests over one agent. */
export class Sender {
  readonly #agent;
  readonly #http;
  readonly #name: string;

  constructor(trust: PixTrust, { command, timeout, proxy }: SenderOptions) {
    this.#name = `nestjs-pix-${command}/${VERSION}`;
    this.#agent = new PixAgent({ certificate: trust.certificate, ca: trust.ca, proxy });
    this.#http = createLeanAdapter({
      agent: this.#agent,
      timeout,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      hints: false,
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request. Never rejects. */
  async send(request: Request): Promise<Answer> {
    const { method, url, headers, body, own = [] } = request;
    if (url.startsWith('http:')) return sendPlain(request);
    try {
      const response = await this.#http({
        method,
        url,
        headers: { Accept: 'application/json', 'User-Agent': this.#name, ...headers },
        body,
        safe: method === 'GET',
      });
      const received = response.headers as Readonly<Record<string, unknown>>;
      return readAnswer(response.status, received, response.body, own);
    } catch (error) {
      return { ...failedAnswer(''), ...describeRequestFailure(error) };
    }
  }
}

/** Sends a request without TLS, as a simulated bank does to a webhook on this machine. */
async function sendPlain({ url, ...request }: Request): Promise<Answer> {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' });
    return readAnswer(response.status, {}, await response.text(), []);
  } catch (error) {
    return failedAnswer(toCode(getErrorCode((error as Error).cause)));
  }
}

/** @param failure class of the failure, without host or path */
export function failedAnswer(failure: string): Answer {
  return {
    status: 0,
    contentType: '',
    format: 'empty',
    json: undefined,
    headers: {},
    signature: '0',
    failure,
  };
}

function describeRequestFailure(error: unknown): Pick<Answer, 'failure' | 'unreadable'> {
  if (isPixTimeoutException(error)) return { failure: 'timeout' };
  const kind = failureKind(error);
  if (!isPixConexaoException(error) || kind === 'too-large') {
    const unreadable = error instanceof Error ? error.message : String(error);
    return { failure: kind ?? 'unreadable', unreadable };
  }
  if (error.cause instanceof ProxyFailure) return { failure: readProxyFailure(error.cause) };
  const code = getConnectionErrorCode(error.cause as NodeJS.ErrnoException | undefined);
  const isKnown = code !== undefined && code !== 'EPROTO' && /^[A-Z\d_]{3,60}$/.test(code);
  return { failure: isKnown ? code : 'closed' };
}

/** The statuses of nginx for a missing or wrong client certificate, which it answers as 400 by default. */
const CERTIFICATE_STATUSES: readonly number[] = [400, 495, 496];

function readAnswer(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: string,
  own: readonly string[],
): Answer {
  const type = headers['content-type'];
  const [mediaType = ''] = typeof type === 'string' ? type.split(';', 1) : [];
  const json = parseObject(body);
  const format = classify(json, body);
  const stable = json === undefined ? '' : toStableText(body, own);
  const date = Date.parse(String(headers.date));
  return {
    status,
    contentType: mediaType.trim().toLowerCase(),
    format,
    json,
    headers,
    signature: `${status} ${format} ${stable}`,
    ...(!Number.isNaN(date) && { skew: date - Date.now() }),
    asksForCertificate: CERTIFICATE_STATUSES.includes(status) && /\bSSL certificate\b/i.test(body),
  };
}

const MAX_STABLE = 2_000;

/** Replaces what differs between responses of the same kind: the request, numbers, instants and identifiers. */
function toStableText(body: string, own: readonly string[]): string {
  let text = body.slice(0, MAX_STABLE);
  for (const part of own) if (part !== '') text = text.replaceAll(part, '*');
  return text.replace(/[^\s"]*\d[^\s"]*/g, '#');
}

/** The first row that fits decides. */
const SHAPES: readonly (readonly [
  BodyFormat,
  (json: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['erros', ({ erros }) => Array.isArray(erros)],
  ['nome-mensagem', ({ nome, mensagem }) => isText(nome) && isText(mensagem)],
  ['gateway', ({ statusCode, message }) => statusCode !== undefined && message !== undefined],
  ['problem', ({ title, status, type }) => isText(title) && (isText(type) || !!status)],
  ['oauth', ({ error }) => isText(error)],
];

function classify(json: Readonly<Record<string, unknown>> | undefined, body: string): BodyFormat {
  if (json !== undefined) return SHAPES.find(([, fits]) => fits(json))?.[0] ?? 'json';
  const start = body.slice(0, 1_000);
  if (start.trim() === '') return 'empty';
  if (/<(\w+:)?Envelope[\s>]/.test(start)) return 'soap';
  return /<!doctype html|<html[\s>]/i.test(start) ? 'html' : 'text';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The client of a token request, and the style in which the bank accepts it. */
export interface TokenClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly clientAuth: PixClientAuth;
  readonly profile?: PixTokenRequestProfile | undefined;
}

/** The answer to a token request. */
export interface TokenGrant extends Answer {
  /** Absent if no token was issued. */
  readonly accessToken?: string;
  /** `error` of RFC 6749, if it is one of its names. */
  readonly error?: string;
  /** The granted scopes; absent if the response does not name them. */
  readonly scopes?: readonly string[];
  /** Lifetime in seconds. */
  readonly lifetime?: number;
}

/**
 * Sends a token request and reads what the response shows. Never rejects for a response or a failed connection.
 *
 * @param owner keeps the token masked
 */
export async function requestToken(
  sender: { send(request: Request): Promise<Answer> },
  { tokenUrl, clientId, clientSecret, clientAuth, profile }: TokenClient,
  scopes: readonly string[],
  owner: object,
): Promise<TokenGrant> {
  const credentials = new PixCredentials(clientId, clientSecret, clientAuth);
  const { url, headers, body } = buildTokenRequest(tokenUrl, credentials, scopes, profile);
  const answer = await sender.send({ method: 'POST', url, headers, body });
  const { access_token: token, scope, expires_in: expiresIn, error } = answer.json ?? {};
  const issued = isSuccess(answer) && typeof token === 'string' && token !== '';
  if (issued) holdSecrets(owner, token);
  const lifetime = Number(expiresIn);
  return {
    ...answer,
    ...(issued && { accessToken: token, ...(lifetime > 0 && { lifetime }) }),
    ...(isText(error) && /^[a-z_]{1,40}$/.test(error) && { error }),
    ...(isText(scope) && { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
  };
}

const PAGES: ReadonlySet<BodyFormat> = new Set(['html', 'text', 'soap']);

/** Whether a request took effect: a 2xx that a page of a firewall or a gateway does not imitate. */
export function isSuccess({ status, format }: Answer): boolean {
  return status >= 200 && status < 300 && !PAGES.has(format);
}
