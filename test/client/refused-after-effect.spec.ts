import { describe, expect, it } from '@jest/globals';
import { connectionFailure, connectTimeout } from '../../lib/transport/failure.js';
import type { PixRequest } from '../../lib/transport/index.js';
import { InMemoryClient, type FakeTokens, type Step } from './support/in-memory-client.js';

const [A, B] = ['a'.repeat(26), 'b'.repeat(26)];
const IDREC = 'RR1234567820240115abcdefghijk';
const KEY = 'pix@example.com';
const DAY = '2026-05-04';
const COB = { valor: { original: '37.00' }, chave: KEY };
const CALENDARIO = { criacao: '2025-12-01T00:00:00Z', expiracao: 3600 };
const CHARGE = { ...COB, txid: A, status: 'ATIVA', revisao: 0, calendario: CALENDARIO };
const ABSENT: Step = { status: 404, body: { title: 'Not found' } };
const LIMIT: Step = { status: 429, headers: { 'retry-after': '60' }, body: {} };
const DENIED: Step = {
  status: 403,
  body: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado', title: 'x', status: 403 },
};
const REFUSED: Step = { status: 422, body: { type: 'x', title: 'x', status: 422 } };
const definite = (status: number) => ({ status, resultUnknown: false });
const unknown = { resultUnknown: true };

type Handler = (request: PixRequest & { readonly n: number }) => Step;

/** Opens a client of a bank whose replicas may be 5 s late. `n` counts the requests of a method. */
function open(handle: Handler, tokens: FakeTokens = {}): InMemoryClient {
  const provider = {
    name: 'scripted',
    code: '999',
    production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
    scopes: [],
    readLag: 5,
  };
  const bank = new InMemoryClient({ provider, retry: { attempts: 3, budget: false } }, tokens);
  bank.answer = (request) => {
    const n = bank.methods.filter((method) => method === request.method).length;
    const step = handle({ ...request, n });
    if (step instanceof Error) return step;
    const date = new Date(bank.runtime.now()).toUTCString();
    return { ...step, headers: { date, ...step.headers } };
  };
  return bank;
}

const isRead = ({ method }: PixRequest) => method === 'GET';
const FACTS = { host: 'bank.example', operation: 'x', provider: 'scripted', safe: false };
const lost = () => connectionFailure(FACTS, { sent: true, reused: false, answered: false });
const count = ({ methods }: InMemoryClient, wanted: string) =>
  methods.filter((method) => method === wanted).length;
const create = ({ client }: InMemoryClient) => client.cob.createWithTxid(A, COB);
/** Tokens that are replaced after a 401. */
const renewing = (): FakeTokens => {
  let issued = 0;
  return {
    renewable: true,
    getToken: () => Promise.resolve(`token ${issued}`),
    replace: () => Promise.resolve(`token ${(issued += 1)}`),
    renewalFailed: () => undefined,
  };
};

