import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

let provider: ScriptedProvider;

const open = (options: Partial<PixModuleOptions> = {}): Promise<PixClient> =>
  createPixClient(provider.options(options));

/** Answers each request after `ms` milliseconds. */
function answerAfter(ms: number) {
  provider.api = async (received) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return echoRecord(received);
  };
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(() => provider.close());

describe('close', () => {
  it('waits for 100 writes in flight and resolves each of them', async () => {
    answerAfter(300);
    const client = await open();
    const writes = Array.from({ length: 100 }, () => client.cob.create(COB));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.close();
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
    provider.api = () => undefined;
    const client = await open();
    const write = client.cob.create(COB);
    const read = client.cob.get(TXID);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const results = Promise.allSettled([write, read]);
    await client.close({ drain: 0.1 });
    expect(await results).toMatchObject([
      { reason: { title: 'Client closed', resultUnknown: true } },
      { reason: { title: 'Client closed', resultUnknown: false } },
    ]);
  });

  it('ends a call that is waiting for its next attempt', async () => {
    provider.api = { status: 503, body: {} };
    const client = await open({ retry: { attempts: 5, baseDelay: 30, maxDelay: 60 } });
    const read = client.cob.get(TXID);
    const failure = read.catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 150));
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
