import { describe, expect, it } from '@jest/globals';
import type { PixCallerConfig } from '../../lib/client/plan.js';
import { RateLimitError } from '../../lib/errors/index.js';
import * as failure from '../../lib/transport/failure.js';
import { InMemoryClient, type Step } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const CREATED = { txid: TXID, status: 'ATIVA', ...COB };
const OLDER = { calendario: { criacao: '2025-01-01T00:00:00Z' }, revisao: 0 };
const DATE = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
const BUSY = { status: 503, body: {} };
const ABSENT = { status: 404, body: { title: 'Not found' } };
const FACTS: failure.RequestFacts = {
  host: 'bank.example',
  operation: 'PUT /cob/{txid}',
  provider: 'scripted',
  safe: false,
};

const broken = () =>
  failure.connectionFailure(FACTS, { sent: true, reused: false, answered: false });
const stale = () => {
  const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  return failure.connectionFailure(FACTS, { sent: true, reused: true, answered: false }, cause);
};
const notConnected = () =>
  failure.connectionFailure(FACTS, { sent: false, reused: false, answered: false });

function open(script: Step[], config: Partial<PixCallerConfig> = {}): InMemoryClient {
  const bank = new InMemoryClient(config);
  bank.script(...script);
  return bank;
}

/** Limits that refuse the given acquisitions, counted from 1. */
function limitsRefusing(...turns: number[]): Partial<PixCallerConfig> {
  let turn = 0;
  const acquire = () => {
    turn += 1;
    return turns.includes(turn) ? Promise.reject(new RateLimitError('too many')) : undefined;
  };
  return { limits: { acquire } as unknown as NonNullable<PixCallerConfig['limits']> };
}

const create = (bank: InMemoryClient) => bank.client.cob.createWithTxid(TXID, COB);

describe('a write whose outcome is unknown', () => {
  it('is read after a wait, sent again when the record is absent, and succeeds', async () => {
    const bank = open([BUSY, ABSENT, { status: 201, body: CREATED }]);
    await expect(create(bank)).resolves.toEqual(CREATED);
    expect(bank.methods).toEqual(['PUT', 'GET', 'PUT']);
    expect(bank.runtime.waits).toEqual([500]);
  });

  it('is read again when a rate limit of the client prevents its repeat', async () => {
    const bank = open([BUSY, ABSENT, { body: CREATED }], limitsRefusing(3));
    await expect(create(bank)).resolves.toEqual(CREATED);
    expect(bank.methods).toEqual(['PUT', 'GET', 'GET']);
  });

  it('fails without a wait when no read can determine its outcome', async () => {
    const bank = open([BUSY]);
    await expect(bank.client.cob.create(COB)).rejects.toMatchObject({
      status: 503,
      resultUnknown: true,
    });
    expect(bank.runtime.waits).toEqual([]);
  });

  it('names the operation that reads the record in its error', async () => {
    const bank = open([broken()], { retry: false });
    await expect(create(bank)).rejects.toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: true,
      message: expect.stringContaining('GET /cob/{txid}'),
    });
  });

  it('keeps the error of the provider when a rate limit ends the call', async () => {
    const bank = open([BUSY, ABSENT, BUSY], limitsRefusing(3, 4, 5, 6, 7));
    await expect(create(bank)).rejects.toMatchObject({ status: 503, resultUnknown: true });
  });

  it('rejects with a conflict that names the provider, the operation and the cause when the record differs', async () => {
    const other = { ...CREATED, ...OLDER, status: 'CONCLUIDA', chave: 'x@y.z' };
    const bank = open([BUSY, { headers: DATE, body: other }]);
    await expect(create(bank)).rejects.toMatchObject({
      name: 'PixConflitoException',
      provider: 'scripted',
      operation: 'PUT /cob/{txid}',
      fields: ['chave'],
      recordStatus: 'CONCLUIDA',
      cause: { status: 503 },
      message: expect.stringContaining(
        'another record with status CONCLUIDA under this identifier. Fields that differ: chave.',
      ),
    });
  });

  it('doubles the wait before each repeat', async () => {
    const bank = open([BUSY, ABSENT, BUSY, ABSENT, { status: 201, body: CREATED }]);
    await create(bank);
    expect(bank.runtime.waits).toEqual([500, 1000]);
  });

  it('is sent at most `attempts` times', async () => {
    const bank = open([BUSY, ABSENT, BUSY, ABSENT, BUSY, ABSENT]);
    await expect(create(bank)).rejects.toMatchObject({ resultUnknown: true });
    expect(bank.methods.slice(0, 6)).toEqual(['PUT', 'GET', 'PUT', 'GET', 'PUT', 'GET']);
    expect(new Set(bank.methods.slice(6))).toEqual(new Set(['GET']));
  });

  it('is read until the deadline, with growing pauses', async () => {
    const bank = open([BUSY]);
    await expect(create(bank)).rejects.toMatchObject({ resultUnknown: true });
    expect(bank.methods.filter((method) => method === 'PUT')).toHaveLength(1);
    expect(bank.runtime.waits).toEqual([
      500,
      125,
      250,
      500,
      1000,
      2000,
      ...Array.from({ length: 13 }, () => 4000),
    ]);
    expect(bank.runtime.elapsed()).toBeGreaterThan(55_000);
  });

  it('is read but not sent again when Retry-After exceeds the longest wait', async () => {
    const wait = { status: 503, headers: { 'retry-after': '9' }, body: {} };
    const bank = open([wait, ABSENT]);
    await expect(create(bank)).rejects.toMatchObject({ resultUnknown: true, retryAfter: 9 });
    expect(bank.methods.slice(0, 2)).toEqual(['PUT', 'GET']);
    expect(bank.methods.filter((method) => method === 'PUT')).toHaveLength(1);
    expect(bank.runtime.waits[0]).toBe(500);
  });

  it('is sent again when Retry-After equals the longest wait', async () => {
    const wait = { status: 503, headers: { 'retry-after': '8' }, body: {} };
    const bank = open([wait, ABSENT, { status: 201, body: CREATED }]);
    await expect(create(bank)).resolves.toEqual(CREATED);
    expect(bank.runtime.waits).toEqual([8500]);
  });

  it('fails when the wait would exceed the deadline', async () => {
    const settings = { retry: { baseDelay: 1 } };
    const beforeDeadline = open([BUSY, { body: CREATED }], { ...settings, deadline: 0.501 });
    await expect(create(beforeDeadline)).resolves.toEqual(CREATED);
    const late = open([BUSY, { body: CREATED }], { ...settings, deadline: 0.5 });
    await expect(create(late)).rejects.toMatchObject({ status: 503, resultUnknown: true });
    expect(late.methods).toEqual(['PUT']);
  });

  it('resolves to undefined after a read when the operation has no response body', async () => {
    const chave = 'pix@example.com';
    const bank = open([BUSY, { body: { webhookUrl: 'https://shop.example/pix', chave } }]);
    await expect(
      bank.client.webhook.register(chave, { webhookUrl: 'https://shop.example/pix' }),
    ).resolves.toBeUndefined();
  });
});

