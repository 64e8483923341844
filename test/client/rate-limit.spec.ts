import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createPixClient,
  isRateLimitError,
  type PixClient,
  type PixModuleOptions,
} from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

let provider: ScriptedProvider;
let client: PixClient;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await client.close({ drain: 0 });
  await provider.close();
});

/** Opens a client of a provider that allows 3 calls per minute. */
async function open(more: Partial<PixModuleOptions>): Promise<PixClient> {
  const options = provider.options(more);
  const profile = { ...(options.provider as object), rateLimits: { callsPerMinute: 3 } };
  client = await createPixClient({ ...options, provider: profile as PixModuleOptions['provider'] });
  return client;
}

describe('the rate limit of a provider', () => {
  it.each<[string, Partial<PixModuleOptions>]>([
    ['immediately with `throw`', { rateLimit: { whenExceeded: 'throw' } }],
    ['when the wait would exceed the deadline', { deadline: 5 }],
  ])('rejects a call above it %s without sending a request', async (_, options) => {
    await open(options);
    for (let call = 0; call < 3; call += 1) await client.cob.get(TXID);
    const error: unknown = await client.cob.createWithTxid(TXID, COB).catch((e: unknown) => e);
    expect(isRateLimitError(error)).toBe(true);
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: expect.any(Number) });
    expect(provider.requests).toHaveLength(3);
  });

  it('has no effect with `rateLimit: false`', async () => {
    await open({ rateLimit: false });
    for (let call = 0; call < 5; call += 1) await client.cob.get(TXID);
    expect(provider.requests).toHaveLength(5);
  });
});
