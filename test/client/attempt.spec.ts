import { describe, expect, it } from '@jest/globals';
import { type AttemptEnd, endOfAttempt } from '../../lib/client/attempt.js';
import {
  PixConexaoException,
  PixErroServicoIndisponivelException,
  PixErroServidorException,
  PixErroTransporteException,
  PixNaoAutorizadoException,
  PixRespostaInvalidaError,
  PixTimeoutException,
  RateLimitError,
} from '../../lib/errors/index.js';
import { markFailure, toTarget, type PixRequest } from '../../lib/transport/index.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);

const transport = (resultUnknown: boolean) =>
  new PixErroTransporteException({ title: 'x' }, { resultUnknown });

describe('endOfAttempt without a response', () => {
  it.each<[AttemptEnd, string, Error]>([
    ['stopped-before', 'a limit of calls', new RateLimitError('x')],
    ['stopped-before', 'an abort before it is sent', markFailure(transport(false), 'aborted')],
    ['stopped-after', 'an abort after it is sent', markFailure(transport(true), 'aborted')],
    ['stopped-before', 'a close before it is sent', markFailure(transport(false), 'closed')],
    ['stopped-after', 'a close after it is sent', markFailure(transport(true), 'closed')],
    ['unreachable', 'a refused certificate', markFailure(transport(false), 'permanent')],
    ['broken', 'a refused certificate after it is sent', markFailure(transport(true), 'permanent')],
    ['stopped-before', 'an interceptor', markFailure(transport(false), 'interceptor')],
    ['broken', 'an interceptor of the response', markFailure(transport(true), 'interceptor')],
    ['too-large', 'a response that is too large', markFailure(transport(true), 'too-large')],
    ['broken', 'a broken connection', markFailure(transport(true), 'stale')],
    ['not-connected', 'no connection', new PixConexaoException({ title: 'x' })],
  ])('returns %s for %s', (end, _cause, error) => {
    expect(endOfAttempt(error, { requested: true, status: undefined })).toBe(end);
  });
});

describe('endOfAttempt without a token', () => {
  const status = (code: number) => ({ title: 'x', detail: 'x', status: code });

  it.each<[AttemptEnd, string, Error]>([
    ['not-connected', 'no connection', new PixConexaoException({ title: 'x' })],
    ['not-connected', 'no answer in time', new PixTimeoutException({ title: 'x' })],
    ['not-connected', '503', new PixErroServicoIndisponivelException(status(503), {})],
    ['not-connected', '500', new PixErroServidorException(status(500), {})],
    ['no-token', '401', new PixNaoAutorizadoException(status(401), {})],
    ['no-token', 'an answer above the size limit', transport(false)],
    ['no-token', 'an answer without a token', new PixRespostaInvalidaError(status(503), {})],
    ['no-token', 'a limit of token requests', new RateLimitError('x')],
    ['unreachable', 'a server that is not trusted', markFailure(transport(false), 'permanent')],
  ])('returns %s for %s', (end, _cause, error) => {
    expect(endOfAttempt(error, { requested: false, status: undefined })).toBe(end);
  });

  it('does not repeat a call whose token renewal is refused', async () => {
    const refusal = new PixNaoAutorizadoException({ title: 'invalid_client', status: 401 }, {});
    const replaced: string[] = [];
    const bank = new InMemoryClient(
      {},
      {
        renewable: true,
        replace: (token) => {
          replaced.push(token);
          return Promise.reject(refusal);
        },
      },
    );
    bank.script({ status: 401, body: {} });
    await expect(bank.client.cob.get(TXID)).rejects.toBe(refusal);
    expect(replaced).toEqual(['token']);
    expect(bank.requests).toHaveLength(1);
    expect(bank.runtime.waits).toEqual([]);
  });
});

describe('the request of an attempt', () => {
  it('contains only the fields that the call needs', async () => {
    const bank = new InMemoryClient();
    bank.script({ body: { txid: TXID } });
    await bank.client.cob.get(TXID);
    expect(bank.requests).toEqual([
      {
        method: 'GET',
        url: `https://bank.example/cob/${TXID}`,
        target: {
          hostname: 'bank.example',
          port: '',
          host: 'bank.example',
          path: `/cob/${TXID}`,
        },
        headers: { Authorization: 'Bearer token' },
        body: undefined,
        until: expect.any(Number),
        safe: true,
        operation: 'GET /cob/{txid}',
        provider: 'scripted',
      },
    ]);
  });

  it.each(['https://bank.example', 'https://[::1]:8443/pix/v2'])(
    'has the parts of its address below %s',
    async (baseUrl) => {
      const bank = new InMemoryClient({ baseUrl, query: { key: "a b/..%2e#?'\u00e7" } });
      bank.script({ body: { id: 1 } });
      await bank.client.loteCobV.get("a b/..%2e#?'\u00e7");
      const [{ url, target }] = bank.requests as [PixRequest];
      expect(target).toEqual(toTarget(new URL(url)));
      expect(new URL(url).search).not.toBe('');
    },
  );

  it('carries the timeout and the signal of the call and is not marked safe for a write', async () => {
    const bank = new InMemoryClient();
    const { signal } = new AbortController();
    const body = { chave: 'k@example.com', valor: { original: '1.00' } };
    bank.script({ status: 201, body: { txid: TXID, status: 'ATIVA', ...body } });
    await bank.client.cob.createWithTxid(TXID, body, { timeout: [1, 2], signal });
    expect(bank.requests).toMatchObject([{ timeout: [1, 2], signal, safe: false }]);
  });

  it('uses a token with the scopes of the call', async () => {
    const requested: unknown[] = [];
    const getToken = (scopes: unknown) => {
      requested.push(scopes);
      return Promise.resolve('token');
    };
    const bank = new InMemoryClient({}, { getToken });
    bank.script({ body: { txid: TXID } });
    await bank.client.cob.get(TXID, undefined, { scopes: ['cob.read', 'pix.read'] });
    expect(requested).toEqual([['cob.read', 'pix.read']]);
  });

  it('keeps its token after a 403', async () => {
    const replaced: string[] = [];
    const replace = (token: string) => Promise.resolve(String(replaced.push(token)));
    const bank = new InMemoryClient({}, { renewable: true, replace });
    bank.script({ status: 403, body: {} });
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status: 403 });
    expect(replaced).toEqual([]);
    expect(bank.requests).toHaveLength(1);
  });

  it.each([199, 300])('fails with status %i even if the body is a record', async (status) => {
    const bank = new InMemoryClient({ retry: false });
    bank.script({ status, body: { txid: TXID } });
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status });
  });
});

describe('a call of a client with default settings', () => {
  it('refuses fields that the specification does not define', async () => {
    const bank = new InMemoryClient();
    const body = {
      chave: 'k@example.com',
      valor: { original: '1.00' },
      calendario: { expiracaoo: 60 },
    };
    await expect(bank.client.cob.createWithTxid(TXID, body as never)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'calendario.expiracaoo',
    });
    expect(bank.requests).toEqual([]);
  });
});
