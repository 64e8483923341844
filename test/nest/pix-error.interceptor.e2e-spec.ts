import 'reflect-metadata';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConflictException, Controller, Get, Logger, type INestApplication } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import {
  PIX_ERROR_INTERCEPTOR_OPTIONS,
  PixConexaoException,
  PixErrorInterceptor,
  PixErroServicoIndisponivelException,
  PixTimeoutException,
  ValueError,
  type PixErrorInterceptorOptions,
} from '../../lib/index.js';

describe.each(['express', 'fastify'])('PixErrorInterceptor on %s', (platform) => {
  let app: INestApplication | undefined;
  const logged: string[] = [];

  afterEach(async () => {
    logged.length = 0;
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

      @Get('refused')
      refused(): never {
        throw new PixConexaoException(
          { title: 'No connection', detail: 'to 10.0.0.1 for cpf 123.456.789-09' },
          { cause: new Error('connect ECONNREFUSED token=abc') },
        );
      }

      @Get('invalid')
      invalid(): never {
        throw new ValueError('headers must not contain authorization');
      }

      @Get('own')
      own(): never {
        throw new ConflictException('mine');
      }

      @Get('unknown')
      async unknown(): Promise<never> {
        throw new PixTimeoutException({ title: 'Timeout' }, { resultUnknown: true });
      }
    }
    for (const level of ['error', 'warn'] as const) {
      jest.spyOn(Logger.prototype, level).mockImplementation((...parts: unknown[]) => {
        logged.push([level, ...parts].join(' '));
      });
    }
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

  it('logs what is answered with 5xx, with stack and cause and without secrets', async () => {
    const response = await request(await start()).get('/refused');
    expect(response.body).toEqual({
      statusCode: 502,
      message: 'Bad Gateway',
      error: 'Bad Gateway',
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      /^error ShopController\.refused: answered with 502: PixConexaoException: No connection/,
    );
    expect(logged[0]).toMatch(/\n\s+at .*pix-error\.interceptor\.e2e-spec/);
    expect(logged[0]).toContain('Caused by Error: connect ECONNREFUSED token=***');
    expect(logged[0]).not.toContain('123.456.789-09');
  });

  it('logs a warning for a 400 whose text is not in the response', async () => {
    const response = await request(await start()).get('/invalid');
    expect(response.body.message).toBe('Bad Request');
    expect(logged).toEqual([
      'warn ShopController.invalid: answered with 400: ValueError: headers must not contain authorization',
    ]);
  });

  it('logs nothing for exceptions of the application', async () => {
    expect((await request(await start()).get('/own')).status).toBe(409);
    expect(logged).toEqual([]);
  });
});