describe('a refusal of the account, or of the rate', () => {
  const stateless: Step = {
    status: 400,
    body: { type: 'x', title: 'x', status: 400, violacoes: [{ propriedade: 'cob.chave' }] },
  };

  it.each<[string, Step]>([
    ['403 AcessoNegado', DENIED],
    ['401', { status: 401, body: {} }],
    ['429 with a long Retry-After', LIMIT],
    ['a refused format', stateless],
  ])('is no failure if the record is there: %s', async (_, step) => {
    const bank = open((request) => (isRead(request) ? { body: CHARGE } : step));
    await expect(create(bank)).resolves.toMatchObject({ txid: A });
    expect(count(bank, 'PUT')).toBe(1);
    expect(bank.runtime.elapsed()).toBeGreaterThanOrEqual(5000);
  });

  it.each<[string, number, Step]>([
    ['403 AcessoNegado', 403, DENIED],
    ['429 with a long Retry-After', 429, LIMIT],
    ['a refused format', 400, stateless],
  ])('is definite after one read without a wait otherwise: %s', async (_, status, step) => {
    const bank = open((request) => (isRead(request) ? ABSENT : step));
    await expect(create(bank)).rejects.toMatchObject(definite(status));
    expect(bank.methods).toEqual(['PUT', 'GET']);
    expect(bank.runtime.waits).toEqual([]);
  });

  it.each<[string, Step]>([
    ['429 with a long Retry-After', LIMIT],
    ['403', DENIED],
  ])('is unknown, without a further read, if the read is refused too: %s', async (_, step) => {
    const bank = open(() => step);
    await expect(create(bank)).rejects.toMatchObject(unknown);
    expect(bank.methods).toEqual(['PUT', 'GET']);
  });

  it.each<[string, Step]>([
    ['429', { status: 429, body: {} }],
    ['401', { status: 401, body: {} }],
  ])('is settled if nothing was sent since: %s', async (_, step) => {
    const unsent = connectTimeout(FACTS, 1);
    const bank = open((request) => {
      if (isRead(request)) return { body: CHARGE };
      return request.n === 1 ? step : unsent;
    }, renewing());
    await expect(create(bank)).resolves.toMatchObject({ txid: A });
  });

  it.each([
    ['shows the charge', { body: CHARGE }, 'done'],
    ['shows none', ABSENT, false],
    ['fails as well', DENIED, true],
  ] as const)('after a 401 without another token, a read %s', async (_, read, outcome) => {
    const bank = open((request) => (isRead(request) ? read : { status: 401, body: {} }), {
      ...renewing(),
      replace: () => Promise.reject(lost()),
    });
    const created = create(bank);
    if (outcome === 'done') await expect(created).resolves.toMatchObject({ txid: A });
    else await expect(created).rejects.toMatchObject({ resultUnknown: outcome });
  });

  it.each([503, 429, 401])('is settled by the next read if a read fails: %i', async (status) => {
    const reads: Step[] = [{ status, body: {} }, ABSENT];
    const bank = open((request) => (isRead(request) ? reads.shift()! : DENIED));
    await expect(create(bank)).rejects.toMatchObject(definite(403));
    expect(bank.methods).toEqual(['PUT', 'GET', 'GET']);
  });

  it.each<[string, Step]>([
    ['403', DENIED],
    ['429', LIMIT],
  ])('is unknown with `retry: false`, which reads nothing: %s', async (_, step) => {
    const bank = open(() => step);
    const call = bank.client.cob.createWithTxid(A, COB, { retry: false });
    await expect(call).rejects.toMatchObject(unknown);
    expect(bank.methods).toEqual(['PUT']);
  });

  it('reads once after the last of several 429', async () => {
    const bank = open((request) => (isRead(request) ? ABSENT : { status: 429, body: {} }));
    await expect(create(bank)).rejects.toMatchObject(definite(429));
    expect(bank.methods).toEqual(['PUT', 'PUT', 'PUT', 'GET']);
  });

  it.each<[string, Step]>([
    ['403', DENIED],
    ['401', { status: 401, body: {} }],
    ['429', LIMIT],
  ])('is settled as any refusal after an unknown attempt: %s', async (_, second) => {
    const page: Step = { headers: { 'content-type': 'text/html' }, body: '<html>' };
    const bank = open((request) => {
      if (!isRead(request)) return request.n === 1 ? page : second;
      return bank.runtime.elapsed() < 3000 ? ABSENT : { body: CHARGE };
    });
    await expect(create(bank)).resolves.toMatchObject({ txid: A });
  });

  it('does not take a parent of a due date for a format', async () => {
    const cobv = {
      ...COB,
      calendario: { dataDeVencimento: '2026-12-30' },
      devedor: { cpf: '12345678909', nome: 'Ana' },
    };
    const bank = open((request) =>
      isRead(request)
        ? ABSENT
        : { status: 400, body: { violacoes: [{ propriedade: 'cobv.calendario' }] } },
    );
    await expect(bank.client.cobV.createWithTxid(A, cobv)).rejects.toMatchObject(definite(400));
    expect(bank.runtime.elapsed()).toBeGreaterThanOrEqual(5000);
  });
});

