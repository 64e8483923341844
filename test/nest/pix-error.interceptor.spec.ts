import 'reflect-metadata';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get, HttpException, Logger, type INestApplication } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import {
  NotImplementedError,
  PIX_ERROR_INTERCEPTOR_OPTIONS,
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
      violacoes: [{ razao: 'obrigatório', propriedade: 'chave' }],
    });
    expect(getBody({ exposeDetail: true })).toMatchObject({ detail: 'detalhe do provedor' });
  });

  it('does not quote a failure of the provider', () => {
    const error = new PixErroServidorException({ ...problem, status: 500 });
    const exception = new PixErrorInterceptor().toHttpException(error) as HttpException;
    expect(exception.getResponse()).toEqual({ statusCode: 502, message: 'Bad Gateway' });
  });
});

describe.each(['express', 'fastify'])('PixErrorInterceptor on %s', (platform) => {
  let app: INestApplication | undefined;

  afterEach(async () => {
    await app?.close();
    jest.restoreAllMocks();
  });

  async function start(options?: PixErrorInterceptorOptions) {
    @Controller()
    class ShopController {
      @Get('busy')
      busy(): never {
        throw new PixErroServicoIndisponivelException(
          { title: 'Ocupado', status: 503 },
          { retryAfter: 6.2 },
        );
      }

      @Get('unknown')
      async unknown(): Promise<never> {
        throw new PixTimeoutException({ title: 'Timeout' }, { resultUnknown: true });
      }
    }
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const module = await Test.createTestingModule({
      controllers: [ShopController],
      providers: [
        { provide: APP_INTERCEPTOR, useClass: PixErrorInterceptor },
        ...(options ? [{ provide: PIX_ERROR_INTERCEPTOR_OPTIONS, useValue: options }] : []),
      ],
    }).compile();
    app =
      platform === 'express'
        ? module.createNestApplication()
        : module.createNestApplication(new FastifyAdapter());
    await app.listen(0, '127.0.0.1');
    return app.getHttpServer();
  }

  it('sets Retry-After', async () => {
    const response = await request(await start()).get('/busy');
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('7');
    expect(response.body).toMatchObject({ retryAfter: 6.2 });
  });

  it('returns resultUnknown for an unknown outcome', async () => {
    const response = await request(await start({ mapping: 'passthrough' })).get('/unknown');
    expect(response.status).toBe(504);
    expect(response.body).toMatchObject({ resultUnknown: true });
  });
});
