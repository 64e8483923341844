import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PixAgent, parseProxy, type PixRequest } from '../../lib/transport/index.js';
import { until } from '../support/until.js';
import { watchTimers } from '../support/watch-timers.js';
import { catchFailure, Harness, type TestClient } from './support/harness.js';
import { startProxy, type TestProxy } from './support/proxy.js';
import { startHttps, type TestServer } from './support/servers.js';

const harness = new Harness();
const proxies: TestProxy[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

const serve = (
  listener: RequestListener = (_request, response) => response.end('{}'),
): Promise<TestServer> => harness.serve(startHttps(harness.serverCertificate, listener));

async function openProxy(
  maxSockets: number,
  ...reply: Parameters<typeof startProxy>
): Promise<{ client: TestClient; proxy: TestProxy }> {
  const proxy = await startProxy(...reply);
  proxies.push(proxy);
  const ca = [harness.authority.cert];
  const agent = new PixAgent({ ca, maxSockets, proxy: parseProxy(`http://${proxy.host}`) });
  return { client: harness.createClient(agent), proxy };
}

/** A request that the caller can abort. */
function start(client: TestClient, url: string, config: Partial<PixRequest> = {}) {
  const controller = new AbortController();
  const failed = catchFailure(client, { url, signal: controller.signal, ...config });
  return {
    async abort() {
      controller.abort();
      return failed;
    },
  };
}

async function connections(proxy: TestProxy, count: number): Promise<void> {
  await until(() => proxy.targets.length >= count);
}

/** Lets the agent handle the end of a connection. */
async function cleanUp(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

describe('a request that waits for a connection through a proxy', () => {
  it('gets the next place, one request for each place', async () => {
    const { client, proxy } = await openProxy(2, 'silent');
    const { url } = await serve();
    const requests = Array.from({ length: 5 }, () => start(client, url));
    await connections(proxy, 2);
    for (const opened of [3, 4, 5]) {
      await requests.shift()?.abort();
      await connections(proxy, opened);
    }
    await Promise.all(requests.map((request) => request.abort()));
    expect(proxy.targets).toHaveLength(5);
  });

  it('gets no second place', async () => {
    const { client, proxy } = await openProxy(2, 'silent');
    const { url } = await serve();
    const [first, second, third] = Array.from({ length: 3 }, () => start(client, url));
    await connections(proxy, 2);
    await first?.abort();
    await connections(proxy, 3);
    await second?.abort();
    await third?.abort();
    const last = start(client, url);
    await connections(proxy, 4);
    await last.abort();
    expect(proxy.targets).toHaveLength(4);
  });

  it('gets no place after it was aborted', async () => {
    const { client, proxy } = await openProxy(1, 'silent');
    const { url } = await serve();
    const [first, second] = [start(client, url), start(client, url)];
    await connections(proxy, 1);
    await second.abort();
    await first.abort();
    await cleanUp();
    expect(proxy.targets).toHaveLength(1);
    const last = start(client, url);
    await connections(proxy, 2);
    await last.abort();
    expect(proxy.targets).toHaveLength(2);
  });

  it('leaves its place to another request if it has two', async () => {
    const { client, proxy } = await openProxy(2, 'silent');
    const { url } = await serve();
    const [first, second, third] = Array.from({ length: 3 }, () => start(client, url));
    await connections(proxy, 2);
    await first?.abort();
    await connections(proxy, 3);
    await second?.abort();
    await cleanUp();
    const last = start(client, url);
    await connections(proxy, 4);
    await Promise.all([last.abort(), third?.abort()]);
    expect(proxy.targets).toHaveLength(4);
  });

  it('counts for maxSockets when it gets one', async () => {
    const { client, proxy } = await openProxy(1, 'silent');
    const { url } = await serve();
    const [first, second] = [start(client, url), start(client, url)];
    await connections(proxy, 1);
    await first.abort();
    await connections(proxy, 2);
    const error = await catchFailure(client, { url, timeout: [0.05, 0.05] });
    expect(error).toMatchObject({ title: 'No free connection', resultUnknown: false });
    await second.abort();
  });

  it('has the connect time limit from then on', async () => {
    const { client } = await openProxy(1, 'silent');
    const { url } = await serve();
    const errors = await Promise.all(
      Array.from({ length: 3 }, () => catchFailure(client, { url, timeout: [0.05, 10] })),
    );
    expect(errors.map(({ title }) => title)).toEqual(Array(3).fill('Connect time limit exceeded'));
  });
});

describe('a connection through a proxy', () => {
  it('has one connect time limit for the proxy and TLS together', async () => {
    const { client } = await openProxy(1);
    const { url } = await serve();
    const timers = watchTimers();
    await client.get(url);
    expect(timers.lengths()).toEqual([30_000, 5_000, 30_000]);
    expect(timers.running()).toEqual([]);
  });

  it('frees its place when it ends', async () => {
    const { client, proxy } = await openProxy(1);
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    );
    for (let call = 0; call < 3; call += 1) await client.get(url, { timeout: [5, 2] });
    expect(proxy.targets).toHaveLength(3);
  });

  it('ends with the client', async () => {
    const proxy = await startProxy('silent');
    proxies.push(proxy);
    const agent = new PixAgent({ proxy: parseProxy(`http://${proxy.host}`), maxSockets: 1 });
    const client = harness.createClient(agent);
    const failed = [1, 2].map(() => catchFailure(client, { url: 'https://127.0.0.1:1/' }));
    await connections(proxy, 1);
    agent.destroy();
    for (const error of await Promise.all(failed)) {
      expect(error).toMatchObject({ title: 'Client closed', resultUnknown: false });
    }
    expect(proxy.targets).toHaveLength(1);
  });
});
