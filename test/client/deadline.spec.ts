import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

let provider: ScriptedProvider;
const clients: PixClient[] = [];

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient(provider.options(options));
  clients.push(client);
  return client;
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close({ drain: 0 })));
  await provider.close();
});

// A call that ignores its deadline or signal would exceed the time limit of its test.
describe('deadline', () => {
  it('ends a call, repeats included, when the provider never answers', async () => {
    provider.api = () => undefined;
    const client = await open({ deadline: 0.5, retry: { attempts: 50, baseDelay: 0.01 } });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ name: 'PixTimeoutException' });
  });

  it('ends the repeats and the reads of a write whose outcome is unknown', async () => {
    provider.api = { status: 503, body: {} };
    const client = await open({ retry: { attempts: 50, baseDelay: 0.1 } });
    const call = client.cob.createWithTxid(TXID, COB, { deadline: 2 });
    await expect(call).rejects.toMatchObject({ resultUnknown: true });
  });

  it('of a call overrides that of the module', async () => {
    provider.api = () => undefined;
    const client = await open({ deadline: 600, timeout: 600 });
    const call = client.cob.get(TXID, {}, { deadline: 0.3 });
    await expect(call).rejects.toMatchObject({ name: 'PixTimeoutException' });
  });

  it('limits an attempt that has no timeout', async () => {
    provider.api = () => undefined;
    const client = await open({ timeout: [5, null], retry: false });
    const call = client.cob.createWithTxid(TXID, COB, { deadline: 2 });
    await expect(call).rejects.toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
  });

  it.each([0, -1, Number.NaN, Infinity, 100_000, null, '60'])('refuses %p', async (deadline) => {
    await expect(open({ deadline: deadline as number })).rejects.toThrow('deadline');
  });
});

describe('a signal', () => {
  it('that many calls share triggers no MaxListenersExceededWarning', async () => {
    const warnings: Error[] = [];
    const recordWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', recordWarning);
    const client = await open();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 200 }, () => client.cob.get(TXID, {}, { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', recordWarning);
    expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
  });

  it('ends a wait between two attempts', async () => {
    provider.api = { status: 503, body: {} };
    const controller = new AbortController();
    const client = await open({
      retry: { attempts: 2, baseDelay: 60, maxDelay: 600 },
      onResponse: ({ kind }) => {
        if (kind === 'attempt') setTimeout(() => controller.abort(), 100);
      },
    });
    const call = client.cob.createWithTxid(TXID, COB, { signal: controller.signal, deadline: 600 });
    await expect(call).rejects.toMatchObject({ resultUnknown: true });
  });
});
