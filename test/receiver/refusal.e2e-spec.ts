import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PixWebhookReceiverModule } from '../../lib/receiver/index.js';
import type { PixRuntime } from '../../lib/runtime/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { until } from '../support/until.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const PATH = '/webhooks/pix/pix';
const MIB = 1024 * 1024;
/** The time of a test that waits for the end of a connection, which never comes if it is broken. */
const LIMIT = 20_000;

/** Records the response to a client that keeps sending, until the connection is closed. */
function record(socket: Socket) {
  let text = '';
  let endedByPeer = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('end', () => (endedByPeer = true)).on('error', () => undefined);
  return {
    get text() {
      return text;
    },
    get endedByPeer() {
      return endedByPeer;
    },
    ended: new Promise((resolve) => socket.on('end', resolve)),
    closed: new Promise((resolve) => socket.on('close', resolve)),
  };
}

describe.each(platforms)('refused notification on %s', (platform) => {
  let running: RunningApp;

  async function start(runtime?: PixRuntime) {
    running = await startApp(platform, {
      imports: [
        PixWebhookReceiverModule.forRoot({
          authentication: { secret: SECRET },
          ...(runtime && { runtime }),
        }),
      ],
      providers: [Orders],
    });
    return connect({ port: running.port, host: '127.0.0.1', allowHalfOpen: true });
  }

  const buildHead = (headers: string, query = '') =>
    `POST ${PATH}${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;

  afterEach(async () => {
    // A failed test leaves requests without an answer.
    (running.app.getHttpServer() as Server).closeAllConnections();
    await running.app.close();
  });

  it.each([
    ['with a length', `Content-Length: ${MIB / 2}`, 'x'.repeat(MIB / 2)],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      `${(MIB / 2).toString(16)}\r\n${'x'.repeat(MIB / 2)}\r\n0\r\n\r\n`,
    ],
  ])(
    'is answered, and its connection closed in order, after a body %s',
    async (_how, headers, body) => {
      const socket = await start();
      const got = record(socket);
      socket.write(buildHead(headers));
      await once(socket, 'data');
      socket.write(body);
      await got.ended;
      socket.end();
      await got.closed;
      expect(got.text).toMatch(/^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/is);
      expect(socket.errored).toBeNull();
    },
    LIMIT,
  );

  it(
    'ends the connection, also for an authenticated request that follows',
    async () => {
      const socket = await start();
      const got = record(socket);
      const body = JSON.stringify([pix()]);
      const good = buildHead(`Content-Length: ${body.length}`, `?hmac=${SECRET}`) + body;
      socket.write(buildHead('Content-Length: 1'));
      await once(socket, 'data');
      socket.write(`x${good}`);
      await got.ended;
      socket.end();
      await got.closed;
      expect(got.text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 403']);
      expect(running.app.get(Orders).handled).toEqual([]);
    },
    LIMIT,
  );

  it(
    'is answered at once, and at most 1 MiB of its body is read',
    async () => {
      const socket = await start();
      const got = record(socket);
      const [accepted] = (await once(running.app.getHttpServer() as Server, 'connection')) as [
        Socket,
      ];
      socket.write(buildHead(`Content-Length: ${1024 * MIB}`));
      await once(socket, 'data');
      expect(got.text).toMatch(/^HTTP\/1\.1 403 /);
      while (!socket.closed && socket.writable) {
        await new Promise((sent) => socket.write('x'.repeat(65_536), sent));
      }
      await got.closed;
      // Node reads up to 2 MiB at a time. read-body.spec.ts counts exactly.
      expect(accepted.bytesRead).toBeLessThan(4 * MIB);
    },
    LIMIT,
  );

  it(
    'is read for at most 2 seconds',
    async () => {
      const runtime = new ManualRuntime();
      const socket = await start(runtime);
      const got = record(socket);
      socket.write(buildHead('Content-Length: 100'));
      await once(socket, 'data');
      await runtime.advance(1999);
      expect(got.endedByPeer).toBe(false);
      await runtime.advance(1);
      await got.ended;
      socket.destroy();
      await got.closed;
      expect(got.text).toMatch(/^HTTP\/1\.1 403 /);
    },
    LIMIT,
  );

  it('clears its timer when the client disconnects', async () => {
    const runtime = new ManualRuntime();
    const socket = await start(runtime);
    socket.write(buildHead('Content-Length: 100'));
    await once(socket, 'data');
    expect(runtime.pendingTimers).toBe(2); // of the body, and of the log's minute
    socket.destroy();
    await until(() => runtime.pendingTimers <= 1);
  });

  it('keeps its connection when an invalid body was read', async () => {
    const socket = await start();
    for (let time = 0; time < 2; time += 1) {
      socket.write(`${buildHead('Content-Length: 7', `?hmac=${SECRET}`)}{"x":1}`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.toString()).not.toMatch(/connection: close/i);
    }
    socket.destroy();
  });

  it.each([
    ['without a body', 'X: y', ''],
    ['of the length 0', 'Content-Length: 0', ''],
    ['that has arrived', 'Content-Length: 7', '{"x":1}'],
  ])(
    'closes its connection when nobody is authenticated: %s',
    async (_, headers, body) => {
      const socket = await start();
      const got = record(socket);
      socket.write(buildHead(headers) + body);
      await got.ended;
      expect(got.text).toMatch(/^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/is);
      socket.destroy();
    },
    LIMIT,
  );

  it('is logged a limited number of times', async () => {
    (await start()).destroy();
    for (let index = 0; index < 40; index += 1) await post(running.port, PATH, [pix()]);
    const refused = () => running.log.lines.filter((line) => line.includes('Refused'));
    expect(refused()).toHaveLength(5);
    await running.app.close();
    expect(refused()).toHaveLength(6);
    expect(refused()[5]).toContain('Refused notifications (no secret): 35 more within a minute');
  });

  it('is logged a limited number of times when its body is invalid', async () => {
    (await start()).destroy();
    for (let index = 0; index < 7; index += 1) {
      await post(running.port, `${PATH}?hmac=${SECRET}`, '{');
    }
    await running.app.close();
    const bad = running.log.lines.filter((line) => line.includes('Invalid notification'));
    expect(bad).toHaveLength(6);
    expect(bad[5]).toContain('Invalid notifications (malformed): 2 more within a minute');
  });
});