describe('a refused create whose identifier the provider chooses', () => {
  const REFUSED = { status: 400, body: { title: 'location em uso' } };
  const page = (...cobs: object[]) => ({
    body: { parametros: { paginacao: { paginaAtual: 0, quantidadeDePaginas: 1 } }, cobs },
  });
  const settings = (): Partial<PixCallerConfig> => ({
    provider: {
      name: 'scripted',
      code: '999',
      production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
      scopes: [],
      readLag: 5,
    },
  });

  it('is definite if the lists have no candidate after `readLag`', async () => {
    const bank = open([REFUSED, page()], settings());
    await expect(bank.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: false });
    expect(bank.methods).toEqual(['POST', 'GET']);
    expect(bank.runtime.waits).toEqual([5000]);
  });

  it('is unknown if there is a candidate, or the search fails', async () => {
    const found = open([REFUSED, page(CREATED)], settings());
    await expect(found.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    const failed = open([REFUSED, { status: 403, body: {} }], settings());
    await expect(failed.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
  });

  it('is definite without a search if a format is refused, and unknown with retry: false', async () => {
    const violacoes = [{ propriedade: 'cob.valor.original' }];
    const format = open([{ status: 400, body: { title: 'x', violacoes } }], settings());
    await expect(format.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: false });
    const unread = open([REFUSED], { ...settings(), retry: false });
    await expect(unread.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    expect([...format.methods, ...unread.methods]).toEqual(['POST', 'POST']);
  });
});

describe('a revision older than one that the client has received', () => {
  it('proves nothing', async () => {
    const bank = open([{ body: { ...CREATED, revisao: 1, valor: { original: '50.00' } } }, BUSY]);
    await bank.client.cob.get(TXID);
    bank.script(BUSY, ...Array.from({ length: 30 }, () => ({ body: { ...CREATED, revisao: 0 } })));
    await expect(create(bank)).rejects.toMatchObject({ resultUnknown: true });
  });
});

describe('a refused repeat of a change', () => {
  it('is the error of the call when the record can no longer change', async () => {
    const bank = open([
      BUSY,
      { body: CREATED },
      { status: 400, body: { title: 'refused' } },
      { body: { ...CREATED, status: 'CONCLUIDA' } },
    ]);
    await expect(bank.client.cob.cancel(TXID)).rejects.toMatchObject({
      name: 'PixErroValidacaoException',
      status: 400,
      resultUnknown: false,
    });
  });
});

describe('a refused repeat of a create', () => {
  it('is a conflict when another record has the identifier', async () => {
    const other = { ...CREATED, ...OLDER, status: 'CONCLUIDA', chave: 'x@y.z' };
    const found = { headers: DATE, body: other };
    const bank = open([BUSY, ABSENT, { status: 400, body: {} }, found]);
    await expect(create(bank)).rejects.toMatchObject({
      name: 'PixConflitoException',
      cause: { status: 400 },
    });
  });
});

describe('a maxDelay below the backoff', () => {
  it('does not prevent a repeat after a failure without Retry-After', async () => {
    const retry = { attempts: 3, baseDelay: 0.1, maxDelay: 0.5 };
    const bank = open([BUSY, ABSENT, { status: 201, body: CREATED }], { retry });
    await expect(create(bank)).resolves.toEqual(CREATED);
  });
});

describe('a stale connection', () => {
  it('triggers one immediate attempt that does not count', async () => {
    const bank = open([stale(), BUSY, BUSY, { body: CREATED }]);
    await expect(bank.client.cob.get(TXID)).resolves.toEqual(CREATED);
    expect(bank.methods).toHaveLength(4);
    expect(bank.runtime.waits).toHaveLength(2);
  });

  it('triggers only one repeat with retry: false', async () => {
    const bank = open([stale(), stale(), { body: CREATED }], { retry: false });
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ name: 'PixConexaoException' });
    expect(bank.methods).toHaveLength(2);
  });

  it('triggers an immediate read of the record of a write with retry: false', async () => {
    const bank = open([stale(), ABSENT, { status: 201, body: CREATED }], { retry: false });
    await expect(create(bank)).resolves.toEqual(CREATED);
    expect(bank.runtime.waits).toEqual([]);
  });
});

