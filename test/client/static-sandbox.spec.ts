import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
// What some sandboxes answer to every call.
const EXAMPLE = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  status: 'REMOVIDA_PELO_PSP',
  valor: { original: 567.89 },
  chave: 'a1f4102e-a446-4a57-bcce-6fa48899c1d1',
};

let provider: ScriptedProvider;
let client: PixClient;
let warn: jest.SpiedFunction<Logger['warn']>;

const open = async (environment: 'production' | 'sandbox') => {
  const options = provider.options({ retry: { attempts: 2, baseDelay: 0.001 }, deadline: 1 });
  const { production } = options.provider as { production: object };
  client = await createPixClient({
    ...options,
    environment,
    provider: {
      ...(options.provider as object),
      sandbox: { ...production, mode: 'oauth' },
    } as never,
  });
};

beforeEach(async () => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  provider = await ScriptedProvider.start();
  provider.api = () => ({ status: 200, body: EXAMPLE });
});
afterEach(async () => {
  await client.close({ drain: 0 });
  await provider.close();
  jest.restoreAllMocks();
});

describe('a sandbox that answers the examples of the specification', () => {
  it('may answer with another record; one line says so', async () => {
    await open('sandbox');
    const example = { ...EXAMPLE, valor: { original: '567.89' } };
    expect(await client.cob.createWithTxid(TXID, COB)).toEqual(example);
    expect(await client.cob.get(TXID)).toEqual(example);
    expect(await client.cob.revise(TXID, { valor: { original: '38.00' } })).toEqual(example);
    expect(await client.cob.create(COB)).toEqual(example);
    expect(provider.requests).toHaveLength(4);
    const lines = warn.mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.startsWith('The sandbox of '))).toEqual([
      expect.stringMatching(
        /answers with another record than was asked for.*outside of production only: The provider returned a success with the record of another txid\./,
      ),
    ]);
  });

  it('may answer with a record where the specification has no body, but with no problem', async () => {
    await open('sandbox');
    const webhook = { webhookUrl: 'https://loja.example.com/pix' };
    provider.api = () => ({ status: 200, body: { ...webhook, chave: EXAMPLE.chave } });
    await client.webhook.register(COB.chave, webhook);
    expect(provider.requests).toHaveLength(1);
    provider.api = () => ({ status: 200, body: { title: 'Erro', status: 500 } });
    await expect(client.webhook.register(COB.chave, webhook)).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
    });
  });

  it('must answer with JSON all the same', async () => {
    await open('sandbox');
    provider.api = () => ({ status: 200, body: '<html>' });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ name: 'PixRespostaInvalidaError' });
  });
});

describe('a bank in production', () => {
  it('must answer with the record that was asked for', async () => {
    await open('production');
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ name: 'PixRespostaInvalidaError' });
  });
});
