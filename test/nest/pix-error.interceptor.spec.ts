import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext, HttpException } from '@nestjs/common';
import { lastValueFrom, throwError } from 'rxjs';
import { errorFromResponse, tokenErrorFromResponse } from '../../lib/errors/index.js';
import {
  NotImplementedError,
  PixAcessoNegadoException,
  PixConexaoException,
  PixErrorInterceptor,
  PixErroDesconhecidoException,
  PixErroServicoIndisponivelException,
  PixErroServidorException,
  PixErroTransporteException,
  PixErroValidacaoException,
  PixNaoAutorizadoException,
  PixRecursoNaoEncontradoException,
  PixRespostaInvalidaError,
  PixTimeoutException,
  RateLimitError,
  ValidationError,
  ValueError,
  type PixErrorInterceptorOptions,
} from '../../lib/index.js';
import { statusRows } from '../../lib/nest/pix-error.interceptor.js';

const problem = { title: 'Problema', detail: 'detalhe do provedor', status: 0 };
const violacoes = [{ razao: 'obrigatório', propriedade: 'chave', valor: '12345678909' }];

describe('PixErrorInterceptor', () => {
  const gateway: [Error, number][] = [
    [new PixErroValidacaoException({ ...problem, status: 400, violacoes }), 400],
    [new ValidationError('valor inválido', { field: 'valor' }), 400],
    [new ValueError('bad value'), 400],
    [new PixRecursoNaoEncontradoException({ ...problem, status: 404 }), 404],
    [new PixErroServicoIndisponivelException({ ...problem, status: 503 }), 503],
    [new RateLimitError('too many', { retryAfter: 9 }), 503],
    [new PixErroDesconhecidoException({ ...problem, status: 429 }, { retryAfter: 9 }), 503],
    [new PixTimeoutException({ title: 'Timeout' }, { resultUnknown: true }), 504],
    [new PixNaoAutorizadoException({ ...problem, status: 401 }), 502],
    [new PixAcessoNegadoException({ ...problem, status: 403 }), 502],
    [new PixErroServidorException({ ...problem, status: 500 }), 502],
    [new PixErroDesconhecidoException({ ...problem, status: 418 }), 502],
    [new PixRespostaInvalidaError({ ...problem, status: 200 }), 502],
    [new PixConexaoException({ title: 'No connection' }), 502],
    [new PixErroTransporteException({ title: 'Aborted' }), 502],
    [new NotImplementedError('not offered'), 501],
  ];
  const passthrough: [Error, number][] = [
    [new PixNaoAutorizadoException({ ...problem, status: 401 }), 401],
    [new PixAcessoNegadoException({ ...problem, status: 403 }), 403],
    [new PixErroServidorException({ ...problem, status: 500 }), 500],
    [new PixErroValidacaoException({ ...problem, status: 400 }), 400],
    [new PixTimeoutException({ title: 'Timeout' }), 504],
  ];

  it.each(gateway)('maps %p to %d', (error, status) => {
    const exception = new PixErrorInterceptor().toHttpException(error) as HttpException;
    expect(exception.getStatus()).toBe(status);
    expect(exception.cause).toBe(error);
  });

  it.each(passthrough)('maps %p to %d with passthrough', (error, status) => {
    const interceptor = new PixErrorInterceptor({ mapping: 'passthrough' });
    expect((interceptor.toHttpException(error) as HttpException).getStatus()).toBe(status);
  });

  it('passes errors in handlers of webhook events through unchanged', async () => {
    const error = new PixErroServidorException({ ...problem, status: 500 });
    const context = { getType: () => 'pix-webhook' } as unknown as ExecutionContext;
    const result = new PixErrorInterceptor().intercept(context, {
      handle: () => throwError(() => error),
    });
    await expect(lastValueFrom(result)).rejects.toBe(error);
  });

  it('passes other errors through unchanged', () => {
    const error = new Error('mine');
    expect(new PixErrorInterceptor().toHttpException(error)).toBe(error);
  });

  it('returns violations without values, and detail only with exposeDetail', () => {
    const error = new PixErroValidacaoException({ ...problem, status: 400, violacoes });
    const getBody = (options?: PixErrorInterceptorOptions) =>
      (new PixErrorInterceptor(options).toHttpException(error) as HttpException).getResponse();
    expect(getBody()).toEqual({
      statusCode: 400,
      message: 'Problema',
      error: 'Bad Request',
      violacoes: [{ razao: 'obrigatório', propriedade: 'chave' }],
    });
    expect(getBody({ exposeDetail: true })).toMatchObject({ detail: 'detalhe do provedor' });
  });

  it('does not quote a failure of the provider', () => {
    const error = new PixErroServidorException({ ...problem, status: 500 });
    const exception = new PixErrorInterceptor().toHttpException(error) as HttpException;
    expect(exception.getResponse()).toEqual({
      statusCode: 502,
      message: 'Bad Gateway',
      error: 'Bad Gateway',
    });
  });
});

