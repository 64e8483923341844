import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface LoadTarget {
  host: string;
  port: number;
  /** With `cert` and `key` for mutual TLS. Default: plain HTTP. */
  ca?: string;
  cert?: string;
  key?: string;
}

/** Returns the bytes of the next request; `undefined` after the last one. */
export type NextRequest = () => string | undefined;

/**
 * Sends requests over kept-alive connections, one at a time on each, with a minimal client, so that the server's cost
 * dominates.
 *
 * @param status required beginning of every response
 */
export async function load(
  target: LoadTarget,
  connections: number,
  next: NextRequest,
  status: string,
): Promise<void> {
  const connectionRuns = Array.from({ length: connections }, async () => {
    const socket = await open(target);
    try {
      await runConnection(socket, next, `HTTP/1.1 ${status} `);
    } finally {
      socket.destroy();
    }
  });
  await Promise.all(connectionRuns);
}

function open(target: LoadTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onOpen = () => resolve(socket);
    const socket: Socket =
      target.ca === undefined
        ? connect(target, onOpen)
        : connectTls({ ...target, servername: 'localhost' }, onOpen);
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function runConnection(socket: Socket, next: NextRequest, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const advance = () => {
      const request = next();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (answer.length < head + 4 + length) return;
      if (!answer.startsWith(expected)) reject(new Error(answer));
      answer = '';
      advance();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The server closed a connection.'));
    });
    advance();
  });
}
