import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { echoRecord } from '../support/echo-record.js';
import {
  ScriptedProvider,
  type ScriptedResponse,
  type Received,
} from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const CREATED = { txid: TXID, status: 'ATIVA', revisao: 0, ...COB };
const OLD = '2025-01-01T00:00:00Z';
const NOT_FOUND = { status: 404, body: { title: 'Not found' } };
const HTML = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html/>' };
const REVOKED = { status: 401, body: {} };
const RETRY = { attempts: 4, baseDelay: 0.001 };

type Step = ScriptedResponse | 'reset' | 'echo';

let provider: ScriptedProvider;
const clients: PixClient[] = [];

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient(provider.options({ retry: RETRY, deadline: 2, ...options }));
  clients.push(client);
  return client;
}

/** Sends the answers in order, then the last one; `'reset'` breaks the connection after the request is read. */
function answers(...script: Step[]) {
  provider.api = (received: Received, response) => {
    const next = script.length > 1 ? script.shift() : script[0];
    if (next === 'echo') return echoRecord(received);
    if (next !== 'reset') return next;
    response.destroy();
    return undefined;
  };
}

const methods = () => provider.requests.map(({ method }) => method);

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close({ drain: 0 })));
  await provider.close();
});

describe('reads', () => {
  it.each<[string, Step]>([
    ['503', { status: 503, body: {} }],
    ['408', { status: 408, body: {} }],
    ['520', { status: 520, body: 'cdn' }],
    ['429', { status: 429, headers: { 'retry-after': '0' }, body: {} }],
    ['a broken connection', 'reset'],
    ['an HTML page', HTML],
    ['truncated JSON', { headers: { 'content-type': 'application/json' }, body: '{"txid":' }],
    ['an empty body', { headers: { 'content-type': 'application/json' }, body: '' }],
  ])('are repeated by default after %s', async (_, failure) => {
    const client = await createPixClient(provider.options());
    clients.push(client);
    answers(failure, { body: CREATED });
    await expect(client.cob.get(TXID)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['GET', 'GET']);
  });

  it.each([400, 401, 403, 404, 409, 301])('are not repeated after %d', async (status) => {
    provider.api = { status, body: {} };
    const client = await open();
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status, resultUnknown: false });
    expect(methods()).toHaveLength(1);
  });

  it('are sent 3 times at most by default', async () => {
    provider.api = { status: 503, body: {} };
    const client = await createPixClient(provider.options());
    clients.push(client);
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    expect(methods()).toHaveLength(3);
  });

  it('are sent at most `attempts` times', async () => {
    provider.api = { status: 503, body: {} };
    await expect((await open()).cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    expect(methods()).toHaveLength(4);
  });

  it('are sent once with `retry: false`', async () => {
    provider.api = { status: 503, body: {} };
    const client = await open({ retry: false });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    expect(methods()).toEqual(['GET']);
  });

  it('are not repeated when Retry-After exceeds the longest wait', async () => {
    answers({ status: 429, headers: { 'retry-after': '3600' }, body: {} });
    await expect((await open()).cob.get(TXID)).rejects.toMatchObject({
      status: 429,
      retryAfter: 3600,
    });
    expect(methods()).toHaveLength(1);
  });

  it('are not repeated after the caller aborts', async () => {
    const controller = new AbortController();
    provider.api = () => {
      controller.abort();
      return undefined;
    };
    const { signal } = controller;
    await expect((await open()).cob.get(TXID, {}, { signal })).rejects.toMatchObject({
      name: 'PixErroTransporteException',
    });
    expect(methods()).toHaveLength(1);
  });
});

