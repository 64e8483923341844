import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ProxyFailure } from './proxy-failure.js';

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
