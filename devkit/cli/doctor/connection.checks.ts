import { lookup } from 'node:dns/promises';
import { connect, isIP, isIPv6 } from 'node:net';
import { ProxyFailure, type PixTrust, type ProxySelector } from 'nestjs-pix/internal';
import { toShellWord } from '../command.js';
import { connectThrough, handshake, parseEndpoint, readProxyFailure } from '../connection.js';
import type { Advice } from '../report.js';
import type { DoctorTexts, Place } from '../texts/doctor.en.js';
import {
  failed,
  hasFailed,
  passed,
  skipped,
  warned,
  type CheckFinding,
  type CheckId,
} from './finding.js';

/** Days before the expiry of the server's certificate from which it is a warning. */
const SOON_DAYS = 7;

/** How servers are reached. */
export interface Route {
  /** Seconds for each step. */
  readonly timeout: number;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  readonly texts: DoctorTexts;
}

/** The server of a connection. */
export interface CheckedServer {
  readonly host: string;
  readonly port: number;
  /** The proxy that leads to it. Absent for a direct connection. */
  readonly proxy?: URL | undefined;
}

/**
 * Checks proxy, name, port and TLS of each server.
 *
 * @param trust `undefined` if the certificates could not be read; the handshake is then skipped
 */
export async function checkConnections(
  urls: readonly string[],
  trust: PixTrust | undefined,
  route: Route,
): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const url of new Set(urls.map((address) => new URL(address).origin))) {
    findings.push(...(await checkServer(url, trust, route)));
  }
  return [...findings, ...describeUnused(findings, route.texts)];
}

/** With a proxy, this machine neither looks up names nor opens connections to ports; without one, there is no proxy. */
function describeUnused(
  findings: readonly CheckFinding[],
  { connection: { direct, byProxy } }: DoctorTexts,
): CheckFinding[] {
  if (!findings.some(({ check }) => check === 'proxy')) return [skipped('proxy', direct)];
  const isDirect = findings.some(({ check }) => check === 'dns');
  return isDirect ? [] : [skipped('dns', byProxy), skipped('port', byProxy)];
}

async function checkServer(
  url: string,
  trust: PixTrust | undefined,
  route: Route,
): Promise<CheckFinding[]> {
  const endpoint = locate(url, route.proxy);
  const { proxy } = endpoint;
  const findings = [
    proxy ? await checkProxy(proxy, endpoint, route) : await checkName(endpoint, route),
  ];
  if (hasFailed(findings)) return findings;
  if (!proxy) findings.push(await checkPort(endpoint, route));
  if (hasFailed(findings)) return findings;
  return [...findings, await checkTls(url, endpoint, trust, route)];
}

/** Returns the server of an address, and the proxy that leads to it. */
export function locate(url: string, select: ProxySelector | undefined): CheckedServer {
  const { host, port } = parseEndpoint(url);
  return { host, port, proxy: select?.(host, port) };
}

/** Opens a connection to the server through the proxy, which looks up its name. */
async function checkProxy(
  proxy: URL,
  endpoint: CheckedServer,
  { timeout, texts }: Route,
): Promise<CheckFinding> {
  try {
    const socket = await connectThrough(proxy, endpoint, timeout);
    socket.destroy();
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return describeFailure(readProxyFailure(error), endpoint, texts);
  }
  return passed('proxy', texts.connection.opens(proxy.host, toServer(endpoint)));
}

const toServer = ({ host, port }: CheckedServer): string => `${host}:${port}`;

async function checkName(endpoint: CheckedServer, { texts }: Route): Promise<CheckFinding> {
  try {
    const { address } = await lookup(endpoint.host);
    return passed('dns', `${endpoint.host}: ${address}`);
  } catch (error) {
    return describeFailure((error as NodeJS.ErrnoException).code ?? 'ENOTFOUND', endpoint, texts);
  }
}

function checkPort(endpoint: CheckedServer, { timeout, texts }: Route): Promise<CheckFinding> {
  const { host, port } = endpoint;
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeout * 1000 });
    const end = (finding: CheckFinding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.once('connect', () => end(passed('port', toServer(endpoint))));
    socket.once('timeout', () => end(describeFailure('timeout', endpoint, texts)));
    socket.once('error', ({ code = 'ECONNREFUSED' }: NodeJS.ErrnoException) =>
      end(describeFailure(code, endpoint, texts)),
    );
  });
}

async function checkTls(
  url: string,
  endpoint: CheckedServer,
  trust: PixTrust | undefined,
  { proxy, timeout, texts }: Route,
): Promise<CheckFinding> {
  if (trust === undefined) return skipped('tls', texts.connection.needsCertificates);
  const shown = await handshake({ ...trust, proxy, baseUrl: url }, timeout);
  const { failure, refusesClient, version = '', daysLeft = 0 } = shown;
  const { host } = endpoint;
  if (failure !== undefined) return describeFailure(failure, endpoint, texts, refusesClient);
  if (daysLeft < SOON_DAYS) return warned('tls', texts.connection.expiresSoon(host, daysLeft));
  return { ...passed('tls', `${host}: ${version}`), server: toServer(endpoint) };
}