describe('a create with an identifier from the client', () => {
  it.each<[string, Step]>([
    ['a broken connection', 'reset'],
    ['500', { status: 500, body: {} }],
    ['503', { status: 503, body: {} }],
    ['409', { status: 409, body: {} }],
    ['408', { status: 408, body: {} }],
    ['520', { status: 520, body: '' }],
    ['a redirect', { status: 302, body: '' }],
    ['an HTML page', HTML],
    ['a success without txid', { status: 200, body: {} }],
    ['a success with another txid', { status: 201, body: { ...CREATED, txid: 'b'.repeat(26) } }],
  ])('is read after %s, and resolves to the record found', async (_, failure) => {
    answers(failure, { body: CREATED });
    await expect((await open()).cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('is sent again only when the provider does not have the record', async () => {
    answers('reset', NOT_FOUND, 'echo');
    await expect((await open()).cob.createWithTxid(TXID, COB)).resolves.toMatchObject(COB);
    expect(methods()).toEqual(['PUT', 'GET', 'PUT']);
  });

  it.each([400, 409, 404])('is read again when the repeat receives %d', async (status) => {
    answers('reset', NOT_FOUND, { status, body: {} }, { body: CREATED });
    await expect((await open()).cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', 'GET', 'PUT', 'GET']);
  });

  it.each([
    ['a maintenance notice', { message: 'manutenção programada' }],
    ['an empty object', {}],
    ['a numeric status', { status: 500 }],
    ['another txid', { ...CREATED, txid: 'b'.repeat(26) }],
  ])('has an unknown outcome when the read returns %s', async (_, body) => {
    answers('reset', { body });
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods().filter((method) => method !== 'GET')).toEqual(['PUT']);
    expect(methods().length).toBeGreaterThan(3);
  });

  it('has an unknown outcome and is not sent again while reads fail', async () => {
    answers('reset', { status: 503, body: {} });
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: true,
    });
    expect(methods().filter((method) => method !== 'GET')).toEqual(['PUT']);
    expect(methods().length).toBeGreaterThan(3);
  });

  it('has an unknown outcome when refusals follow an unknown attempt and the record is absent', async () => {
    const refused = { status: 400, body: {} };
    const broken = { status: 500, body: {} };
    answers(broken, NOT_FOUND, refused, NOT_FOUND);
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      status: 400,
      resultUnknown: true,
      message: expect.stringContaining('GET /cob/{txid}'),
    });
  });

  it('rejects with a conflict that names the fields when another record was paid', async () => {
    const other = { ...CREATED, valor: { original: '99.00' }, status: 'CONCLUIDA' };
    answers('reset', { body: { ...other, calendario: { criacao: OLD } } });
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      name: 'PixConflitoException',
      fields: ['valor.original'],
      recordStatus: 'CONCLUIDA',
      resultUnknown: false,
      operation: 'PUT /cob/{txid}',
    });
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('has an unknown outcome when the provider refuses to change an open record', async () => {
    const other = { body: { ...CREATED, valor: { original: '99.00' } } };
    const refused = { status: 409, body: {} };
    answers({ status: 503, body: {} }, other, refused, other);
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
  });

  it('rejects with a conflict when a refund of another amount exists', async () => {
    const e2eid = 'E1234567820260101120000000000001';
    const horario = { solicitacao: OLD };
    answers('reset', { body: { id: 'd1', valor: '2.00', status: 'EM_PROCESSAMENTO', horario } });
    const refund = (await open()).recebidos.refund(e2eid, 'd1', { valor: '1.00' });
    await expect(refund).rejects.toMatchObject({ name: 'PixConflitoException', fields: ['valor'] });
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('has an unknown outcome without a read when `retry` is false', async () => {
    answers({ status: 503, body: {} });
    const client = await open({ retry: false });
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods()).toEqual(['PUT']);
  });

  it.each<[string, ScriptedResponse[]]>([
    ['an HTML page with 404', [{ ...HTML, status: 404 }]],
    ['a redirect', [{ status: 302, body: '' }]],
    ['409', [{ status: 409, body: {} }]],
    ['a token that is revoked twice', [REVOKED, REVOKED]],
  ])('is read again after a read that ends with %s', async (_, failed) => {
    answers('reset', ...failed, { body: CREATED });
    await expect((await open()).cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['PUT', ...failed.map(() => 'GET'), 'GET']);
  });

  it.each([400, 403, 422])('has an unknown outcome when its read receives %d', async (status) => {
    answers('reset', { status, body: {} });
    await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('is read more often than it is sent', async () => {
    const conflict = { status: 409, body: {} };
    answers('reset', conflict, conflict, conflict, { body: CREATED });
    const client = await open({ retry: { ...RETRY, attempts: 1 }, deadline: 20 });
    await expect(client.cob.createWithTxid(TXID, COB)).resolves.toEqual(CREATED);
  });

  it.each([400, 403, 404, 422])(
    'is refused after a read when the first attempt receives %d',
    async (status) => {
      answers({ status, body: {} }, NOT_FOUND);
      await expect((await open()).cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
        status,
        resultUnknown: false,
      });
      expect(methods()).toEqual(['PUT', 'GET']);
    },
  );
});

describe('a create with an identifier from the provider', () => {
  it.each<[string, Step]>([
    ['a broken connection', 'reset'],
    ['503', { status: 503, body: {} }],
    ['500', { status: 500, body: {} }],
    ['a success without txid', { status: 201, body: {} }],
  ])('is sent once when it receives %s', async (_, failure) => {
    answers(failure);
    await expect((await open()).cob.create(COB)).rejects.toMatchObject({
      resultUnknown: true,
      message: expect.stringContaining('findCandidates (GET /cob)'),
    });
    expect(methods()).toEqual(['POST']);
  });

  it('is sent once when it receives 409, and stays unknown if the search fails', async () => {
    answers({ status: 409, body: {} }, { status: 503, body: {} });
    await expect((await open()).cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    expect(methods().filter((method) => method === 'POST')).toEqual(['POST']);
    expect(methods()).toContain('GET');
  });

  it('is repeated after 429, which has no effect', async () => {
    answers({ status: 429, headers: { 'retry-after': '0' }, body: {} }, 'echo');
    await expect((await open()).cob.create(COB)).resolves.toMatchObject(COB);
    expect(methods()).toEqual(['POST', 'POST']);
  });

  it('is found by findCandidates among other records', async () => {
    const other = { ...CREATED, txid: 'c'.repeat(26), valor: { original: '1.00' } };
    const body = { ...COB, devedor: { cpf: '12345678909', nome: 'Ana' } };
    const mine = { ...CREATED, devedor: { cpf: '12345678909', nome: 'ANA' } };
    answers({ body: { parametros: {}, cobs: [other, mine] } });
    const client = await open();
    await expect(client.cob.findCandidates(body)).resolves.toEqual([mine]);
    const [{ url } = { url: '' }] = provider.requests;
    const query = new URL(url, 'https://x').searchParams;
    expect(query.get('cpf')).toBe('12345678909');
    expect(Date.parse(query.get('inicio') ?? '')).toBeLessThan(Date.now() - 9 * 60_000);
    expect(Date.parse(query.get('fim') ?? '')).toBeGreaterThan(Date.now());
  });
});

describe('changes and deletions', () => {
  const REMOVED = { ...CREATED, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

  it('a cancel succeeds when the repeat is refused but the record is removed', async () => {
    answers('reset', { body: CREATED }, { status: 400, body: {} }, { body: REMOVED });
    await expect((await open()).cob.cancel(TXID)).resolves.toEqual(REMOVED);
    expect(methods()).toEqual(['PATCH', 'GET', 'PATCH', 'GET']);
  });

  it('a cancel has a known outcome when the charge was paid in the meantime', async () => {
    answers(
      'reset',
      { body: CREATED },
      { status: 400, body: {} },
      {
        body: { ...CREATED, status: 'CONCLUIDA' },
      },
    );
    await expect((await open()).cob.cancel(TXID)).rejects.toMatchObject({
      name: 'PixErroValidacaoException',
      resultUnknown: false,
    });
  });

  it('a revision succeeds when the record has the sent fields', async () => {
    const revised = { ...CREATED, valor: { original: '40.0' } };
    answers({ status: 503, body: {} }, { body: revised });
    const client = await open();
    await expect(client.cob.revise(TXID, { valor: { original: '40.00' } })).resolves.toEqual(
      revised,
    );
    expect(methods()).toEqual(['PATCH', 'GET']);
  });

  it('a deletion succeeds when the webhook is absent', async () => {
    answers('reset', NOT_FOUND);
    await expect((await open()).webhook.delete('chave@example.com')).resolves.toBeUndefined();
    expect(methods()).toEqual(['DELETE', 'GET']);
  });

  it('a registration succeeds when the webhook has the address', async () => {
    const webhookUrl = 'https://example.com/pix';
    answers({ status: 500, body: {} }, { body: { webhookUrl, criacao: 'x' } });
    await expect(
      (await open()).webhook.register('k@example.com', { webhookUrl }),
    ).resolves.toBeUndefined();
    expect(methods()).toEqual(['PUT', 'GET']);
  });

  it('a batch succeeds when each of its charges matches', async () => {
    const cobsv = [
      {
        ...COB,
        txid: TXID,
        calendario: { dataDeVencimento: '2026-12-31' },
        devedor: { cpf: '12345678909', nome: 'Ana' },
      },
    ];
    const lote = { descricao: 'lote', cobsv: [{ txid: TXID, status: 'CRIADA' }] };
    const cobv = { ...CREATED, ...cobsv[0] };
    const client = await open();
    answers('reset', { body: lote }, { body: cobv });
    await expect(
      client.loteCobV.create('1', { descricao: 'lote', cobsv }),
    ).resolves.toBeUndefined();
    expect(methods()).toEqual(['PUT', 'GET', 'GET']);

    provider.requests.length = 0;
    const other = { body: { ...cobv, valor: { original: '9.00' } } };
    answers('reset', ...Array.from({ length: 9 }, () => [{ body: lote }, other]).flat());
    await expect(client.loteCobV.create('1', { descricao: 'lote', cobsv })).rejects.toMatchObject({
      resultUnknown: true,
    });
  });

  it('a retry of a recurring charge is sent once and confirmed by tentativas', async () => {
    const client = await open();
    const atualizacao = [{ data: new Date().toISOString(), status: 'SOLICITADA' }];
    const tentativas = [{ dataLiquidacao: '2026-05-04', atualizacao }];
    answers('reset', { body: { txid: TXID, tentativas } });
    await expect(client.cobR.retry(TXID, '2026-05-04')).resolves.toMatchObject({ txid: TXID });
    answers('reset', { body: { txid: TXID, tentativas: [] } });
    await expect(client.cobR.retry(TXID, '2026-05-04')).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(methods().filter((method) => method === 'POST')).toHaveLength(2);
  });
});

/** An answer with the number of the first revision. */
const withRevision = ({ body, ...answer }: ScriptedResponse): ScriptedResponse => ({
  ...answer,
  body: { ...(body as object), revisao: 0 },
});

describe('a stale connection', () => {
  /** Closes the connection as its second request arrives, once. */
  function closeOnSecondRequest(record: object) {
    let count = 0;
    provider.api = (received, _, request) => {
      count += 1;
      if (count !== 2) {
        return received.method === 'GET' ? { body: record } : withRevision(echoRecord(received));
      }
      request.socket.destroy();
      return undefined;
    };
  }

  it('repeats a read immediately, whatever `retry` is', async () => {
    closeOnSecondRequest(CREATED);
    const client = await open({ retry: false });
    await client.cob.get(TXID);
    await expect(client.cob.get(TXID)).resolves.toEqual(CREATED);
    expect(methods()).toEqual(['GET', 'GET', 'GET']);
  });

  it.each([
    ['differs', { ...CREATED, valor: { original: '1.00' } }, ['PUT', 'PUT', 'GET', 'PUT']],
    ['matches', CREATED, ['PUT', 'PUT', 'GET']],
  ])(
    'reads the record of a create, and repeats the create only if needed, when the record %s',
    async (_, record, sent) => {
      closeOnSecondRequest(record);
      const client = await open({ retry: false });
      await client.cob.createWithTxid(TXID, COB);
      await expect(client.cob.createWithTxid(TXID, COB)).resolves.toMatchObject(COB);
      expect(methods()).toEqual(sent);
    },
  );

  it('does not repeat a create with an identifier from the provider', async () => {
    closeOnSecondRequest(CREATED);
    const client = await open();
    await client.cob.create(COB);
    await expect(client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
    expect(methods()).toEqual(['POST', 'POST']);
  });
});

describe('the retry budget', () => {
  it('limits the requests to a provider that is down', async () => {
    provider.api = { status: 503, body: {} };
    const client = await open({ retry: { attempts: 5, baseDelay: 0, budget: 10 } });
    for (let round = 0; round < 20; round += 1) await client.cob.get(TXID).catch(() => undefined);
    expect(methods()).toHaveLength(30);
  });

  it('grows with each success', async () => {
    const client = await open({ retry: { attempts: 2, baseDelay: 0, budget: 1 } });
    const down = { status: 503, body: {} };
    answers(down, down, down, 'echo', 'echo', 'echo', 'echo', 'echo', down, 'echo');
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
    for (let round = 0; round < 5; round += 1) await client.cob.get(TXID);
    await expect(client.cob.get(TXID)).resolves.toMatchObject({ txid: TXID });
  });
});

describe('permanent connection failures', () => {
  it.each([
    ['a host name that does not exist', { baseUrl: 'https://nowhere.invalid/pix/v2' }],
    ['an authority that is not trusted', { ca: undefined }],
  ])('%s is reported after one attempt', async (_, options) => {
    // A repeat would exceed the time limit of the test.
    const retry = { baseDelay: 60, maxDelay: 600 };
    const client = await open({ ...options, retry, sandboxToken: undefined });
    await expect(client.cob.create(COB)).rejects.toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: false,
    });
    expect(provider.requests).toHaveLength(0);
  });
});

describe('retry options', () => {
  it.each([
    ['attempts', { attempts: 0 }],
    ['attempts', { attempts: 300 }],
    ['attempts', { attempts: Number.NaN }],
    ['baseDelay', { baseDelay: -1 }],
    ['baseDelay', { baseDelay: Infinity }],
    ['maxDelay', { maxDelay: 1e7 }],
    ['budget', { budget: -1 }],
  ])('refuse an invalid retry.%s: %j', async (name, retry) => {
    await expect(createPixClient(provider.options({ retry }))).rejects.toThrow(`retry.${name}`);
  });

  it('refuse `retry: null` in a call', async () => {
    const client = await open();
    await expect(client.cob.get(TXID, {}, { retry: null as never })).rejects.toMatchObject({
      name: 'ValueError',
    });
    expect(provider.requests).toHaveLength(0);
  });
});
