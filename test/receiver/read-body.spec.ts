import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type BodyReading, endResponse, readBody } from '../../lib/receiver/http/request.js';
import { systemRuntime, type PixRuntime } from '../../lib/runtime/index.js';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** Starts a server that reads bodies of up to 100 bytes, with timers that the test fires. */
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
  const bodies: Promise<BodyReading>[] = [];
  server = createServer((request, response) => {
    const body = Promise.resolve(readBody(request, 100, runtime));
    bodies.push(body);
    void body.then(() => response.end());
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { socket, timers, delays, bodies };
}

describe('readBody', () => {
  it('gives up after 30 seconds and closes the connection when a body is incomplete', async () => {
    const { socket, timers, delays, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf');
    await once(server!, 'request');
    expect(delays).toEqual([30_000]);
    for (const fire of timers.values()) fire();
    await once(socket, 'close');
    expect(await bodies[0]).toBe('aborted');
  });

  it('clears its timer when a body is complete', async () => {
    const { socket, timers, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfull');
    await once(socket, 'data');
    expect(await bodies[0]).toEqual({ text: 'full' });
    expect(timers.size).toBe(0);
    socket.destroy();
  });

  it('clears its timer when a body is too large', async () => {
    const { socket, timers, bodies } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`c8\r\n${'x'.repeat(200)}\r\n`);
    await once(socket, 'data');
    expect(await bodies[0]).toBe('too-large');
    expect(timers.size).toBe(0);
    socket.destroy();
  });

  const chunk = (body: Buffer) =>
    Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
  const withLength = (body: Buffer) => [`Content-Length: ${body.length}`, body] as const;
  const inChunks = (body: Buffer) => ['Transfer-Encoding: chunked', chunk(body)] as const;

  it.each([
    ['a body of the allowed length', withLength, Buffer.alloc(100, 'x'), 'text'],
    ['a chunked body of the allowed length', inChunks, Buffer.alloc(100, 'x'), 'text'],
    ['a body one byte longer', withLength, Buffer.alloc(101, 'x'), 'too-large'],
    ['a chunked body one byte longer', inChunks, Buffer.alloc(101, 'x'), 'too-large'],
    ['a body that is not UTF-8', withLength, Buffer.from([0x22, 0xff, 0x22]), 'not-text'],
  ])(
    'resolves with the text or the reason of its refusal for %s',
    async (_name, send, bytes, expected) => {
      const { socket, bodies } = await start();
      const [header, body] = send(bytes);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
      socket.write(body);
      await once(socket, 'data');
      const text = { text: bytes.toString() };
      expect(await bodies[0]).toEqual(expected === 'text' ? text : expected);
      socket.destroy();
    },
  );
});

describe('readBody with a body that a parser has read', () => {
  const readBefore = (fields: object, limit = 100) =>
    readBody({ headers: {}, readableEnded: true, ...fields } as unknown as IncomingMessage, limit);

  it.each([
    ['as bytes', { rawBody: Buffer.from('{"a":1}') }, '{"a":1}'],
    ['as text', { body: '{"a":1}' }, '{"a":1}'],
    ['as an object', { body: { a: 1 } }, '{"a":1}'],
    ['as bytes and an object', { rawBody: Buffer.from('[1]'), body: [2] }, '[1]'],
    ['as nothing', {}, ''],
    ['as a function', { body: () => 1 }, ''],
    ['with a byte order mark', { body: '\uFEFF{}' }, '{}'],
  ])('returns a body that was parsed %s', async (_how, fields, text) => {
    expect(await readBefore(fields)).toEqual({ text });
  });

  it('applies the size limit', async () => {
    expect(await readBefore({ body: 'x'.repeat(100) })).toEqual({ text: 'x'.repeat(100) });
    expect(await readBefore({ body: 'x'.repeat(101) })).toBe('too-large');
  });
});

describe('endResponse', () => {
  it('discards 1 MiB of the body of a refused request, and no more', () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const request = Object.assign(new EventEmitter(), { httpVersionMajor: 1, headers });
    const ended: number[] = [];
    let sent = 0;
    const response = {
      writeHead: () => undefined,
      flushHeaders: () => undefined,
      end: () => void ended.push(sent),
    };
    const refused = request as unknown as IncomingMessage;
    endResponse(refused, response as unknown as ServerResponse, 403, systemRuntime);
    for (const size of [65_536, 1024 * 1024 - 65_536, 1]) {
      sent += size;
      request.emit('data', Buffer.alloc(size));
    }
    expect(ended).toEqual([1024 * 1024 + 1]);
  });
});
