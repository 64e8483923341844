import { describe, expect, it } from '@jest/globals';
import { endOfAttempt } from '../../lib/client/attempt.js';
import { findCandidates } from '../../lib/client/paginate.js';
import { buildPlan, type Plan } from '../../lib/client/plan.js';
import { findOperation, type PixOperation } from '../../lib/contract/index.js';
import { PixErroServidorException, RateLimitError } from '../../lib/errors/index.js';
import { accountTable } from '../../lib/nest/pix.options.js';
import type { PixProvider } from '../../lib/providers/index.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const CREATED = { txid: TXID, status: 'ATIVA', ...COB };
const BUSY = { status: 503, body: {} };
const ABSENT = { status: 404, body: { title: 'Not found' } };
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };

function profile(more: Partial<PixProvider>): PixProvider {
  return {
    name: 'scripted',
    code: '999',
    production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
    scopes: [],
    ...more,
  };
}

describe('endOfAttempt with a response', () => {
  it.each([
    [199, 'redirect'],
    [200, 'unreadable'],
    [299, 'unreadable'],
    [300, 'redirect'],
  ])('classifies a failure with status %d as %s', (status, end) => {
    const error = new PixErroServidorException({ title: 'x', detail: 'x', status }, {});
    expect(endOfAttempt(error, { requested: true, status })).toBe(end);
  });

  it('accepts any status from 200 to 299 as a success', async () => {
    const bank = new InMemoryClient();
    bank.script({ status: 299, body: CREATED });
    await expect(bank.client.cob.get(TXID)).resolves.toEqual(CREATED);
  });
});

describe('least privilege', () => {
  it.each([
    ['cob.read', 'cob.read'],
    [null, undefined],
  ])('requests the scope of the operation: %p', async (scope, expected) => {
    const requested: unknown[] = [];
    const getToken = (scopes: unknown) => {
      requested.push(scopes);
      return Promise.resolve('token');
    };
    const bank = new InMemoryClient({ leastPrivilege: true }, { getToken });
    bank.script({ body: CREATED });
    const operation = { ...findOperation('cob.get')!, scope } as PixOperation;
    await bank.caller.call(operation, { params: { txid: TXID } });
    expect(requested).toEqual([expected]);
  });
});

describe('findCandidates', () => {
  it('returns an empty list without a request for an operation without candidates', async () => {
    const bank = new InMemoryClient();
    await expect(
      findCandidates(bank.caller, findOperation('cob.createWithTxid')!, COB, {}),
    ).resolves.toEqual([]);
    expect(bank.requests).toEqual([]);
  });

  it('reads the candidates inside the parent record', async () => {
    const bank = new InMemoryClient();
    const idRec = `RR1234567820260101${'a'.repeat(11)}`;
    const body = { idRec };
    const operation = findOperation('solicrec.create')!;
    const found = { idSolicRec: '1', idRec };
    bank.script({ body: { idRec, status: 'CRIADA', solicitacao: [found, { idRec: 'other' }] } });
    await expect(findCandidates(bank.caller, operation, body, {})).resolves.toEqual([found]);
    bank.script({ body: { idRec, status: 'CRIADA', solicitacao: [] } });
    await expect(findCandidates(bank.caller, operation, body, {})).resolves.toEqual([]);
    bank.script({ body: { idRec, status: 'CRIADA' } });
    await expect(findCandidates(bank.caller, operation, body, {})).rejects.toThrow(
      'a record without solicitacao, which does not show whether the call took effect',
    );
  });

  it('ignores the status of records without a lifecycle', async () => {
    const bank = new InMemoryClient();
    const found = { id: 1, tipoCob: 'cob', status: 'REMOVIDA' };
    bank.script({
      body: { parametros: { paginacao: { quantidadeDePaginas: 1 } }, loc: [found] },
    });
    await expect(bank.client.loc.findCandidates({ tipoCob: 'cob' }, PERIOD)).resolves.toEqual([
      found,
    ]);
  });
});

describe('retry options of a call', () => {
  it('override those of the client one by one', async () => {
    const bank = new InMemoryClient({ retry: { attempts: 5, baseDelay: 1 } });
    bank.script(...Array.from({ length: 9 }, () => BUSY));
    await expect(bank.client.cob.get(TXID, {}, { retry: { baseDelay: 0 } })).rejects.toThrow();
    expect(bank.requests).toHaveLength(5);
    expect(bank.runtime.waits).toEqual([0, 0, 0, 0]);
  });

  it('override the defaults, budget included, when the client sets retry: false', async () => {
    const bank = new InMemoryClient({ retry: false });
    bank.script(...Array.from({ length: 300 }, () => BUSY));
    await expect(bank.client.cob.get(TXID, {}, { retry: {} })).rejects.toThrow();
    expect(bank.requests).toHaveLength(3);
    const retry = { attempts: 100, baseDelay: 0 };
    await expect(bank.client.cob.get(TXID, {}, { retry })).rejects.toThrow();
    await expect(bank.client.cob.get(TXID, {}, { retry })).rejects.toThrow();
    // Three calls, and the 100 repeats that the budget allows.
    expect(bank.requests).toHaveLength(103);
  });
});

