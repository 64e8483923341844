import { describe, expect, it } from '@jest/globals';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const BODY = { valor: { original: '37.00' }, chave: 'loja@example.com' };

function nest(levels: number): object {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

function circular(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

describe('the options of a call', () => {
  it.each<[unknown, RegExp]>([
    [null, /^the options must be an object, not null/],
    [5, /^the options must be an object/],
    [[], /^the options must be an object/],
    [{ timeot: 5 }, /^timeot is not an option: did you mean timeout\?$/],
    [{ retries: 5 }, /^retries is not an option/],
    [{ allowUnknownField: true }, /^allowUnknownField is not an option/],
    [{ signal: 5 }, /^signal must be an AbortSignal/],
    [{ signal: null }, /^signal must be an AbortSignal, not null/],
    [{ headers: 'x-api-key: abc' }, /^headers must be an object/],
    [{ headers: { 'x-a': null } }, /^headers\.x-a must be text, not null/],
    [{ timeout: 30_000 }, /^timeout is in seconds .* set 30\.$/],
    [{ deadline: null }, /^deadline must be/],
    [{ deadline: 30_000 }, /^deadline is in seconds .* set 30\.$/],
    [{ retry: null }, /^retry must be/],
    [{ signal: 5, timeot: 1 }, /^signal must be an AbortSignal; timeot is not an option/],
  ])('%j are refused before anything is sent', async (options, message) => {
    const bank = new InMemoryClient();
    const expected = expect.objectContaining({
      name: 'ValueError',
      message: expect.stringMatching(message),
    });
    await expect(bank.client.cob.get(TXID, undefined, options as never)).rejects.toEqual(expected);
    const list = bank.client.cob.iterate(
      { inicio: new Date(0), fim: new Date(1) },
      options as never,
    );
    await expect(list[Symbol.asyncIterator]().next()).rejects.toEqual(expected);
    expect(bank.requests).toEqual([]);
  });

  it('may be undefined, one by one', async () => {
    const bank = new InMemoryClient();
    bank.script({ body: { txid: TXID } });
    const names = ['headers', 'timeout', 'deadline', 'signal', 'scopes', 'retry'];
    const options = Object.fromEntries(names.map((name) => [name, undefined]));
    const headers = { 'x-a': undefined as never, 'x-b': '1' };
    await bank.client.cob.get(TXID, undefined, { ...options, headers });
    expect(bank.requests[0]!.headers).toMatchObject({ 'x-b': '1' });
    expect(bank.requests[0]!.headers).not.toHaveProperty('x-a');
  });

  it.each([{ onPage: 5 }, { splitPeriods: 'true' }, { onPgae: () => undefined }])(
    'of an iteration are checked: %j',
    async (options) => {
      const bank = new InMemoryClient();
      const list = bank.client.cob.iterate(
        { inicio: new Date(0), fim: new Date(1) },
        options as never,
      );
      await expect(list[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        name: 'ValueError',
      });
      expect(bank.requests).toEqual([]);
    },
  );

  it.each([null, 5, { inico: new Date() }])(
    'a period of candidates is checked: %j',
    async (period) => {
      const bank = new InMemoryClient();
      await expect(bank.client.cob.findCandidates(BODY, period as never)).rejects.toMatchObject({
        name: 'ValueError',
      });
      expect(bank.requests).toEqual([]);
    },
  );
});

describe('a body that has no form in JSON', () => {
  it.each<[string, object]>([
    ['deep data in an unknown field', { ...BODY, extra: nest(20_000) }],
    [
      'deep data in a known list',
      { ...BODY, infoAdicionais: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as object },
    ],
    ['a value that contains itself', { ...BODY, extra: circular() }],
    ['a big integer', { ...BODY, extra: 5n }],
    [
      'a member that cannot be read',
      {
        ...BODY,
        extra: {
          toJSON: () => {
            throw new Error('canary');
          },
        },
      },
    ],
  ])('is refused: %s', async (_, body) => {
    for (const validate of [true, false]) {
      const bank = new InMemoryClient({ validate });
      await expect(bank.client.cob.createWithTxid(TXID, body as never)).rejects.toMatchObject({
        name: 'ValidationError',
        field: 'body',
        message: expect.stringMatching(/^Corpo inválido em PUT \/cob\/\{txid\}: o corpo /),
      });
      expect(bank.requests).toEqual([]);
    }
  });

  it('is refused without validation, instead of a request without a body', async () => {
    const bank = new InMemoryClient({ validate: false });
    await expect(bank.client.cob.createWithTxid(TXID, (() => BODY) as never)).rejects.toMatchObject(
      { name: 'ValidationError', field: 'body' },
    );
    expect(bank.requests).toEqual([]);
  });

  it('does not include data of 60 levels', async () => {
    const bank = new InMemoryClient();
    bank.script({ status: 201, body: { ...BODY, txid: TXID } });
    await bank.client.cob.createWithTxid(TXID, { ...BODY, extra: nest(60) } as never);
    expect(bank.requests).toHaveLength(1);
  });
});