/** Explains a failed connection by the code of its error. */
export function describeFailure(
  code: string,
  endpoint: CheckedServer,
  texts: DoctorTexts,
  refusesClient = false,
): CheckFinding {
  const [check, choose] = refusesClient ? REFUSAL : findFailure(code);
  const { text, fix } = choose(texts)(locateFailure(endpoint, texts));
  const finding = failed(check, { text: `${text} (${code})`, fix });
  return { ...finding, server: toServer(endpoint) };
}

/** The check that a failure belongs to, and its text. */
type Failure = readonly [check: CheckId, choose: (texts: DoctorTexts) => (place: Place) => Advice];

/** Of a server that requires a client certificate, or refuses this one. */
const REFUSAL: Failure = ['tls', ({ connection }) => connection.refusesClient];
const NO_TLS: Failure = ['tls', ({ connection }) => connection.noTls];
/** Of a proxy, by any status that has no row. */
const REFUSED_BY_PROXY: Failure = ['proxy', ({ proxy }) => proxy.refused];
const BROKEN_PROXY: Failure = ['proxy', ({ proxy }) => proxy.broken];

/** Codes of errors, and what they mean. */
const FAILURES: readonly (readonly [codes: string, failure: Failure])[] = [
  ['ENOTFOUND EAI_AGAIN ENODATA', ['dns', ({ connection }) => connection.unknownName]],
  [
    'ECONNREFUSED ETIMEDOUT EHOSTUNREACH ENETUNREACH timeout',
    ['port', ({ connection }) => connection.silentPort],
  ],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', ['tls', ({ connection }) => connection.noIntermediate]],
  [
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT CERT_SIGNATURE_FAILURE',
    ['tls', ({ connection }) => connection.unknownAuthority],
  ],
  ['CERT_HAS_EXPIRED CERT_NOT_YET_VALID', ['tls', ({ connection }) => connection.wrongDate]],
  ['ERR_TLS_CERT_ALTNAME_INVALID', ['tls', ({ connection }) => connection.otherName]],
  ['ECONNRESET EPIPE closed', REFUSAL],
];

/** Of a proxy: its status, or the code of the connection to it. */
const PROXY_FAILURES: typeof FAILURES = [
  ['ENOTFOUND EAI_AGAIN ENODATA', ['proxy', ({ proxy }) => proxy.unknownName]],
  [
    'ECONNREFUSED ETIMEDOUT EHOSTUNREACH ENETUNREACH timeout',
    ['proxy', ({ proxy }) => proxy.silent],
  ],
  ['407', ['proxy', ({ proxy }) => proxy.credentials]],
  ['500 502 503 504', ['proxy', ({ proxy }) => proxy.unreachable]],
];

/** Beginning of the code of a connection that the proxy did not open. */
const PROXY = 'proxy: ';

function findFailure(code: string): Failure {
  if (!code.startsWith(PROXY)) {
    const isClient = /ALERT_(?!PROTOCOL|HANDSHAKE)/.test(code);
    return findRow(FAILURES, code) ?? (isClient ? REFUSAL : NO_TLS);
  }
  const reason = code.slice(PROXY.length);
  const other = /^\d+$/.test(reason) ? REFUSED_BY_PROXY : BROKEN_PROXY;
  return findRow(PROXY_FAILURES, reason) ?? other;
}

function findRow(rows: typeof FAILURES, code: string): Failure | undefined {
  return rows.find(([codes]) => codes.split(' ').includes(code))?.[1];
}

function locateFailure(endpoint: CheckedServer, { v }: DoctorTexts): Place {
  const { host, port, proxy } = endpoint;
  const { protocol = 'http:', host: proxyHost = 'proxy:3128', username = '' } = proxy ?? {};
  return {
    host,
    port,
    server: toServer(endpoint),
    showChain: toChainCommand(endpoint),
    proxy: proxy?.host ?? v.proxy,
    proxyName: proxy?.hostname ?? '',
    address: `${protocol}//user:password@${proxyHost}`,
    hasUser: username !== '',
    tryProxy: `curl -v --proxy ${proxy?.origin ?? '…'} https://${host}:${port}/`,
  };
}

/** Addresses are no server names (RFC 6066), and those of IPv6 need brackets. */
function toChainCommand({ host, port }: CheckedServer): string {
  const server = toShellWord(isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`);
  const name = isIP(host) === 0 ? `-servername ${host} ` : '';
  return `openssl s_client -connect ${server} ${name}-showcerts </dev/null`;
}
