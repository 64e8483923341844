import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient } from '../../lib/index.js';
import type { PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import type { Answer, Received } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const CREATED = { txid: TXID, ...COB };

let provider: ScriptedProvider;
let client: PixClient;

/** Answers one after another; `'reset'` breaks the connection after the request was read. */
function answers(...script: (Answer | 'reset')[]) {
  provider.api = (_: Received, response) => {
    const next = script.shift();
    if (next === undefined) throw new Error('the script has ended');
    if (next !== 'reset') return next;
    response.destroy();
    return undefined;
  };
}

const methods = () => provider.requests.map(({ method }) => method);

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  client = await createPixClient(provider.options({ retry: { attempts: 4, baseDelay: 0.001 } }));
});

afterEach(async () => {
  client.close();
  await provider.close();
});

describe('retry', () => {
  it('is off by default: one failure is one request', async () => {
    const plain = await createPixClient(provider.options());
    answers({ status: 503, body: {} });
    await expect(plain.cob.get(TXID)).rejects.toMatchObject({
      name: 'PixErroServicoIndisponivelException',
    });
    expect(methods()).toEqual(['GET']);
    plain.close();
  });

  it.each<[string, Answer | 'reset']>([
    ['503', { status: 503, body: {} }],
    ['429', { status: 429, headers: { 'retry-after': '0' }, body: {} }],
    ['500', { status: 500, body: {} }],
    ['a broken connection', 'reset'],
  ])('a read is repeated after %s', async (_, failure) => {
    answers(failure, { body: CREATED });
    await expect(client.cob.get(TXID)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['GET', 'GET']);
  });

  it.each([400, 403, 404, 409])('nothing is repeated after %d', async (status) => {
    answers({ status, body: {} });
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({ status });
    expect(methods()).toEqual(['PUT']);
  });

  it('a call that its caller aborted is not repeated', async () => {
    const controller = new AbortController();
    provider.api = () => {
      controller.abort();
      return undefined;
    };
    await expect(client.cob.get(TXID, {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'PixErroTransporteException',
    });
    expect(methods()).toHaveLength(1);
  });

  it('ends after the attempts it was given', async () => {
    const down = { status: 503, body: {} };
    answers(down, down, down, down);
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    expect(methods()).toHaveLength(4);
  });

  it('gives up when Retry-After is longer than it may wait', async () => {
    answers({ status: 429, headers: { 'retry-after': '3600' }, body: {} });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    expect(methods()).toHaveLength(1);
  });
});

describe('no double charge when the outcome is unknown', () => {
  it('a charge under a txid of one’s own is read back, and what is found is the answer', async () => {
    answers('reset', { body: CREATED });
    await expect(client.cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('it is repeated only when the provider does not have it', async () => {
    answers('reset', { status: 404, body: {} }, { status: 201, body: CREATED });
    await expect(client.cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', 'GET', 'PUT']);
  });

  it('it is read back after a success that can’t be read', async () => {
    answers(
      { status: 201, headers: { 'content-type': 'text/html' }, body: '<html/>' },
      { body: CREATED },
    );
    await expect(client.cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('while the reading back fails too, nothing is repeated and the outcome stays unknown', async () => {
    const down = { status: 503, body: {} };
    answers('reset', down, down, down);
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods()).toEqual(['PUT', 'GET', 'GET', 'GET']);
  });

  it('another charge under that txid is not taken for this one', async () => {
    const other = { ...CREATED, valor: { original: '99.00' } };
    answers('reset', ...Array.from({ length: 3 }, () => ({ body: other })));
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods()).not.toContain('POST');
    expect(methods().filter((method) => method === 'PUT')).toHaveLength(1);
  });

  it('a charge whose txid the provider chooses is never repeated', async () => {
    answers('reset');
    await expect(client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    expect(methods()).toEqual(['POST']);
  });

  it('unless it surely took no effect', async () => {
    answers({ status: 503, body: {} }, { status: 201, body: CREATED });
    await expect(client.cob.create(COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['POST', 'POST']);
  });
});
