import { inspect } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import {
  PixAPIException,
  PixConexaoException,
  PixErroValidacaoException,
  PixRespostaInvalidaError,
  PixTimeoutException,
} from '../../lib/errors/index.js';

const context = { operation: 'PUT /cob/{txid}', provider: 'sicoob' };

describe('the message of an API error', () => {
  it('contains the title, the detail, the operation, the provider and the status', () => {
    const error = new PixErroValidacaoException(
      { title: 'Cobrança inválida.', status: 400, detail: 'A chave não existe.' },
      context,
    );
    expect(error.message).toBe(
      'Cobrança inválida. A chave não existe. (PUT /cob/{txid}, sicoob, HTTP 400)',
    );
  });

  it.each([
    [{ title: 'Falhou', detail: 'sem saldo' }, 'Falhou: sem saldo'],
    [{ title: 'Falhou', detail: '' }, 'Falhou'],
    [{ title: 'Falhou', detail: 'Falhou' }, 'Falhou'],
    [{ title: '', detail: 'sem saldo' }, 'sem saldo'],
    [{ title: 'Erro HTTP 502', status: 502, detail: '<html>' }, 'Erro HTTP 502: <html>'],
    [{ title: 'Falhou', status: 409 }, 'Falhou (HTTP 409)'],
  ])('of the problem %j is %j', (problem, message) => {
    expect(new PixAPIException(problem).message).toBe(message);
  });

  it('advises to read the resource when the outcome is unknown', () => {
    const { message } = new PixTimeoutException(
      { title: 'Tempo esgotado' },
      { operation: 'POST /cob', provider: 'bb', resultUnknown: true },
    );
    expect(message).toContain('Tempo esgotado (POST /cob, bb)');
    expect(message).toContain('outcome is unknown');
    expect(message).toContain('read the resource before creating it again');
  });

  it('contains the title and the detail unchanged', () => {
    const problem = { title: 'Use o token', detail: 'certo: abc\n\nd' };
    const { message } = new PixAPIException(problem);
    expect(message).toContain(problem.title);
    expect(message).toContain(problem.detail);
  });
});

describe('the fields of an API error', () => {
  it('include type, title, status, detail and violacoes', () => {
    const problem = {
      type: 'https://x/E',
      title: 'T',
      status: 400,
      detail: 'd',
      violacoes: [{ razao: 'r', propriedade: 'p' }],
    };
    expect(new PixErroValidacaoException(problem, { ...context, retryAfter: 3 })).toMatchObject({
      ...problem,
      ...context,
      retryAfter: 3,
      resultUnknown: false,
    });
  });

  it('include no status for a transport error', () => {
    expect(new PixConexaoException({ title: 'T' }, context)).toMatchObject({
      status: undefined,
      type: '',
      detail: '',
      violacoes: undefined,
    });
  });

  it('include the HTTP status and the Content-Type for PixRespostaInvalidaError', () => {
    const problem = { title: 'T', status: 201, contentType: 'text/html' };
    expect(new PixRespostaInvalidaError(problem, context)).toMatchObject({
      status: 201,
      contentType: 'text/html',
    });
  });
});

