import { describe, expect, it } from '@jest/globals';

import { errorFromResponse, tokenErrorFromResponse } from '../../lib/errors/index.js';

const context = { operation: 'PUT /cob/{txid}', provider: 'sicoob' };

function from(status: number, body: unknown, retryAfterHeader?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return errorFromResponse({ status, body: text, retryAfterHeader }, context);
}

const classes: [status: number, name: string][] = [
  [403, 'PixAcessoNegadoException'],
  [404, 'PixRecursoNaoEncontradoException'],
  [400, 'PixErroValidacaoException'],
  [401, 'PixNaoAutorizadoException'],
  [500, 'PixErroServidorException'],
  [503, 'PixErroServicoIndisponivelException'],
  ...[402, 405, 409, 410, 415, 422, 429, 451, 501, 502, 504, 599, 301].map(
    (status): [number, string] => [status, 'PixErroDesconhecidoException'],
  ),
];

describe('fields of an error, from the body of the answer', () => {
  it('type is kept, and empty when absent or not text', () => {
    expect(from(400, { type: 'https://x/CobOperacaoInvalida' }).type).toBe(
      'https://x/CobOperacaoInvalida',
    );
    for (const type of [undefined, null, 7, [], {}]) expect(from(400, { type }).type).toBe('');
  });

  it('title is kept, and "Erro HTTP <status>" when absent', () => {
    expect(from(400, { title: 'Cobrança inválida.' }).title).toBe('Cobrança inválida.');
    for (const title of [undefined, null, 7, [], '']) {
      expect(from(418, { title }).title).toBe('Erro HTTP 418');
    }
    expect(from(500, { status: 418 }).title).toBe('Erro HTTP 418');
  });

  it('status is that of the body, number or numeric text, ahead of the HTTP status', () => {
    expect(from(500, { status: 404 })).toMatchObject({
      status: 404,
      name: 'PixRecursoNaoEncontradoException',
    });
    expect(from(500, { status: '403' })).toMatchObject({
      status: 403,
      name: 'PixAcessoNegadoException',
    });
  });

  it('status is the HTTP status when absent or not a number', () => {
    for (const status of [undefined, null, 'erro', '', '4x4', true, [404], {}]) {
      expect(from(404, { status })).toMatchObject({
        status: 404,
        name: 'PixRecursoNaoEncontradoException',
      });
    }
  });

  it('detail is kept whole when it is text', () => {
    const detail = 'd'.repeat(900);
    expect(from(400, { detail }).detail).toBe(detail);
    expect(from(500, { detail: 'falhou' }).detail).toBe('falhou');
  });

  it('detail is the raw body when absent or not text', () => {
    for (const detail of [undefined, null, 7, ['a'], {}, '']) {
      const body = JSON.stringify({ title: 'T', detail });
      expect(from(400, body).detail).toBe(body);
    }
  });

  it('Limits: raw body text in detail is cut to 500 characters', () => {
    expect(from(500, 'x'.repeat(501)).detail).toBe('x'.repeat(500));
    expect(from(500, 'x'.repeat(500)).detail).toBe('x'.repeat(500));
    expect(from(500, `${'x'.repeat(499)}😀`).detail).toBe('x'.repeat(499));
    expect(from(502, JSON.stringify({ erro: 'x'.repeat(600) })).detail).toHaveLength(500);
  });

  it('violacoes is a list of objects, with the keys of the provider', () => {
    const violacoes = [
      { razao: 'curto', propriedade: 'txid', valor: 'abc' },
      { propriedades: ['a'], codigo: 7 },
    ];
    expect(from(400, { violacoes }).violacoes).toEqual(violacoes);
    expect(from(400, { violacoes: [] }).violacoes).toEqual([]);
  });

  it('violacoes is absent when it is not a list', () => {
    for (const violacoes of [undefined, null, 'x', 7, {}, { 0: {} }]) {
      expect(from(400, { violacoes }).violacoes).toBeUndefined();
    }
  });

  it('items of violacoes that are not objects are dropped', () => {
    const violacoes = [null, 'x', 7, [], { razao: 'r' }, true];
    expect(from(400, { violacoes }).violacoes).toEqual([{ razao: 'r' }]);
  });

  it('a violation cannot reach the prototype', () => {
    const { violacoes } = from(400, '{"violacoes":[{"__proto__":{"admin":true},"razao":"r"}]}');
    expect((violacoes![0] as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('the choice of an error by status and type', () => {
  it.each(classes)('status %i is %s', (status, name) => {
    expect(from(status, { title: 'T', detail: 'd' })).toMatchObject({ name, status });
  });

  const types: [type: string, name: string][] = [
    ['AcessoNegado', 'PixAcessoNegadoException'],
    ['RecursoNaoEncontrado', 'PixRecursoNaoEncontradoException'],
    ['ErroValidacao', 'PixErroValidacaoException'],
  ];
  it.each(types)('a type that contains %s is %s', (type, name) => {
    for (const status of [401, 409, 422, 500, 503]) {
      expect(from(status, { type: `https://pix.bcb.gov.br/api/v2/error/${type}` }).name).toBe(name);
    }
  });

  it('the rows are evaluated in order: 403, then 404, then 400, each by status or type', () => {
    const type = (name: string) => ({ type: `https://x/${name}` });
    expect(from(403, type('RecursoNaoEncontrado')).name).toBe('PixAcessoNegadoException');
    expect(from(404, type('AcessoNegado')).name).toBe('PixAcessoNegadoException');
    expect(from(404, type('ErroValidacao')).name).toBe('PixRecursoNaoEncontradoException');
    expect(from(400, type('RecursoNaoEncontrado')).name).toBe('PixRecursoNaoEncontradoException');
    expect(from(400, type('AcessoNegadoErroValidacao')).name).toBe('PixAcessoNegadoException');
  });

  it('the letters of a type count', () => {
    expect(from(500, { type: 'acessonegado' }).name).toBe('PixErroServidorException');
  });
});

describe('a body of any shape still yields the error for the HTTP status', () => {
  const shapes: [what: string, body: string][] = [
    ['absent', ''],
    ['blank', ' \n'],
    ['not JSON', '<html><body>Bad gateway</body></html>'],
    ['cut JSON', '{"title": "T'],
    ['SOAP', '<soap:Envelope><faultstring>erro</faultstring></soap:Envelope>'],
    ['null', 'null'],
    ['a list', '[{"title":"T","status":404}]'],
    ['a number', '404'],
    ['a text', '"404"'],
    ['a boolean', 'false'],
    ['an empty object', '{}'],
    ['Banco do Brasil’s', '{"erros":[{"codigo":"1","versao":"1","mensagem":"m"}]}'],
    ['Efí’s', '{"nome":"txid_invalido","mensagem":"O txid é inválido"}'],
  ];
  describe.each(shapes)('%s', (_what, body) => {
    it.each(classes)('status %i is %s', (status, name) => {
      expect(from(status, body)).toMatchObject({
        name,
        type: '',
        title: `Erro HTTP ${status}`,
        status,
        detail: body,
        violacoes: undefined,
        ...context,
      });
    });
  });
});

describe('Retry-After of an error', () => {
  it('429 is PixErroDesconhecidoException with retryAfter from seconds', () => {
    expect(from(429, '', '120')).toMatchObject({
      name: 'PixErroDesconhecidoException',
      retryAfter: 120,
    });
  });

  it('429 has retryAfter from an HTTP date, never below zero', () => {
    const later = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter } = from(429, '', later);
    expect(retryAfter).toBeGreaterThan(80);
    expect(retryAfter).toBeLessThanOrEqual(90);
    expect(from(429, '', 'Wed, 21 Oct 2015 07:28:00 GMT').retryAfter).toBe(0);
  });

  it('no retryAfter without a header that says one', () => {
    for (const header of [undefined, '', 'soon', 'foo 1', '-1', '1.5', '9'.repeat(20)]) {
      expect(from(429, '', header).retryAfter).toBeUndefined();
    }
  });

  it('503 has it as well', () => {
    expect(from(503, '', '5').retryAfter).toBe(5);
  });
});

describe('error bodies of the token endpoint', () => {
  const token = (status: number, body: unknown) =>
    tokenErrorFromResponse(
      { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
      { operation: 'POST /token', provider: 'bb' },
    );

  it('type is error, detail is "error: error_description"', () => {
    expect(
      token(401, { error: 'invalid_client', error_description: 'Client not found' }),
    ).toMatchObject({
      name: 'PixNaoAutorizadoException',
      type: 'invalid_client',
      title: 'Erro HTTP 401',
      status: 401,
      detail: 'invalid_client: Client not found',
    });
    expect(token(400, { error: 'invalid_token', error_description: 'gone' }).detail).toBe(
      'invalid_token: gone',
    );
  });

  it('detail is error alone without a description', () => {
    for (const error_description of [undefined, null, 7, '']) {
      expect(token(400, { error: 'invalid_scope', error_description })).toMatchObject({
        name: 'PixErroValidacaoException',
        detail: 'invalid_scope',
      });
    }
  });

  it('the same hierarchy for every shape and status', () => {
    for (const [status, name] of classes) {
      expect(token(status, '<html>').name).toBe(name);
      expect(token(status, { error: 'invalid_grant' })).toMatchObject({ name, status });
      expect(token(status, { title: 'T', detail: 'd' })).toMatchObject({
        name,
        title: 'T',
        detail: 'd',
      });
    }
    expect(token(500, { error: { code: 1 } }).detail).toBe('{"error":{"code":1}}');
  });
});