describe('a step after a 401 or 429', () => {
  it.each<[string, Step, string[]]>([
    ['a second 401', { status: 401, body: {} }, ['DELETE', 'DELETE', 'GET']],
    ['429', { status: 429, body: {} }, ['DELETE', 'GET']],
  ])('an unlink is not sent again: %s', async (_, step, methods) => {
    const bank = open(
      (request) => (isRead(request) ? { body: { id: 5, txid: B } } : step),
      renewing(),
    );
    await expect(bank.client.loc.unlinkTxid(5)).rejects.toMatchObject({ resultUnknown: false });
    expect(bank.methods).toEqual(methods);
  });

  it('a retry that took effect is a success', async () => {
    const atualizacao = [{ data: '2026-01-01T00:00:00Z', status: 'SOLICITADA' }];
    const tentativas = [{ dataLiquidacao: DAY, tipo: 'NTAG', status: 'SOLICITADA', atualizacao }];
    const bank = open(
      (request) =>
        isRead(request) ? { body: { txid: A, tentativas } } : { status: 401, body: {} },
      renewing(),
    );
    await expect(bank.client.cobR.retry(A, DAY)).resolves.toMatchObject({ txid: A });
    expect(bank.methods).toEqual(['POST', 'POST', 'GET']);
  });

  it('an expired token is no failure of an unlink', async () => {
    const bank = open(
      (request) =>
        request.headers?.Authorization === 'Bearer token 0'
          ? { status: 401, body: {} }
          : { body: { id: 5 } },
      renewing(),
    );
    await bank.client.loc.unlinkTxid(5);
    expect(bank.methods).toEqual(['DELETE', 'DELETE']);
  });
});

describe('what was there before the call is no proof', () => {
  const attempt = (data?: string) => ({
    dataLiquidacao: DAY,
    tipo: 'NTAG',
    status: 'SOLICITADA',
    ...(data !== undefined && { atualizacao: [{ data, status: 'SOLICITADA' }] }),
  });
  const retry = ({ client }: InMemoryClient) => client.cobR.retry(A, DAY);

  it.each<[string, Step, string | undefined, object]>([
    ['an attempt of 20 s before a lost retry', lost(), '2025-12-31T23:59:40Z', unknown],
    ['an attempt of 20 s before a refused one', REFUSED, '2025-12-31T23:59:40Z', unknown],
    ['an attempt without a time', lost(), undefined, unknown],
    ['an old attempt explains the refusal', REFUSED, '2025-12-31T00:00:00Z', definite(422)],
  ])('%s', async (_, step, data, expected) => {
    const body = { txid: A, tentativas: [attempt(data)] };
    const bank = open((request) => (isRead(request) ? { body } : step));
    await expect(retry(bank)).rejects.toMatchObject(expected);
    expect(count(bank, 'POST')).toBe(1);
  });

  it('an attempt that this client asked for before explains the refusal of the next', async () => {
    const body = { txid: A, tentativas: [attempt('2026-01-01T00:00:00Z')] };
    const bank = open((request) => {
      if (isRead(request)) return { body };
      return request.n === 1 ? { status: 201, body } : REFUSED;
    });
    await retry(bank);
    bank.runtime.advance(10_000);
    await expect(retry(bank)).rejects.toMatchObject(definite(422));
  });

  it.each<[string, Step]>([
    ['a lost answer', lost()],
    ['a refusal', REFUSED],
  ])('but an attempt that ended before a read showed it is an effect: %s', async (_, step) => {
    const atualizacao = [
      { data: '2026-01-01T00:00:02Z', status: 'REJEITADA' },
      { data: '2026-01-01T00:00:00Z', status: 'SOLICITADA' },
    ];
    const body = { txid: A, tentativas: [{ ...attempt(), status: 'REJEITADA', atualizacao }] };
    const bank = open((request) => (isRead(request) ? { body } : step));
    await expect(retry(bank)).rejects.toMatchObject({
      name: 'PixConflitoException',
      fields: ['status'],
      recordStatus: 'REJEITADA',
    });
  });

  const item = (original: string) => ({
    ...COB,
    txid: A,
    valor: { original },
    calendario: { dataDeVencimento: '2026-12-31' },
    devedor: { cpf: '12345678909', nome: 'Ana' },
  });
  const send = ({ client }: InMemoryClient, original: string) =>
    client.loteCobV.create('7', { descricao: 'd', cobsv: [item(original)] });
  const batch = (status: string) => ({
    descricao: 'd',
    criacao: '2026-01-01T00:00:00Z',
    cobsv: [{ txid: A, status }],
  });

  it('the items of a new batch are results', async () => {
    const bank = open((request) => (isRead(request) ? { body: batch('NEGADA') } : lost()));
    await expect(send(bank, '10.00')).resolves.toBeUndefined();
  });

  it.each(['NEGADA', 'EM_PROCESSAMENTO'])(
    'but not those of one that the client sent before: %s',
    async (status) => {
      const bank = open((request) => {
        if (isRead(request)) return { body: batch(status) };
        return request.n === 1 ? { status: 202 } : lost();
      });
      await send(bank, '10.00');
      bank.runtime.advance(1000);
      await expect(send(bank, '20.00')).rejects.toMatchObject(unknown);
    },
  );
});

