import { lookup } from 'node:dns/promises';
import { connect, isIP, isIPv6 } from 'node:net';
import { ProxyFailure, type PixTrust, type ProxySelector } from 'nestjs-pix/internal';
import { toShellWord } from '../command.js';
import { connectThrough, handshake, parseEndpoint, readProxyFailure } from '../connection.js';
import type { Advice } from '../report.js';
import type { DoctorTexts } from '../texts/doctor.en.js';
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
export interface Endpoint {
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
export function locate(url: string, select: ProxySelector | undefined): Endpoint {
  const { host, port } = parseEndpoint(url);
  return { host, port, proxy: select?.(host, port) };
}

/** Opens a connection to the server through the proxy, which looks up its name. */
async function checkProxy(
  proxy: URL,
  endpoint: Endpoint,
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

const toServer = ({ host, port }: Endpoint): string => `${host}:${port}`;

async function checkName(endpoint: Endpoint, { texts }: Route): Promise<CheckFinding> {
  try {
    const { address } = await lookup(endpoint.host);
    return passed('dns', `${endpoint.host}: ${address}`);
  } catch (error) {
    return describeFailure((error as NodeJS.ErrnoException).code ?? 'ENOTFOUND', endpoint, texts);
  }
}

function checkPort(endpoint: Endpoint, { timeout, texts }: Route): Promise<CheckFinding> {
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
  endpoint: Endpoint,
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
  endpoint: Endpoint,
  texts: DoctorTexts,
  refusesClient = false,
): CheckFinding {
  const [check, { text, fix }] = (refusesClient ? explainClient : findAdvice(code))(
    texts,
    endpoint,
  );
  const finding = failed(check, { text: `${text} (${code})`, fix });
  return { ...finding, server: toServer(endpoint) };
}

type Advise = (texts: DoctorTexts, endpoint: Endpoint) => readonly [check: CheckId, advice: Advice];

function findAdvice(code: string): Advise {
  if (code.startsWith(PROXY)) {
    const reason = code.slice(PROXY.length);
    return PROXY_ADVICE[reason] ?? (/^\d+$/.test(reason) ? explainRefusal : explainBroken);
  }
  const isClient = /ALERT_(?!PROTOCOL|HANDSHAKE)/.test(code);
  return ADVICE[code] ?? (isClient ? explainClient : explainProtocol);
}

const explainName: Advise = ({ connection }, { host }) => ['dns', connection.unknownName(host)];
const explainPort: Advise = ({ connection }, { host, port }) => [
  'port',
  connection.silentPort(host, port),
];
const explainAuthority: Advise = ({ connection }, endpoint) => [
  'tls',
  connection.unknownAuthority(endpoint.host, showChain(endpoint)),
];
const explainDates: Advise = ({ connection }, { host }) => ['tls', connection.wrongDate(host)];
/** Of a server that requires a client certificate, or refuses this one. */
const explainClient: Advise = ({ connection }, { host }) => ['tls', connection.refusesClient(host)];
const explainProtocol: Advise = ({ connection }, endpoint) => [
  'tls',
  connection.noTls(endpoint.host, endpoint.port, showChain(endpoint)),
];

/** Addresses are no server names (RFC 6066), and those of IPv6 need brackets. */
function showChain({ host, port }: Endpoint): string {
  const server = toShellWord(isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`);
  const name = isIP(host) === 0 ? `-servername ${host} ` : '';
  return `openssl s_client -connect ${server} ${name}-showcerts </dev/null`;
}

const ADVICE: Readonly<Record<string, Advise>> = {
  ENOTFOUND: explainName,
  EAI_AGAIN: explainName,
  ENODATA: explainName,
  ECONNREFUSED: explainPort,
  ETIMEDOUT: explainPort,
  EHOSTUNREACH: explainPort,
  ENETUNREACH: explainPort,
  timeout: explainPort,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ({ connection }, endpoint) => [
    'tls',
    connection.noIntermediate(endpoint.host, showChain(endpoint)),
  ],
  UNABLE_TO_GET_ISSUER_CERT: explainAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: explainAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: explainAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: explainAuthority,
  CERT_SIGNATURE_FAILURE: explainAuthority,
  CERT_HAS_EXPIRED: explainDates,
  CERT_NOT_YET_VALID: explainDates,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ connection }, endpoint) => [
    'tls',
    connection.otherName(endpoint.host, showChain(endpoint)),
  ],
  ECONNRESET: explainClient,
  EPIPE: explainClient,
  closed: explainClient,
};

/** Beginning of the code of a connection that the proxy did not open. */
const PROXY = 'proxy: ';

const showProxy = ({ proxy }: Endpoint, { v }: DoctorTexts): string => proxy?.host ?? v.proxy;

/** Shows what the proxy answers, without user and password. */
const tryProxy = ({ host, port, proxy }: Endpoint): string =>
  `curl -v --proxy ${proxy?.origin ?? '…'} https://${host}:${port}/`;

const explainProxyName: Advise = (texts, endpoint) => [
  'proxy',
  texts.proxy.unknownName(showProxy(endpoint, texts), endpoint.proxy?.hostname ?? ''),
];
const explainSilent: Advise = (texts, endpoint) => [
  'proxy',
  texts.proxy.silent(showProxy(endpoint, texts), tryProxy(endpoint)),
];
const explainBroken: Advise = (texts, endpoint) => [
  'proxy',
  texts.proxy.broken(showProxy(endpoint, texts), tryProxy(endpoint)),
];
const explainRefusal: Advise = (texts, endpoint) => [
  'proxy',
  texts.proxy.refused(showProxy(endpoint, texts), toServer(endpoint), tryProxy(endpoint)),
];
const explainUnreachable: Advise = (texts, endpoint) => [
  'proxy',
  texts.proxy.unreachable(showProxy(endpoint, texts), toServer(endpoint), tryProxy(endpoint)),
];
const explainCredentials: Advise = (texts, endpoint) => {
  const { protocol = 'http:', host = 'proxy:3128', username = '' } = endpoint.proxy ?? {};
  const address = `${protocol}//user:password@${host}`;
  return ['proxy', texts.proxy.credentials(showProxy(endpoint, texts), address, username !== '')];
};

/** By the status of the proxy, or the code of the connection to it. */
const PROXY_ADVICE: Readonly<Record<string, Advise>> = {
  ENOTFOUND: explainProxyName,
  EAI_AGAIN: explainProxyName,
  ENODATA: explainProxyName,
  ECONNREFUSED: explainSilent,
  ETIMEDOUT: explainSilent,
  EHOSTUNREACH: explainSilent,
  ENETUNREACH: explainSilent,
  timeout: explainSilent,
  '407': explainCredentials,
  '500': explainUnreachable,
  '502': explainUnreachable,
  '503': explainUnreachable,
  '504': explainUnreachable,
};
