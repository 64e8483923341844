import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type AnswerFault } from '../../../../devkit/simulator/index.js';
import {
  createPixClient,
  generateTxid,
  InMemoryTokenStore,
  type PixClient,
} from '../../../../lib/index.js';
import { BareClient } from '../../support/bare-client.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const PUT_COB = 'PUT /cob/{txid}';

describe('response faults of the simulator', () => {
  let simulator: PixSimulator;
  let client: PixClient;
  /** Waits 0.3 s for an answer: only for answers that a fault holds back. It shares the token of `client`. */
  let impatient: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
  });
  beforeEach(async () => {
    const options = {
      ...simulator.moduleOptions,
      tokenStore: new InMemoryTokenStore(),
      retry: false,
    } as const;
    client = await createPixClient(options);
    impatient = await createPixClient({ ...options, timeout: [60, 0.3] });
  });
  afterEach(async () => {
    await Promise.all([client.close(), impatient.close()]);
    simulator.control.reset();
  });
  afterAll(() => simulator.close());

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const exists = (txid: string) =>
    client.cob.get(txid).then(
      () => true,
      () => false,
    );

  const obtainToken = () => client.cob.list({ inicio: new Date(0), fim: new Date(1) });
  const callerFor = ({ kind }: AnswerFault) =>
    kind === 'hang' || kind === 'latency' ? impatient : client;

  /** The fault, the error that the client throws, and whether its outcome is unknown. */
  const faults: [AnswerFault, string, boolean][] = [
    [{ kind: 'reset', at: 'body', when: 'before' }, 'PixConexaoException', true],
    [{ kind: 'reset', at: 'body', when: 'after' }, 'PixConexaoException', true],
    [{ kind: 'hang', when: 'before' }, 'PixTimeoutException', true],
    [{ kind: 'hang', when: 'after' }, 'PixTimeoutException', true],
    [{ kind: 'latency', ms: 600, when: 'after' }, 'PixTimeoutException', true],
    [{ kind: 'truncate', when: 'before' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'truncate', when: 'after' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'wrong-json', when: 'after' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'html', when: 'before' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'html', when: 'after' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'empty', when: 'after' }, 'PixRespostaInvalidaError', true],
    [{ kind: 'status', status: 500, when: 'before' }, 'PixErroServidorException', true],
    [{ kind: 'status', status: 500, when: 'after' }, 'PixErroServidorException', true],
    [{ kind: 'status', status: 503, when: 'before' }, 'PixErroServicoIndisponivelException', true],
    [{ kind: 'rate-limit', when: 'before' }, 'PixErroDesconhecidoException', true],
  ];

  it.each(faults)(
    '%j: the client throws %s with resultUnknown %s, and the charge exists only when the fault follows the effect',
    async (fault, name, resultUnknown) => {
      await obtainToken();
      simulator.control.faults.add({ on: PUT_COB, ...fault });
      const txid = generateTxid();
      expect(await failure(callerFor(fault).cob.createWithTxid(txid, COB))).toMatchObject({
        name,
        resultUnknown,
        operation: PUT_COB,
      });
      expect(await exists(txid)).toBe(fault.when === 'after');
      // Once, by default.
      await client.cob.createWithTxid(generateTxid(), COB);
    },
  );

  it.each(['before', 'after'] as const)(
    'a reset %s the effect looks like a stale connection, so the client reads the record and creates one charge',
    async (when) => {
      simulator.control.faults.add({ on: PUT_COB, kind: 'reset', when });
      const txid = generateTxid();
      await expect(client.cob.createWithTxid(txid, COB)).resolves.toMatchObject({
        txid,
        revisao: 0,
      });
    },
  );

  it('latency before the effect only delays the call within the client’s time limit', async () => {
    simulator.control.faults.add({ kind: 'latency', ms: [50, 60] });
    const start = performance.now();
    await client.cob.createWithTxid(generateTxid(), COB);
    expect(performance.now() - start).toBeGreaterThanOrEqual(49);
  });

  it('latency beyond the client’s time limit still takes effect', async () => {
    await obtainToken();
    simulator.control.faults.add({ on: PUT_COB, kind: 'latency', ms: 400 });
    const txid = generateTxid();
    const error = await failure(impatient.cob.createWithTxid(txid, COB));
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
    while (!(await exists(txid)));
  });

  it('a status fault sets any status, headers and body', async () => {
    simulator.control.faults.add({
      kind: 'status',
      status: 418,
      headers: { 'X-Trace': 'abc', 'content-type': 'application/json' },
      body: { erros: [{ mensagem: 'chaleira' }] },
    });
    expect(await failure(client.cob.get(generateTxid()))).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 418,
      detail: expect.stringContaining('chaleira'),
    });
    simulator.control.faults.add({ kind: 'status', status: 500, body: 'um texto' });
    expect(await failure(client.cob.get(generateTxid()))).toMatchObject({ detail: 'um texto' });
  });

  it.each([[7], ['Wed, 21 Oct 2099 07:28:00 GMT']])(
    'a 429 fault sends Retry-After %s',
    async (retryAfter) => {
      simulator.control.faults.add({ kind: 'rate-limit', retryAfter });
      const error = await failure(client.cob.get(generateTxid()));
      expect(error).toMatchObject({ status: 429 });
      const { retryAfter: seconds } = error as { retryAfter: number };
      if (typeof retryAfter === 'number') expect(seconds).toBe(retryAfter);
      else expect(seconds).toBeGreaterThan(1_000_000);
    },
  );

  it('a revoked token causes a 401, and the client repeats once with a new token', async () => {
    await client.cob.createWithTxid(generateTxid(), COB);
    simulator.control.faults.add({ kind: 'revoke-tokens' });
    await client.cob.createWithTxid(generateTxid(), COB);
    expect(simulator.control.stats.tokenRequests).toBe(2);
    simulator.control.faults.add({ kind: 'revoke-tokens', count: 2 });
    expect(await failure(client.cob.createWithTxid(generateTxid(), COB))).toMatchObject({
      name: 'PixNaoAutorizadoException',
    });
    // A new token that is also refused remains in use for some seconds by default.
    await client.tokens.invalidate();
    simulator.control.faults.add({ kind: 'revoke-tokens', when: 'after' });
    await client.cob.createWithTxid(generateTxid(), COB);
    const { tokenRequests } = simulator.control.stats;
    await client.cob.createWithTxid(generateTxid(), COB);
    expect(simulator.control.stats.tokenRequests).toBe(tokenRequests + 1);
  });

  it('a fault after the effect skips refused calls, which have no effect', async () => {
    const fault = simulator.control.faults.add({ on: 'cob', kind: 'hang', when: 'after' });
    await client.cob.get(generateTxid()).catch(() => undefined);
    expect(simulator.control.faults.list()).toEqual([fault]);
    expect(await failure(impatient.cob.createWithTxid(generateTxid(), COB))).toMatchObject({
      name: 'PixTimeoutException',
    });
  });

  it('a response without a body has no Content-Length', async () => {
    const bare = new BareClient(simulator);
    const get = () => bare.call('GET', `/cob/${generateTxid()}`);
    for (const status of [204, 304]) {
      simulator.control.faults.add({ kind: 'status', status, body: { erro: 1 } });
      const { headers, ...answer } = await get();
      expect([answer.status, answer.text]).toEqual([status, '']);
      expect(headers).not.toHaveProperty('content-length');
    }
    const headers = { 'Transfer-Encoding': 'chunked' };
    simulator.control.faults.add({ kind: 'status', status: 200, headers, body: { ok: 1 } });
    expect(await get()).toMatchObject({ status: 200, body: { ok: 1 } });
    bare.close();
  });

  describe('token faults of the simulator', () => {
    const tokenFaults: [AnswerFault, object][] = [
      [
        { kind: 'status', status: 503 },
        {
          name: 'PixErroServicoIndisponivelException',
          status: 503,
          type: 'temporarily_unavailable',
        },
      ],
      [
        { kind: 'status', status: 401 },
        { name: 'PixNaoAutorizadoException', status: 401, type: 'invalid_client' },
      ],
      [{ kind: 'reset' }, { name: 'PixConexaoException' }],
      [{ kind: 'hang' }, { name: 'PixTimeoutException' }],
      [{ kind: 'html' }, { name: 'PixRespostaInvalidaError' }],
      [{ kind: 'empty' }, { name: 'PixRespostaInvalidaError' }],
      [
        { kind: 'rate-limit', retryAfter: 3 },
        { status: 429, retryAfter: 3 },
      ],
      [
        { kind: 'status', status: 200, body: { access_token: '', expires_in: 60 } },
        { name: 'PixRespostaInvalidaError' },
      ],
    ];

    it.each(tokenFaults)('%j: sends no API call', async (fault, expected) => {
      // Twice, because the client repeats a token request after a transient failure.
      simulator.control.faults.add({ on: 'token', ...fault, count: 2 });
      const error = await failure(callerFor(fault).cob.createWithTxid(generateTxid(), COB));
      expect(error).toMatchObject({ ...expected, resultUnknown: false });
      expect(simulator.control.stats.requests).toBe(0);
      simulator.control.faults.clear();
      await client.tokens.invalidate();
      await client.cob.createWithTxid(generateTxid(), COB);
    });
  });
});