describe('a rate limit of the client during the repeat of a write', () => {
  it('is not treated as a Retry-After of the provider', async () => {
    let turn = 0;
    const acquire = () => {
      turn += 1;
      const error = new RateLimitError('x', { retryAfter: 100 });
      return turn === 3 ? Promise.reject(error) : undefined;
    };
    const bank = new InMemoryClient({
      limits: { acquire } as never,
      retry: { attempts: 4, baseDelay: 0.1 },
    });
    bank.script(BUSY, ABSENT, ABSENT, { status: 201, body: CREATED });
    await expect(bank.client.cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(bank.methods).toEqual(['PUT', 'GET', 'GET', 'PUT']);
  });
});

describe('maxItensPorPagina of a provider', () => {
  it('is accepted as page size, and a larger page is refused', async () => {
    const bank = new InMemoryClient({ provider: profile({ maxItensPorPagina: 50 }) });
    bank.script({ body: { cobs: [], parametros: {} } });
    await bank.client.cob.list({ ...PERIOD, itensPorPagina: 50 });
    await expect(bank.client.cob.list({ ...PERIOD, itensPorPagina: 51 })).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('itensPorPagina deve ser no máximo 50 em scripted'),
      violacoes: [{ propriedade: 'itensPorPagina', razao: expect.any(String) }],
    });
    expect(bank.requests).toHaveLength(1);
  });
});

describe('idle', () => {
  it('resolves when the last call in flight ends', async () => {
    const answers: (() => void)[] = [];
    const tokens = { getToken: () => new Promise<string>((done) => answers.push(() => done('t'))) };
    const slow = new InMemoryClient({}, tokens);
    slow.script({ body: CREATED }, { body: CREATED });
    const calls = [slow.client.cob.get(TXID), slow.client.cob.get(TXID)];
    let idle = false;
    const waiting = slow.caller.idle().then(() => (idle = true));
    answers[0]!();
    await calls[0];
    await Promise.resolve();
    expect(idle).toBe(false);
    answers[1]!();
    await calls[1];
    await waiting;
    expect(slow.caller.inFlight).toBe(0);
  });
});

describe('a plan', () => {
  const build = (more: Partial<PixProvider>): Plan =>
    buildPlan(findOperation('cob.list')!, {
      ...accountTable.defaults,
      provider: profile(more),
      environment: 'production',
      baseUrl: 'https://bank.example',
    });

  it.each<[unknown, unknown]>([
    [
      { chave: '+5561999999999', a: 1 },
      { chave: '5561999999999', a: 1 },
    ],
    [{ chave: 'x+5561@y.z' }, { chave: 'x+5561@y.z' }],
    [{ chave: '+55@y.z' }, { chave: '+55@y.z' }],
    [{ chave: 5 }, { chave: 5 }],
    [undefined, undefined],
  ])('sends %j as %j if phone keys have no plus', (holder, expected) => {
    expect(build({ phoneKeyWithoutPlus: true }).toWire(holder)).toEqual(expected);
  });

  it('changes no key for other providers', () => {
    expect(build({}).toWire({ chave: '+5561' })).toEqual({ chave: '+5561' });
  });

  it.each<[unknown, unknown]>([
    [{ old: 1 }, { old: 1, name: 1 }],
    [
      { old: 1, name: 2 },
      { old: 1, name: 2 },
    ],
    [{}, {}],
    [null, null],
    ['text', 'text'],
  ])('adds the field names of the specification to %j', (answer, expected) => {
    expect(build({ answerAliases: { name: 'old' } }).toAnswer(answer)).toStrictEqual(expected);
  });

  it('returns the requested page and page size of an empty page', () => {
    const { emptyPage } = build({ emptyIsNotFound: ['GET /cob'] });
    const query = { 'paginacao.paginaAtual': '2', 'paginacao.itensPorPagina': '50' };
    expect(emptyPage?.(query)).toEqual({
      parametros: {
        ...query,
        paginacao: {
          paginaAtual: 2,
          itensPorPagina: 50,
          quantidadeDePaginas: 1,
          quantidadeTotalDeItens: 0,
        },
      },
      cobs: [],
    });
    expect(emptyPage?.({})).toMatchObject({
      parametros: { paginacao: { paginaAtual: 0, itensPorPagina: 100 } },
    });
  });
});
