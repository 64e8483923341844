import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readBody } from '../../lib/receiver/route/read-body.js';
import type { Body } from '../../lib/receiver/route/read-body.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import type { PixRuntime } from '../../lib/runtime/index.js';

let server: Server;

afterEach(() => {
  server.close();
});

/** A server that reads bodies of up to 100 bytes, with timers that fire only when told to. */
async function start() {
  const timers = new Map<number, () => void>();
  const delays: number[] = [];
  const runtime: PixRuntime = {
    ...systemRuntime,
    after: (ms, action) => {
      const id = delays.push(ms);
      timers.set(id, action);
      return () => timers.delete(id);
    },
  };
  const bodies: Promise<Body>[] = [];
  server = createServer((request, response) => {
    const body = readBody(request, 100, runtime);
    bodies.push(body);
    void body.then(() => response.end());
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { socket, timers, delays, bodies };
}

describe('a body', () => {
  it('that stays incomplete is given up after 30 seconds, and its connection closed', async () => {
    const { socket, timers, delays, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf');
    await once(server, 'request');
    expect(delays).toEqual([30_000]);
    for (const fire of timers.values()) fire();
    await once(socket, 'close');
    expect(await bodies[0]).toBe('aborted');
  });

  it('that arrives whole leaves no timer behind', async () => {
    const { socket, timers, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfull');
    await once(socket, 'data');
    expect(await bodies[0]).toEqual({ text: 'full' });
    expect(timers.size).toBe(0);
    socket.destroy();
  });

  it('that grows too large leaves no timer behind', async () => {
    const { socket, timers, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`c8\r\n${'x'.repeat(200)}\r\n`);
    await once(socket, 'data');
    expect(await bodies[0]).toBe('too-large');
    expect(timers.size).toBe(0);
    socket.destroy();
  });
});
