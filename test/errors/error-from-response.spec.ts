import { describe, expect, it } from '@jest/globals';

import {
  errorFromResponse,
  findCorrelationId,
  tokenErrorFromResponse,
} from '../../lib/errors/index.js';

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

describe('errorFromResponse fields', () => {
  it('type is that of the body, or empty when it is absent or not text', () => {
    expect(from(400, { type: 'https://x/CobOperacaoInvalida' }).type).toBe(
      'https://x/CobOperacaoInvalida',
    );
    for (const type of [undefined, null, 7, [], {}]) expect(from(400, { type }).type).toBe('');
  });

  it('title is that of the body, or "Erro HTTP <status>"', () => {
    expect(from(400, { title: 'Cobrança inválida.' }).title).toBe('Cobrança inválida.');
    for (const title of [undefined, null, 7, [], '']) {
      expect(from(418, { title }).title).toBe('Erro HTTP 418');
    }
    expect(from(500, { status: 418 }).title).toBe('Erro HTTP 418');
  });

  it('status is that of the body, as a number or numeric text, rather than the HTTP status', () => {
    expect(from(500, { status: 404 })).toMatchObject({
      status: 404,
      name: 'PixRecursoNaoEncontradoException',
    });
    expect(from(500, { status: '403' })).toMatchObject({
      status: 403,
      name: 'PixAcessoNegadoException',
    });
  });

  it('status is the HTTP status when the body has no valid one', () => {
    for (const status of [undefined, null, 'erro', '', '4x4', true, [404], {}]) {
      expect(from(404, { status })).toMatchObject({
        status: 404,
        name: 'PixRecursoNaoEncontradoException',
      });
    }
  });

  it('detail is the full text of the body field', () => {
    const detail = 'd'.repeat(900);
    expect(from(400, { detail }).detail).toBe(detail);
    expect(from(500, { detail: 'falhou' }).detail).toBe('falhou');
  });

  it('detail is the raw body when the field is absent or not text', () => {
    for (const detail of [undefined, null, 7, ['a'], {}, '']) {
      const body = JSON.stringify({ title: 'T', detail });
      expect(from(400, body).detail).toBe(body);
    }
  });

  it('detail has at most 500 characters of a raw body', () => {
    expect(from(500, 'x'.repeat(501)).detail).toBe('x'.repeat(500));
    expect(from(500, 'x'.repeat(500)).detail).toBe('x'.repeat(500));
    expect(from(500, `${'x'.repeat(499)}😀`).detail).toBe('x'.repeat(499));
    expect(from(502, JSON.stringify({ erro: 'x'.repeat(600) })).detail).toHaveLength(500);
  });

  it('violacoes is a list of objects with the keys of the provider', () => {
    const violacoes = [
      { razao: 'curto', propriedade: 'txid', valor: 'abc' },
      { propriedades: ['a'], codigo: 7 },
    ];
    expect(from(400, { violacoes }).violacoes).toEqual(violacoes);
    expect(from(400, { violacoes: [] }).violacoes).toEqual([]);
  });

  it('violacoes is undefined when it is not a list', () => {
    for (const violacoes of [undefined, null, 'x', 7, {}, { 0: {} }]) {
      expect(from(400, { violacoes }).violacoes).toBeUndefined();
    }
  });

  it('violacoes omits items that are not objects', () => {
    const violacoes = [null, 'x', 7, [], { razao: 'r' }, true];
    expect(from(400, { violacoes }).violacoes).toEqual([{ razao: 'r' }]);
  });

  it('violacoes ignores __proto__', () => {
    const { violacoes } = from(400, '{"violacoes":[{"__proto__":{"admin":true},"razao":"r"}]}');
    expect((violacoes![0] as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('errorFromResponse class', () => {
  it.each(classes)('for status %i is %s', (status, name) => {
    expect(from(status, { title: 'T', detail: 'd' })).toMatchObject({ name, status });
  });

  const types: [type: string, name: string][] = [
    ['AcessoNegado', 'PixAcessoNegadoException'],
    ['RecursoNaoEncontrado', 'PixRecursoNaoEncontradoException'],
    ['ErroValidacao', 'PixErroValidacaoException'],
  ];
  it.each(types)('for a type that contains %s is %s', (type, name) => {
    for (const status of [401, 409, 422, 500, 503]) {
      expect(from(status, { type: `https://pix.bcb.gov.br/api/v2/error/${type}` }).name).toBe(name);
    }
  });

  it('follows the order 403, 404, 400, each by status or type', () => {
    const type = (name: string) => ({ type: `https://x/${name}` });
    expect(from(403, type('RecursoNaoEncontrado')).name).toBe('PixAcessoNegadoException');
    expect(from(404, type('AcessoNegado')).name).toBe('PixAcessoNegadoException');
    expect(from(404, type('ErroValidacao')).name).toBe('PixRecursoNaoEncontradoException');
    expect(from(400, type('RecursoNaoEncontrado')).name).toBe('PixRecursoNaoEncontradoException');
    expect(from(400, type('AcessoNegadoErroValidacao')).name).toBe('PixAcessoNegadoException');
  });

  it('depends on the letter case of the type', () => {
    expect(from(500, { type: 'acessonegado' }).name).toBe('PixErroServidorException');
  });
});

describe('errorFromResponse with an invalid body', () => {
  const shapes: [what: string, body: string][] = [
    ['absent', ''],
    ['blank', ' \n'],
    ['XML without a fault', '<soap:Envelope><faultstring>erro</soap:Envelope>'],
    ['of Banco do Brasil without errors', '{"erros":[]}'],
    ['of Banco do Brasil without messages', '{"erros":[{"codigo":"1"},7]}'],
    ['with a name only', '{"nome":"txid_invalido"}'],
    ['with a message only', '{"message":"no Route matched"}'],
    ['not JSON', '<html><body>Bad gateway</body></html>'],
    ['truncated JSON', '{"title": "T'],
    ['null', 'null'],
    ['a list', '[{"title":"T","status":404}]'],
    ['a number', '404'],
    ['a text', '"404"'],
    ['a boolean', 'false'],
    ['an empty object', '{}'],
  ];
  describe.each(shapes)('%s', (_shape, body) => {
    it.each(classes)('returns for status %i %s', (status, name) => {
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

describe('errorFromResponse with the body of a bank', () => {
  it('reads the messages of { erros } as detail and violations', () => {
    const body = {
      erros: [
        { codigo: '4769515', versao: '1', mensagem: 'Não há informações.', ocorrencia: 'CHOM01' },
        { codigo: '4', mensagem: 'Chave inválida.' },
      ],
    };
    expect(from(400, body)).toMatchObject({
      name: 'PixErroValidacaoException',
      title: 'Erro HTTP 400',
      detail: 'Não há informações.; Chave inválida.',
      violacoes: [
        { razao: 'Não há informações.', codigo: '4769515', versao: '1', ocorrencia: 'CHOM01' },
        { razao: 'Chave inválida.', codigo: '4' },
      ],
      correlationId: 'CHOM01',
    });
  });

  it.each([
    [
      'a gateway',
      { statusCode: 401, error: 'Unauthorized', message: 'Bad Credentials', attributes: {} },
      { title: 'Unauthorized', detail: 'Bad Credentials' },
    ],
    [
      '{ nome, mensagem }',
      { nome: 'txid_invalido', mensagem: 'O txid é inválido' },
      { title: 'txid_invalido', detail: 'O txid é inválido' },
    ],
    [
      'a SOAP fault',
      '<?xml version="1.0"?><s:Fault><faultstring xml:lang="pt">Fora do ar</faultstring></s:Fault>',
      { title: 'Erro HTTP 500', detail: 'Fora do ar' },
    ],
    [
      'RFC 7807, which has precedence',
      { title: 'T', detail: 'D', nome: 'n', mensagem: 'm', violacoes: [{ razao: 'r' }] },
      { title: 'T', detail: 'D', violacoes: [{ razao: 'r' }] },
    ],
  ])('reads title and detail of %s', (_, body, expected) => {
    expect(from(500, body)).toMatchObject({ status: 500, ...expected });
  });

  it('masks secrets and tax ids in the texts and in the violations', () => {
    const mensagem = 'CPF 123.456.789-09 inválido';
    const error = from(400, { erros: [{ mensagem }] });
    expect(JSON.stringify(error)).not.toContain('123.456.789-09');
    expect(error.violacoes).toHaveLength(1);
  });
});

describe('the correlation id of an error', () => {
  const read = (correlationId: string | undefined, body: object = {}, sent?: string) =>
    errorFromResponse(
      { status: 500, body: JSON.stringify(body), correlationId },
      { correlationId: sent },
    );

  it('is that of the header, otherwise of the body, otherwise the one that was sent', () => {
    expect(read('header-1', { correlationId: 'body-1' }, 'sent-1').correlationId).toBe('header-1');
    expect(read(undefined, { correlationId: 'body-1' }, 'sent-1').correlationId).toBe('body-1');
    expect(read(undefined, {}, 'sent-1').correlationId).toBe('sent-1');
    expect(read(undefined).correlationId).toBeUndefined();
  });

  it('is in the JSON form and survives a change of the outcome', () => {
    const error = read('header-1');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ correlationId: 'header-1' });
    expect(error.withUnknownResult().correlationId).toBe('header-1');
  });

  it.each([5, ['a'], 'a b', 'a\nb', 'x'.repeat(129), ''])('is never %j', (value) => {
    expect(read(undefined, { correlationId: value }).correlationId).toBeUndefined();
  });
});

describe('findCorrelationId', () => {
  it('prefers the headers of the bank to common ones', () => {
    const headers = { 'x-request-id': 'common', 'apigw-requestid': 'bank' };
    expect(findCorrelationId(headers, ['Apigw-RequestId'])).toBe('bank');
    expect(findCorrelationId(headers)).toBe('common');
    expect(findCorrelationId({})).toBeUndefined();
  });
});

describe('Retry-After of an error', () => {
  it('429 has retryAfter from a number of seconds', () => {
    expect(from(429, '', '120')).toMatchObject({
      name: 'PixErroDesconhecidoException',
      retryAfter: 120,
    });
  });

  it('429 has retryAfter from an HTTP date, at least 0', () => {
    const later = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter } = from(429, '', later);
    expect(retryAfter).toBeGreaterThan(80);
    expect(retryAfter).toBeLessThanOrEqual(90);
    expect(from(429, '', 'Wed, 21 Oct 2015 07:28:00 GMT').retryAfter).toBe(0);
  });

  it('is undefined for an invalid or missing header', () => {
    for (const header of [undefined, '', 'soon', 'foo 1', '-1', '1.5', '9'.repeat(20)]) {
      expect(from(429, '', header).retryAfter).toBeUndefined();
    }
  });

  it('503 has retryAfter', () => {
    expect(from(503, '', '5').retryAfter).toBe(5);
  });
});

describe('tokenErrorFromResponse', () => {
  const token = (status: number, body: unknown) =>
    tokenErrorFromResponse(
      { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
      { operation: 'POST /token', provider: 'bb' },
    );

  it('uses error as type and "error: error_description" as detail', () => {
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

  it('uses error as detail without a description', () => {
    for (const error_description of [undefined, null, 7, '']) {
      expect(token(400, { error: 'invalid_scope', error_description })).toMatchObject({
        name: 'PixErroValidacaoException',
        detail: 'invalid_scope',
      });
    }
  });

  it('returns the same classes for every status and body', () => {
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