describe('another writer', () => {
  it('is not undone by a read that is late', async () => {
    const bank = open((request) => {
      if (!isRead(request)) return lost();
      const isLate = bank.runtime.elapsed() < 3000;
      return { body: isLate ? CHARGE : { ...CHARGE, revisao: 1, valor: { original: '50.00' } } };
    });
    await bank.client.cob.get(A);
    const change = { valor: { original: '45.00' } };
    await expect(bank.client.cob.revise(A, change)).rejects.toMatchObject(unknown);
    expect(count(bank, 'PATCH')).toBe(1);
  });

  it('does not hide that a refused text was not changed', async () => {
    const bank = open((request) => (isRead(request) ? { body: CHARGE } : REFUSED));
    await bank.client.cob.get(A);
    const change = { solicitacaoPagador: 'novo' };
    await expect(bank.client.cob.revise(A, change)).rejects.toMatchObject(definite(422));
  });

  it('nor that a paid charge was not changed, which is definite at once', async () => {
    const paid = { ...CHARGE, status: 'CONCLUIDA' };
    const bank = open((request) => (isRead(request) ? { body: paid } : REFUSED));
    await bank.client.cob.get(A);
    const change = { solicitacaoPagador: 'novo' };
    await expect(bank.client.cob.revise(A, change)).rejects.toMatchObject(definite(422));
    expect(bank.runtime.waits).toEqual([]);
  });
});

describe('a create without an identifier that is refused', () => {
  const page = (name: string, record: object): Step => ({
    body: { parametros: { paginacao: { quantidadeDePaginas: 1 } }, [name]: [record] },
  });

  it.each([
    ['before the call', '2025-12-31T23:55:00Z', false],
    ['during it', '2026-01-01T00:00:00Z', true],
  ])('is unknown only with a candidate of the call: %s', async (_, criacao, resultUnknown) => {
    const bank = open((request) => {
      if (!isRead(request)) return REFUSED;
      return request.url.includes('/cob')
        ? page('cobs', { ...CHARGE, calendario: { criacao } })
        : page('loc', { id: 3, location: 'x', criacao });
    });
    await expect(bank.client.cob.create(COB)).rejects.toMatchObject({ resultUnknown });
    if (resultUnknown) bank.runtime.advance(-bank.runtime.elapsed());
    await expect(bank.client.locRec.create()).rejects.toMatchObject({ resultUnknown });
  });
});

