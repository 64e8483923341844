import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

let provider: ScriptedProvider;

const open = (options: Partial<PixModuleOptions> = {}): Promise<PixClient> =>
  createPixClient(provider.options(options));

/** Holds each answer until `release`. `arrived` resolves at the request with this number. */
function holdAnswers(count: number) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    provider.api = async (received) => {
      if (provider.requests.length === count) resolve();
      await released;
      return echoRecord(received);
    };
  });
  return { arrived, release: () => release() };
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(() => provider.close());

describe('close', () => {
  it('waits for 100 writes in flight and resolves each of them', async () => {
    // The others wait for a connection.
    const { arrived, release } = holdAnswers(10);
    const client = await open();
    const writes = Array.from({ length: 100 }, () => client.cob.create(COB));
    await arrived;
    const closed = client.close({ drain: 60 });
    expect(client.inFlight).toBe(100);
    release();
    await closed;
    const results = await Promise.allSettled(writes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    expect(provider.requests).toHaveLength(100);
    expect(client.inFlight).toBe(0);
  });

  it('lets a write in flight read its record to learn the outcome', async () => {
    let count = 0;
    provider.api = (received) => {
      count += 1;
      if (count === 1) return { status: 503, body: {} };
      return received.method === 'GET'
        ? { body: { txid: TXID, status: 'ATIVA', ...COB } }
        : echoRecord(received);
    };
    const client = await open();
    const write = client.cob.createWithTxid(TXID, COB);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.close();
    await expect(write).resolves.toMatchObject({ txid: TXID });
  });

  it('refuses new calls with "Client closed" and opens no connection', async () => {
    const client = await open();
    await client.cob.create(COB);
    const closing = client.close();
    await expect(client.cob.create(COB)).rejects.toMatchObject({
      name: 'PixErroTransporteException',
      title: 'Client closed',
      resultUnknown: false,
      operation: 'POST /cob',
    });
    await closing;
    await provider.disconnected();
    const { connections } = provider;
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ title: 'Client closed' });
    expect(provider.connections).toBe(connections);
  });

  it('ends the calls still in flight after the drain and reports each outcome correctly', async () => {
    const { arrived } = holdAnswers(2);
    const client = await open();
    const write = client.cob.create(COB);
    const read = client.cob.get(TXID);
    await arrived;
    const results = Promise.allSettled([write, read]);
    await client.close({ drain: 0.1 });
    expect(await results).toMatchObject([
      { reason: { title: 'Client closed', resultUnknown: true } },
      { reason: { title: 'Client closed', resultUnknown: false } },
    ]);
  });

  it('ends a call that is waiting for its next attempt', async () => {
    provider.api = { status: 503, body: {} };
    let answered = (): void => undefined;
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const retry = { attempts: 5, baseDelay: 30, maxDelay: 60 };
    const client = await open({
      retry,
      onResponse: ({ status }) => {
        if (status === 503) answered();
      },
    });
    const read = client.cob.get(TXID);
    const failure = read.catch((error: unknown) => error);
    await answer;
    await client.close({ drain: 0 });
    expect(await failure).toMatchObject({ status: 503 });
  });

  it('returns the same promise when it is called again', async () => {
    const client = await open();
    expect(client.close()).toBe(client.close());
    await client.close();
  });

  it.each([-1, Number.NaN, 4_000])('refuses a drain of %p seconds', async (drain) => {
    const client = await open();
    expect(() => client.close({ drain })).toThrow('drain must be a number of seconds');
    await client.close();
  });
});