describe('responses of PixErrorInterceptor', () => {
  const convert = (error: Error, options?: PixErrorInterceptorOptions) =>
    (new PixErrorInterceptor(options).toHttpException(error) as HttpException).getResponse();
  const token = { operation: 'POST {token_url}', provider: 'sicoob' };

  it.each([400, 401, 403, 404, 422, 500])(
    'a %d of the token endpoint is a failure of the application',
    (status) => {
      const body = { error: 'invalid_client', error_description: 'unknown client' };
      const error = tokenErrorFromResponse({ status, body: JSON.stringify(body) }, token);
      expect(convert(error)).toEqual({
        statusCode: 502,
        message: 'Bad Gateway',
        error: 'Bad Gateway',
      });
      const kept = [401, 403, 500].includes(status) ? status : 502;
      expect(convert(error, { mapping: 'passthrough' })).toMatchObject({ statusCode: kept });
    },
  );

  it('do not contain the text of a check of the library, but its violations', () => {
    const error = new ValidationError('Corpo inválido em PUT /cob/{txid}: valor.original …', {
      violacoes: [{ propriedade: 'valor.original', razao: 'deve ser um valor' }],
    });
    const violations = [{ propriedade: 'valor.original', razao: 'deve ser um valor' }];
    expect(convert(error)).toEqual({
      statusCode: 400,
      message: 'Bad Request',
      error: 'Bad Request',
      violacoes: violations,
    });
    expect(convert(error, { exposeDetail: true })).toMatchObject({ message: error.message });
  });

  it('have the title of the provider, and no title that the library made up', () => {
    const titled = new PixRecursoNaoEncontradoException({ title: 'Não Encontrado', status: 404 });
    expect(convert(titled)).toMatchObject({ message: 'Não Encontrado', error: 'Not Found' });
    const bare = errorFromResponse({ status: 400, body: '' });
    expect(convert(bare)).toEqual({
      statusCode: 400,
      message: 'Bad Request',
      error: 'Bad Request',
    });
  });

  it('do not name the provider or the rate limit', () => {
    const limited = new RateLimitError('The rate limit of inter is reached', { retryAfter: 9 });
    expect(convert(limited)).toEqual({
      statusCode: 503,
      message: 'Service Unavailable',
      error: 'Service Unavailable',
      retryAfter: 9,
    });
    expect(convert(new NotImplementedError('inter has no GET /webhook'))).toMatchObject({
      message: 'Not Implemented',
    });
  });
});

/** The status of each error class in a table whose second cell begins with it. */
function readTable(text: string): Map<string, [number, number | undefined]> {
  const rows = [...text.matchAll(/^[ *]*\| ([^|]*`[^|]*)\| (\d{3})[^|]*\|(?: (\d{3})? *\|)?$/gm)];
  const cells = rows.flatMap(([, errors = '', status, kept]) =>
    [...errors.matchAll(/`(\w+)`/g)].map(
      ([, name = '']) => [name, [Number(status), kept ? Number(kept) : undefined]] as const,
    ),
  );
  return new Map(cells as [string, [number, number | undefined]][]);
}

describe.each([
  ['docs/interface.md', '### HTTP exceptions of Nest'],
  ['lib/nest/pix-error.interceptor.ts', 'Converts the library'],
])('the table of statuses in %s', (file, start) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const text = source.slice(source.indexOf(start));
  const section = text.slice(0, text.search(/\n## |\*\//));
  const table = readTable(section);

  it('has a row for each class, with its status', () => {
    expect([...table.keys()].sort()).toEqual(statusRows.map(({ error }) => error).sort());
    for (const { error, status, passthrough } of statusRows) {
      expect([error, table.get(error)]).toEqual([error, [status, passthrough]]);
    }
  });
});
