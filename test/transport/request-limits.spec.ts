import https from 'node:https';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PixAgent, type PixTimeout } from '../../lib/transport/index.js';
import { watchTimers } from '../support/watch-timers.js';
import { catchFailure, Harness } from './support/harness.js';
import { startHttps, startTcp, type TestServer } from './support/servers.js';

const harness = new Harness();
const MEBIBYTE = 1024 * 1024;

const serve = (body = '{}'): Promise<TestServer> =>
  harness.serve(
    startHttps(harness.serverCertificate, (_request, response) => {
      response.end(body);
    }),
  );

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the timers of a request', () => {
  it.each<[PixTimeout, number | undefined, number[]]>([
    [[5, 30], undefined, [30_000, 5_000, 30_000]],
    [[5, null], undefined, [5_000]],
    [[5, 30], 35, [30_000, 5_000, 30_000]],
    [[5, 30], 20, [20_000, 5_000, 20_000]],
    [[5, null], 20, [20_000, 5_000, 20_000]],
    [[5, 30], 3, [3_000, 3_000, 3_000]],
  ])('match the timeouts %j and a deadline in %p s', async (timeout, deadline, lengths) => {
    const server = await serve();
    const client = await harness.client();
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const timers = watchTimers();
    await client.get(server.url, {
      timeout,
      ...(deadline !== undefined && { until: 1_000 + deadline * 1000 }),
    });
    // A ledger of another spec in this process may renew a lease.
    const own = (ms: number | undefined) => ms !== 10_000;
    expect(timers.lengths().filter(own)).toEqual(lengths);
    expect(timers.running().filter(own)).toEqual([]);
  });

  it('default to 5 s to connect and 30 s to read', async () => {
    const server = await serve();
    const client = await harness.client();
    const timers = watchTimers();
    await client.get(server.url);
    expect(timers.lengths()).toEqual([30_000, 5_000, 30_000]);
  });

  it.each([
    ['restarts without a deadline', undefined, 1],
    ['restarts before a deadline in 35 s', 35_000, 1],
    ['continues until a deadline in 34 s', 34_000, 0],
  ])('reuse the idle timer of a connection, which %s', async (_what, left, anew) => {
    const server = await serve();
    const client = await harness.client();
    await client.get(server.url);
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const timers = watchTimers();
    const config = left === undefined ? {} : { until: 1_000 + left };
    const request = client.get(server.url, config);
    const refresh = jest.spyOn(timers.last(), 'refresh');
    await request;
    expect(refresh).toHaveBeenCalledTimes(anew);
    expect(timers.lengths()).toHaveLength(1);
    expect(server.connections).toBe(1);
  });

  it('are absent on a reused connection without a read timeout', async () => {
    const server = await serve();
    const client = await harness.client();
    await client.get(server.url);
    const timers = watchTimers();
    await client.get(server.url, { timeout: [5, null] });
    expect(timers.lengths()).toEqual([]);
  });
});

describe('a request', () => {
  it.each([
    ['at its deadline', 1_000, 'Deadline exceeded'],
    ['when no handshake completes before its deadline', 1_001, 'Connect time limit'],
  ])('is not sent %s', async (_when, until, title) => {
    const client = await harness.client();
    const server = await harness.serve(startTcp(() => undefined));
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const error = await catchFailure(client, { url: server.url, until });
    expect(error).toMatchObject({
      name: 'PixTimeoutException',
      title: expect.stringContaining(title),
      resultUnknown: false,
    });
  });

  it('is not sent when the client is closed', async () => {
    const server = await serve();
    const agent = new PixAgent({ ca: [harness.authority.cert] });
    const client = harness.createClient(agent);
    agent.destroy();
    const config = { url: server.url, operation: 'GET /cob', provider: 'bank' };
    expect(await catchFailure(client, config)).toMatchObject({
      title: 'Client closed',
      operation: 'GET /cob',
      provider: 'bank',
      resultUnknown: false,
    });
    expect(server.connections).toBe(0);
  });

  it('is not sent when its signal is aborted, and its outcome is known', async () => {
    const server = await serve();
    const client = await harness.client();
    const config = { url: server.url, signal: AbortSignal.abort('gone') };
    expect(await catchFailure(client, config)).toMatchObject({
      title: 'Request aborted',
      detail: expect.stringContaining('before it was sent'),
      resultUnknown: false,
      cause: 'gone',
    });
    expect(server.connections).toBe(0);
  });
});

describe('a request that node:https does not create', () => {
  it('was not sent, and has the error as its cause', async () => {
    const client = await harness.client();
    const cause = new Error('this mock knows no such host');
    jest.spyOn(https, 'request').mockImplementation(() => {
      throw cause;
    });
    const error = await catchFailure(client, { url: 'https://bank.example/a', method: 'POST' });
    expect(error).toMatchObject({
      name: 'PixErroTransporteException',
      title: 'Request failed',
      detail: expect.stringContaining('created no request to bank.example: see the cause'),
      resultUnknown: false,
    });
    expect(error.cause).toBe(cause);
  });
});

describe('the size limit of a response', () => {
  it('is 10 MiB by default', async () => {
    const client = await harness.client();
    const most = await serve('x'.repeat(10 * MEBIBYTE));
    expect((await client.get(most.url)).body).toHaveLength(10 * MEBIBYTE);
    const more = await serve('x'.repeat(10 * MEBIBYTE + 1));
    expect(await catchFailure(client, { url: more.url })).toMatchObject({
      title: 'Response too large',
    });
  });

  it('can be 1 byte', async () => {
    const server = await serve('x');
    const client = await harness.client({ maxResponseBytes: 1 });
    expect((await client.get(server.url)).body).toBe('x');
  });
});

describe('the connections of a client', () => {
  it('are limited to 64 and close after 15 seconds without use', () => {
    const agent = new PixAgent();
    expect(agent.maxSockets).toBe(64);
    expect(agent.options).toMatchObject({ timeout: 15_000, scheduling: 'lifo' });
  });

  it('close when they become idle after retire()', async () => {
    const server = await serve();
    const agent = new PixAgent({ ca: [harness.authority.cert] });
    const client = harness.createClient(agent);
    await client.get(server.url);
    agent.retire();
    await client.get(server.url);
    await client.get(server.url);
    expect(server.connections).toBe(3);
  });
});
