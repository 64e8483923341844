import { inspect } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import {
  APIError,
  AuthenticationError,
  BankSpecificError,
  NotImplementedError,
  PIXError,
  PIXTransactionError,
  RateLimitError,
  ValidationError,
  ValueError,
} from '../../lib/errors/index.js';

describe('general error classes', () => {
  it('PIXError has message, errorCode, details and cause', () => {
    const cause = new Error('why');
    expect(
      new PIXError('falhou', { errorCode: 'X1', details: { tentativa: 2 }, cause }),
    ).toMatchObject({ message: 'falhou', errorCode: 'X1', details: { tentativa: 2 }, cause });
  });

  it('errorCode defaults to the code of the class', () => {
    expect(new AuthenticationError('x').errorCode).toBe('PIX_AUTHENTICATION');
    expect(new AuthenticationError('x', { errorCode: 'E' })).toMatchObject({
      errorCode: 'E',
      code: 'PIX_AUTHENTICATION',
    });
    expect(new ValueError('x').errorCode).toBe('PIX_VALUE');
    expect(new NotImplementedError('x').errorCode).toBe('PIX_NOT_IMPLEMENTED');
  });

  it('have their own fields', () => {
    expect(new RateLimitError('x', { retryAfter: 5 }).retryAfter).toBe(5);
    expect(new PIXTransactionError('x', { txid: 't', operation: 'PUT /cob/{txid}' })).toMatchObject(
      { txid: 't', operation: 'PUT /cob/{txid}' },
    );
    expect(new BankSpecificError('x', { bankCode: '077', bankErrorCode: 'E9' })).toMatchObject({
      bankCode: '077',
      bankErrorCode: 'E9',
    });
    expect(new APIError('x', { statusCode: 502, responseBody: 'corpo' })).toMatchObject({
      statusCode: 502,
      responseBody: 'corpo',
    });
  });

  it('ValidationError has its field and all violations', () => {
    const violacoes = [
      { propriedade: 'devedor.cpf', razao: 'deve ter 11 dígitos' },
      { propriedade: 'chave', razao: 'é obrigatória' },
    ];
    expect(new ValidationError('x', { violacoes })).toMatchObject({
      field: 'devedor.cpf',
      violacoes,
    });
    expect(new ValidationError('txid é curto', { field: 'txid' })).toMatchObject({
      field: 'txid',
      violacoes: [{ propriedade: 'txid', razao: 'txid é curto' }],
    });
    expect(new ValidationError('x')).toMatchObject({ field: undefined, violacoes: [] });
  });
});

describe('printing a general error', () => {
  it('masks the message, the details and the cause', () => {
    const error = new PIXError('Bearer abc', {
      details: { client_secret: 'abc', cpf: '12345678909' },
      cause: Object.assign(new Error('senha=abc'), { config: 'abc' }),
    });
    for (const text of [inspect(error), JSON.stringify(error), error.stack!]) {
      expect(text).not.toMatch(/abc|12345678909/);
    }
    expect(error.details).toEqual({ client_secret: '***', cpf: '***' });
  });

  it('masks the response body, which stays unchanged in a hidden property', () => {
    const responseBody = '{"access_token":"abc","x":1}';
    const error = new APIError('x', { statusCode: 400, responseBody });
    expect(error.responseBody).toBe(responseBody);
    expect(Object.keys(error)).not.toContain('responseBody');
    expect(inspect(error)).not.toContain('abc');
    expect(inspect(error)).toContain('"x":1');
    expect(error.toJSON().responseBody).toBe('{"access_token":"***","x":1}');
  });

  it('works for ValueError and NotImplementedError', () => {
    const error = new ValueError('escopo vazio', { cause: new Error('why') });
    expect(error.toJSON()).toEqual({
      name: 'ValueError',
      code: 'PIX_VALUE',
      errorCode: 'PIX_VALUE',
      message: 'escopo vazio',
      cause: { name: 'Error', message: 'why' },
    });
    expect(inspect(new NotImplementedError('x'))).toContain("code: 'PIX_NOT_IMPLEMENTED'");
  });
});