describe('a call without a connection', () => {
  it('is repeated even if it is a write', async () => {
    const bank = open([notConnected(), { status: 201, body: CREATED }]);
    await expect(bank.client.cob.create(COB)).resolves.toEqual(CREATED);
  });
});

describe('drain', () => {
  it('refuses a new call without sending it', async () => {
    const bank = open([{ body: CREATED }]);
    await bank.caller.drain(0);
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({
      title: 'Client closed',
      operation: 'GET /cob/{txid}',
      provider: 'scripted',
      resultUnknown: false,
    });
    expect(bank.requests).toEqual([]);
  });

  it('inFlight counts the calls in flight', async () => {
    const bank = open([{ body: CREATED }, { body: CREATED }]);
    const calls = [bank.client.cob.get(TXID), bank.client.cob.get(TXID)];
    expect(bank.caller.inFlight).toBe(2);
    await Promise.all(calls);
    expect(bank.caller.inFlight).toBe(0);
    await bank.caller.idle();
  });
});

describe('a 401', () => {
  it.each<[string, string, number]>([
    ['is followed by one attempt with another token', 'token-2', 2],
    ['is thrown when the renewed token is the same', 'token-1', 1],
  ])('%s', async (_, renewed, attempts) => {
    const seen: string[] = [];
    const bank = new InMemoryClient(
      {},
      {
        renewable: true,
        getToken: () => Promise.resolve('token-1'),
        replace: (refused) => {
          seen.push(`replaced ${refused}`);
          return Promise.resolve(renewed);
        },
        renewalFailed: () => void seen.push('renewal failed'),
      },
    );
    bank.script({ status: 401, body: {} }, { status: 401, body: {} });
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status: 401 });
    expect(bank.requests.map(({ headers }) => headers?.Authorization)).toEqual(
      ['Bearer token-1', 'Bearer token-2'].slice(0, attempts),
    );
    expect(seen).toEqual(['replaced token-1', 'renewal failed'].slice(0, attempts));
  });

  it('is thrown when the token is fixed', async () => {
    const bank = open([{ status: 401, body: {} }]);
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status: 401 });
    expect(bank.methods).toHaveLength(1);
  });
});
