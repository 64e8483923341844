import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { ProxyFailure, type PixTrust, type ProxySelector } from 'nestjs-pix/internal';
import { connectThrough, handshake, parseEndpoint, readProxyFailure } from '../handshake.js';
import { both } from '../language.js';
import { CLIENT, explainConnection } from './connection.advice.js';
import type { Endpoint } from './endpoint.js';
import { failed, hasFailed, passed, skipped, warned, type Finding } from './finding.js';

/** Days before the expiry of the server's certificate from which it is a warning. */
const SOON_DAYS = 7;

/** How servers are reached. */
export interface Route {
  /** Seconds for each step. */
  readonly timeout: number;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
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
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const url of findDistinctServers(urls)) {
    findings.push(...(await checkServer(url, trust, route)));
  }
  return [...findings, ...describeUnused(findings)];
}

/** With a proxy, this machine neither looks up names nor opens connections to ports; without one, there is no proxy. */
function describeUnused(findings: readonly Finding[]): Finding[] {
  const isUsed = findings.some(({ check }) => check === 'proxy');
  if (!isUsed) {
    return [
      skipped('proxy', 'conexão direta, sem PIX_PROXY', 'direct connection, without PIX_PROXY'),
    ];
  }
  const isDirect = findings.some(({ check }) => check === 'dns');
  const by: readonly [string, string] = ['feito pelo proxy', 'done by the proxy'];
  return isDirect ? [] : [skipped('dns', ...by), skipped('port', ...by)];
}

function findDistinctServers(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

async function checkServer(
  url: string,
  trust: PixTrust | undefined,
  route: Route,
): Promise<Finding[]> {
  const endpoint = locate(url, route.proxy);
  const { proxy } = endpoint;
  const findings = proxy
    ? [await checkProxy(proxy, endpoint, route.timeout)]
    : [await checkName(endpoint)];
  if (hasFailed(findings)) return findings;
  if (!proxy) findings.push(await checkPort(endpoint, route.timeout));
  if (hasFailed(findings)) return findings;
  return [...findings, await checkTls(url, endpoint, trust, route)];
}

/** Returns the server of an address, and the proxy that leads to it. */
export function locate(url: string, select: ProxySelector | undefined): Endpoint {
  const { host, port } = parseEndpoint(url);
  return { host, port, proxy: select?.(host, port) };
}

/** Opens a connection to the server through the proxy, which looks up its name. */
async function checkProxy(proxy: URL, endpoint: Endpoint, timeout: number): Promise<Finding> {
  try {
    const socket = await connectThrough(proxy, endpoint, timeout);
    socket.destroy();
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return describeFailure(readProxyFailure(error), endpoint);
  }
  const { host, port } = endpoint;
  return passed(
    'proxy',
    `${proxy.host} abre a conexão com ${host}:${port}`,
    `${proxy.host} opens the connection to ${host}:${port}`,
  );
}

/** Explains a failed connection. */
export function describeFailure(code: string, endpoint: Endpoint, refusesClient = false): Finding {
  const advice = refusesClient ? CLIENT : explainConnection(code);
  const { pt, en } = advice.text(endpoint);
  const text = both(`${pt} (${code})`, `${en} (${code})`);
  return { ...failed(advice.check, text, advice.fix(endpoint)), server: toServer(endpoint) };
}

const toServer = ({ host, port }: Endpoint): string => `${host}:${port}`;

async function checkName(endpoint: Endpoint): Promise<Finding> {
  try {
    const { address } = await lookup(endpoint.host);
    return passed('dns', `${endpoint.host}: ${address}`, `${endpoint.host}: ${address}`);
  } catch (error) {
    return describeFailure((error as NodeJS.ErrnoException).code ?? 'ENOTFOUND', endpoint);
  }
}

function checkPort(endpoint: Endpoint, timeout: number): Promise<Finding> {
  const { host, port } = endpoint;
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeout * 1000 });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.once('connect', () => end(passed('port', `${host}:${port}`, `${host}:${port}`)));
    socket.once('timeout', () => end(describeFailure('timeout', endpoint)));
    socket.once('error', ({ code = 'ECONNREFUSED' }: NodeJS.ErrnoException) =>
      end(describeFailure(code, endpoint)),
    );
  });
}

async function checkTls(
  url: string,
  endpoint: Endpoint,
  trust: PixTrust | undefined,
  { proxy, timeout }: Route,
): Promise<Finding> {
  if (trust === undefined) {
    return skipped(
      'tls',
      'só com certificados que podem ser lidos',
      'only with certificates that can be read',
    );
  }
  const {
    failure,
    refusesClient,
    version = '',
    daysLeft = 0,
  } = await handshake({ ...trust, proxy, baseUrl: url }, timeout);
  const { host } = endpoint;
  if (failure !== undefined) return describeFailure(failure, endpoint, refusesClient);
  if (daysLeft >= SOON_DAYS) {
    const finding = passed('tls', `${host}: ${version}`, `${host}: ${version}`);
    return { ...finding, server: toServer(endpoint) };
  }
  return warned(
    'tls',
    both(
      `o certificado de ${host} expira em ${daysLeft} dias`,
      `the certificate of ${host} expires in ${daysLeft} days`,
    ),
    both('Avise quem opera esse servidor.', 'Contact the operator of that server.'),
  );
}