describe('a refused registration of a webhook', () => {
  const other = { webhookUrl: 'https://outra.example/pix', chave: KEY };
  const writes = [
    ({ client }: InMemoryClient) =>
      client.webhook.register(KEY, { webhookUrl: 'https://loja.example/pix' }),
    ({ client }: InMemoryClient) => client.webhook.delete(KEY),
  ];

  it.each([
    ['had no effect if the webhook is older', '2025-12-31T23:59:00Z', false],
    ['had no effect if the bank states no time', undefined, false],
    ['may have had one if another is there since', '2026-01-01T00:00:01Z', true],
  ])('%s', async (_, criacao, resultUnknown) => {
    for (const write of writes) {
      const bank = open((request) => (isRead(request) ? { body: { ...other, criacao } } : REFUSED));
      await expect(write(bank)).rejects.toMatchObject({ status: 422, resultUnknown });
    }
  });
});

describe('the first success', () => {
  it('is no success with the address of another webhook', async () => {
    const other = { webhookUrl: 'https://outra.example/pix' };
    const bank = open(() => ({ body: other }));
    await expect(
      bank.client.webhook.register(KEY, { webhookUrl: 'https://loja.example/pix' }),
    ).rejects.toMatchObject({ name: 'PixRespostaInvalidaError', ...unknown });
  });

  it.each([{}, { mensagem: 'ok' }, { webhookUrl: 'https://loja.example/pix' }])(
    'of a webhook may have a body: %j',
    async (body) => {
      const bank = open(() => ({ body }));
      await bank.client.webhook.register(KEY, { webhookUrl: 'https://loja.example/pix' });
      expect(bank.methods).toEqual(['PUT']);
    },
  );

  it('is no success if the record reports a problem', async () => {
    const bank = open((request) =>
      isRead(request) ? { body: CHARGE } : { status: 201, body: { ...CHARGE, status: 500 } },
    );
    await expect(create(bank)).resolves.toMatchObject({ status: 'ATIVA' });
    expect(count(bank, 'GET')).toBeGreaterThan(0);
  });

  it.each([
    [{ cnpj: '11222333000181', nome: 'Outra' }, false],
    [{ nome: 'Ana' }, true],
    [undefined, true],
  ])('shows the debtor, or none: %j', async (devedor, isDone) => {
    const bank = open(() => ({ status: 201, body: { ...CHARGE, devedor } }));
    const sent = { ...COB, devedor: { cpf: '12345678909', nome: 'Ana' } };
    const result = bank.client.cob.createWithTxid(A, sent);
    if (isDone) await expect(result).resolves.toMatchObject({ txid: A });
    else await expect(result).rejects.toMatchObject(unknown);
  });

  it.each([
    ['2026-12-26', '2026-12-28', true],
    ['2026-02-14', '2026-02-18', true],
    ['2026-04-03', '2026-04-06', true],
    // A holiday of the payer's municipality.
    ['2026-12-01', '2026-12-02', true],
    ['2026-12-01', '2026-12-04', false],
    ['2026-12-26', '2026-12-29', false],
    ['2026-12-28', '2026-12-26', false],
  ])('may show a due date on the next business day: %s, %s', async (asked, shown, isDone) => {
    const body = {
      idRec: IDREC,
      calendario: { dataDeVencimento: asked },
      valor: { original: '37.00' },
      ajusteDiaUtil: true,
      recebedor: { conta: '1234', tipoConta: 'CORRENTE' as const },
    };
    const record = { ...body, txid: A, status: 'CRIADA', calendario: { dataDeVencimento: shown } };
    const bank = open(() => ({ status: 201, body: record }));
    const result = bank.client.cobR.createWithTxid(A, body);
    if (isDone) await expect(result).resolves.toMatchObject({ txid: A });
    else await expect(result).rejects.toMatchObject(unknown);
  });

  it('has amounts as text in the payload of a request to confirm', async () => {
    const recPayload = { valor: { valorRec: 10 } };
    const bank = open(() => ({ body: { idSolicRec: IDREC, recPayload } }));
    await expect(bank.client.solicRec.get(IDREC)).resolves.toMatchObject({
      recPayload: { valor: { valorRec: '10.00' } },
    });
  });
});
