import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createPixClient,
  isPixConexaoException,
  PixPayloadService,
  type PixClient,
  type PixModuleOptions,
} from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
let provider: ScriptedProvider;
let client: PixClient | undefined;

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  await provider.close();
});

/** The function of an application that makes a call. */
async function chargeCustomer(pix: PixClient, signal?: AbortSignal): Promise<unknown> {
  return await pix.cob.get(TXID, undefined, signal ? { signal } : {});
}

async function fail(options: Partial<PixModuleOptions> = {}, signal?: AbortSignal) {
  client = await createPixClient({ ...provider.options(), retry: false, ...options });
  const error: unknown = await chargeCustomer(client, signal).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('the call succeeded');
  return error;
}

describe('the stack of an error', () => {
  it.each<[string, Partial<PixModuleOptions>]>([
    ['refused connection', { baseUrl: 'https://127.0.0.1:1' }],
    ['unknown name', { baseUrl: 'https://bank.invalid' }],
    ['refused connection of the token endpoint', { tokenUrl: 'https://127.0.0.1:1' }],
  ])('contains the function that made the call: %s', async (_name, options) => {
    const error = await fail(options);
    expect(isPixConexaoException(error)).toBe(true);
    expect(error.stack).toMatch(/^PixConexaoException: .*\n[^]*\n\s+at (?:async )?chargeCustomer /);
    expect(error.stack?.match(/at (?:async )?chargeCustomer /g)).toHaveLength(1);
  });

  it('contains it after a time limit, an abort, a broken connection and a response', async () => {
    provider.api = () => undefined;
    expect((await fail({ timeout: 0.05 })).stack).toMatch(/at (?:async )?chargeCustomer /);
    await client?.close({ drain: 0 });
    expect((await fail({}, AbortSignal.timeout(50))).stack).toMatch(
      /at (?:async )?chargeCustomer /,
    );
    await client?.close({ drain: 0 });
    provider.api = { status: 500, body: {} };
    const answered = await fail();
    expect(answered.stack?.match(/at (?:async )?chargeCustomer /g)).toHaveLength(1);
  });

  it('does not grow when several calls share an error', async () => {
    client = await createPixClient({
      ...provider.options(),
      tokenUrl: 'https://127.0.0.1:1',
      retry: false,
    });
    const pix = client;
    const calls = await Promise.allSettled([1, 2, 3].map(() => chargeCustomer(pix)));
    for (const call of calls) {
      const { reason } = call as { reason: Error };
      expect(reason.stack?.match(/at (?:async )?chargeCustomer /g)).toHaveLength(1);
    }
  });

  it('contains the function that fetched a payload', async () => {
    const payloads = new PixPayloadService({ allowPrivateAddresses: true });
    async function readQrCode() {
      return await payloads.fetch('https://127.0.0.1/qr/v2/abcdefghijklmnopqrstuvwxyz123456');
    }
    const error: unknown = await readQrCode().catch((reason: unknown) => reason);
    expect((error as Error).stack).toMatch(/at (?:async )?readQrCode /);
  });
});
