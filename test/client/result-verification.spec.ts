import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, PixClientFactory, type PixClient } from '../../lib/index.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider, type ScriptedResponse } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const CREATED = { txid: TXID, status: 'ATIVA', ...COB };

let provider: ScriptedProvider;
let client: PixClient;

function answers(...script: ScriptedResponse[]) {
  provider.api = () => script.shift() ?? { status: 418, body: {} };
}

const methods = () => provider.requests.map(({ method }) => method);

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  client = await createPixClient(
    provider.options({
      retry: { attempts: 3, baseDelay: 0.001 },
      leastPrivilege: false,
      deadline: 2,
    }),
  );
});

afterEach(async () => {
  await client.close({ drain: 0 });
  await provider.close();
});

describe('a read', () => {
  it.each([
    ['a maintenance notice', { message: 'manutenção' }],
    ['the record of another txid', { ...CREATED, txid: 'b'.repeat(26), status: 'CONCLUIDA' }],
  ])('repeats the read instead of accepting %s', async (_, body) => {
    answers({ body }, { body: CREATED });
    await expect(client.cob.get(TXID)).resolves.toEqual(CREATED);
    answers({ body }, { body }, { body });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ name: 'PixRespostaInvalidaError' });
  });
});

describe('a write', () => {
  it.each(['', '  ', 0, null])(
    'has an unknown outcome when the txid of its success is %j',
    async (txid) => {
      answers({ status: 201, body: { ...CREATED, txid } });
      await expect(client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
      expect(methods()).toEqual(['POST']);
    },
  );

  it('is not sent again after a 401 whose body reports a 500', async () => {
    answers({ status: 401, body: { status: 500 } }, { status: 201, body: CREATED });
    await expect(client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    expect(methods()).toEqual(['POST']);
  });

  it.each<[string, ScriptedResponse]>([
    ['a gateway without a route', { status: 404, body: { message: 'no Route matched' } }],
    ['a page in plain text', { status: 404, body: '404 page not found' }],
    ['an unavailable provider', { status: 503, body: { status: 404 } }],
  ])('is not confirmed as deleted by %s', async (_, answer) => {
    answers({ status: 503, body: {} }, ...Array.from({ length: 9 }, () => answer));
    await expect(client.webhook.delete('chave@example.com')).rejects.toMatchObject({
      resultUnknown: true,
    });
  });

  it('is not sent again when Retry-After exceeds the longest wait', async () => {
    const busy = { status: 503, headers: { 'retry-after': '3600' }, body: {} };
    const absent = { status: 404, body: { type: 'CobNaoEncontrado', title: 'x', status: 404 } };
    answers(busy, ...Array.from({ length: 50 }, () => absent));
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods().filter((method) => method !== 'GET')).toEqual(['PUT']);
  });

  it('is not confirmed as a retry by an earlier failed attempt', async () => {
    const tentativas = [{ dataLiquidacao: '2026-05-04', status: 'REJEITADA' }];
    answers({ status: 503, body: {} }, { body: { txid: TXID, tentativas } });
    await expect(client.cobR.retry(TXID, '2026-05-04')).rejects.toMatchObject({
      resultUnknown: true,
    });
  });

  it('is not confirmed by a paid record with another key', async () => {
    const sent = { ...COB, chave: '12345678909' };
    const calendario = { criacao: '2025-01-01T00:00:00Z' };
    const other = { ...CREATED, chave: '+12345678909', status: 'CONCLUIDA' };
    const found = { body: { ...other, calendario, revisao: 0 } };
    answers({ status: 503, body: {} }, found);
    await expect(client.cob.createWithTxid(TXID, sent)).rejects.toMatchObject({
      name: 'PixConflitoException',
      fields: ['chave'],
    });
  });
});

describe('PixClientFactory.close', () => {
  it('also closes the clients that it evicted', async () => {
    provider.api = async (received) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return echoRecord(received);
    };
    const factory = new PixClientFactory({ max: 1 });
    const first = await factory.get('a', provider.options());
    await factory.get('b', provider.options());
    const write = first.cob.create(COB);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await factory.close();
    await expect(write).resolves.toMatchObject(COB);
    expect(first.inFlight).toBe(0);
    await expect(first.cob.create(COB)).rejects.toMatchObject({ title: 'Client closed' });
  });
});

describe('createPixClient', () => {
  it.each([{ atempts: 5 }, []])('refuses retry options that do not exist: %j', async (retry) => {
    await expect(createPixClient(provider.options({ retry: retry as object }))).rejects.toThrow(
      'retry',
    );
  });
});