describe('secrets in an API error', () => {
  const secret = 'S3GR3D0';
  const axiosLike = Object.assign(new Error(`failed with Bearer ${secret}`), {
    name: 'AxiosError',
    code: 'ECONNRESET',
    isAxiosError: true,
    config: { headers: { Authorization: `Bearer ${secret}` }, httpsAgent: { key: secret } },
    response: { data: { access_token: secret } },
  });
  const error = new PixErroValidacaoException(
    {
      title: `Bearer ${secret}`,
      type: `x?access_token=${secret}`,
      status: 400,
      detail: `{"client_secret":"${secret}"} 12345678909`,
      violacoes: [
        { razao: `senha=${secret}`, propriedade: 'devedor.cpf', valor: '123.456.789-09' },
        { razao: 'aninhado', extra: { token: secret, lista: [`Basic ${secret}`] } },
      ],
    },
    { ...context, correlationId: `token=${secret}`, cause: axiosLike },
  );

  it.each([
    ['message', error.message],
    ['stack', error.stack!],
    ['JSON', JSON.stringify(error)],
    ['inspect', inspect(error, { depth: 20, showHidden: true })],
    ['inspect inside an object', inspect({ error }, { depth: 20 })],
    ['every own property', inspect(Object.getOwnPropertyDescriptors(error), { depth: 20 })],
    ['the cause', inspect(error.cause, { depth: 20, showHidden: true })],
  ])('are not in: %s', (_form, text) => {
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/12345678909|123\.456\.789-09/);
  });

  it('are masked without changing the rest of a violation', () => {
    expect(error.violacoes?.[0]).toEqual({
      razao: 'senha=***',
      propriedade: 'devedor.cpf',
      valor: '***',
    });
  });

  it('are removed from a cause with a request, which keeps its name, message, code and stack', () => {
    expect(error.cause).toMatchObject({ name: 'AxiosError', code: 'ECONNRESET' });
    expect((error.cause as Error).message).toBe('failed with Bearer ***');
    expect((error.cause as Error).stack).toContain('pix-api.spec');
    expect(error.cause).not.toHaveProperty('config');
  });

  it('do not replace a cause without secrets', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
      address: '127.0.0.1',
      port: 9,
    });
    expect(new PixConexaoException({ title: 'T' }, { cause }).cause).toBe(cause);
  });

  it('are removed from nested causes', () => {
    const cause = new Error('outer', { cause: axiosLike });
    const { cause: redacted } = new PixConexaoException({ title: 'T' }, { cause });
    expect(inspect(redacted, { depth: 20 })).not.toContain(secret);
    expect((redacted as Error).cause).toMatchObject({ name: 'AxiosError' });
  });

  it('are not printed when a cause receives one later', () => {
    const cause: Error & { config?: object } = new Error('x');
    const late = new PixConexaoException({ title: 'T' }, { cause });
    cause.config = { auth: secret };
    expect(inspect(late, { depth: 20 })).not.toContain(secret);
    expect(JSON.stringify(late)).not.toContain(secret);
  });

  it('are removed from the errors of an AggregateError', () => {
    const cause = new AggregateError([axiosLike, new Error('fine')], 'both failed');
    const redacted = new PixConexaoException({ title: 'T' }, { cause }).cause;
    expect(inspect(redacted, { depth: 20, showHidden: true })).not.toContain(secret);
    expect((redacted as AggregateError).errors).toHaveLength(2);
  });

  it('do not prevent printing a circular cause', () => {
    const cause: Error = new Error('x');
    cause.cause = cause;
    expect(inspect(new PixConexaoException({ title: 'T' }, { cause }))).toContain('T');
  });

  it('are masked in a cause that is not an error', () => {
    const cause = { token: secret, why: `Bearer ${secret}` };
    expect(new PixConexaoException({ title: 'T' }, { cause }).cause).toEqual({
      token: '***',
      why: 'Bearer ***',
    });
    expect(new PixConexaoException({ title: 'T' }, { cause: `senha=${secret}` }).cause).toBe(
      'senha=***',
    );
  });
});

describe('printing an API error', () => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const error = new PixConexaoException(
    { title: 'Conexão perdida' },
    { operation: 'POST /cob', provider: 'inter', resultUnknown: true, cause },
  );

  it('toJSON returns the fields and the name and message of the cause', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'PixConexaoException',
      code: 'PIX_CONEXAO',
      message: error.message,
      type: '',
      title: 'Conexão perdida',
      detail: '',
      operation: 'POST /cob',
      provider: 'inter',
      resultUnknown: true,
      cause: { name: 'Error', message: 'read ECONNRESET' },
    });
    expect(Object.keys(error.toJSON())).toEqual(
      expect.arrayContaining(['status', 'violacoes', 'retryAfter']),
    );
  });

  it('toJSON omits an absent cause', () => {
    expect(new PixAPIException({ title: 'T' }).toJSON()).not.toHaveProperty('cause');
  });

  it('inspect shows the stack, the code, the fields and the cause with its code', () => {
    const text = inspect(error);
    expect(text.startsWith(`PixConexaoException: ${error.message}\n    at `)).toBe(true);
    expect(text).toContain("code: 'PIX_CONEXAO'");
    expect(text).toContain('resultUnknown: true');
    expect(text).toContain('Error: read ECONNRESET');
    expect(text).toContain("code: 'ECONNRESET'");
    expect(text).not.toContain('undefined');
  });

  it('inspect below its depth prints one line', () => {
    expect(inspect({ a: { error } }, { depth: 0 })).not.toContain('at ');
    expect(inspect({ error }, { depth: -1 })).toBe('[Object]');
    expect(inspect([[error]], { depth: 1 })).toContain('[PixConexaoException: ');
  });
});
