import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { redactValue, safeCause } from '../../lib/errors/library-error.js';
import {
  closeScope,
  copySafeHeaders,
  holdAccountSecrets,
  holdSecrets,
  inScope,
  listEncodings,
  openScope,
  redact,
  releaseSecrets,
  toLogLine,
  toLogStack,
} from '../../lib/errors/redact.js';
import { measureLeastCpu } from '../support/least-cpu.js';

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASC\n-----END PRIVATE KEY-----`;

describe('redact', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer ***'],
    ['enviado com Bearer SEGREDO123, recusado', 'enviado com Bearer ***, recusado'],
    ['bearer segredo', 'bearer ***'],
    ['Basic dXNlcjpwYXNz==', 'Basic ***'],
    [`token ${JWT} expirado`, 'token *** expirado'],
    ['{"access_token":"abc","expires_in":300}', '{"access_token":"***","expires_in":300}'],
    ['{"accessToken": "a\\"b", "x": 1}', '{"accessToken": "***", "x": 1}'],
    [
      '{"body":"{\\"client_secret\\":\\"s3\\",\\"a\\":1}"}',
      '{"body":"{\\"client_secret\\":\\"***\\",\\"a\\":1}"}',
    ],
    ["{'client_secret': 'abc'}", "{'client_secret': '***'}"],
    [
      'client_id=a&client_secret=b%20c&scope=cob.read',
      'client_id=a&client_secret=***&scope=cob.read',
    ],
    ['https://x.example/t?access_token=abc&x=1', 'https://x.example/t?access_token=***&x=1'],
    ['https://x.example/t?gw-dev-app-key=abc&x=1', 'https://x.example/t?gw-dev-app-key=***&x=1'],
    ['https://user:pass@x.example/', 'https://***@x.example/'],
    ['passphrase=abc senha=def', 'passphrase=*** senha=***'],
    ['{"secretKey":"abc","api_key":"def"}', '{"secretKey":"***","api_key":"***"}'],
    [`antes\n${PEM}\ndepois`, 'antes\n***\ndepois'],
    ['{"key":"-----BEGIN RSA PRIVATE KEY-----\\nMIIE', '{"key":"***'],
    ['devedor 12345678909 recusado', 'devedor *** recusado'],
    ['devedor 123.456.789-09.', 'devedor ***.'],
    ['{"cpf":"12345678909"}', '{"cpf":"***"}'],
    ['{"cpf":1234567890}', '{"cpf":***}'],
    ['/cob?cpf=12345678909&status=ATIVA', '/cob?cpf=***&status=ATIVA'],
    ['cpf%3D12345678909', 'cpf%3D***'],
    ['CNPJ 12345678000195', 'CNPJ ***'],
    ['12.345.678/0001-95', '***'],
    ['empresa 12ABC34501DE35 recusada', 'empresa *** recusada'],
    ['12.ABC.345/01DE-35', '***'],
    ['CPF 123.456.789-00 inválido', 'CPF *** inválido'],
    ['%20' + JWT, '%20***'],
    ['<access_token>9f8e7d</access_token>', '<access_token>***</access_token>'],
    ['"{\\"token\\":\\"a b\\"}"', '"{\\"token\\":\\"***\\"}"'],
  ])('masks %j', (text, masked) => {
    expect(redact(text)).toBe(masked);
  });

  it.each([
    '',
    'Cobrança inválida.',
    'O campo devedor.cpf é obrigatório',
    'Bearer token inválido',
    'WWW-Authenticate: Bearer realm="pix", error="invalid_token"',
    'invalid_token: The access token expired',
    'tokenUrl: must be an https address',
    '{"token_type":"Bearer","expires_in":300}',
    'unsupported_token_type: no',
    'txid 3136957d93134f2184b369e8f1c0729d não encontrado',
    'txid 12345678901234567890123456 não encontrado',
    'E12345678202009091221kkkkkkkkkkk',
    'RN1234567820240115abcdefghijk',
    'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
    '123e4567-e12b-12d1-a456-426655440000',
    '2024-01-15T10:20:30.123Z',
    'valor 1234567890.12 acima do limite',
    'getaddrinfo ENOTFOUND api-pix.bb.com.br',
    'pedido 12345678900 não encontrado',
    'telefone 11987654321, protocolo 20261121000012',
    'saldo 12345678909.50, parte 1.12345678909, no dia 12345678909-01',
    'lixo.pem is not a certificate: it must be PEM ("-----BEGIN CERTIFICATE-----") or DER.',
    'private-key.service.js:1:32',
    'token endpoint answered with an error',
    'client_secret is required',
    'AuthorizationError: nao pode alterar o pedido 77',
    'TokenExpiredError: jwt expired',
    'InvalidSecretException: the name is wrong',
    'secretsmanager: connect timeout',
    'secrets-manager: connect timeout',
    'authorization: required',
    'senha: obrigatória.',
    'password.vue:3:4',
    'secret.py:33',
    'token PixWebhookReceiverModule was not found',
  ])('does not change %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('returns the same text when applied twice', () => {
    const text = `Authorization: Bearer abc {"senha":"x"} ${PEM} ${JWT} 123.456.789-09 https://a:b@c/ token=x`;
    expect(redact(redact(text))).toBe(redact(text));
  });

  // About 1 ms. With a quadratic algorithm, one of these texts takes 100 ms or more.
  it.each([
    ['eyJ', '-eyJaaaa'],
    ['a backslash', 'token:\\"', '\\'],
    ['the start of a PEM block', '-----BEGIN A-----\nA'],
    ['a label', 'cpf:1-'],
    ['a name', 'token token:"'],
    ['an address', '://a:b'],
    ['a digit', '1.'],
  ])('runs in linear time for a long text of %s', (_case, start, piece = start) => {
    const text = (start + piece.repeat(131_072 / piece.length)).slice(0, 131_072);
    expect(redact(text).length).toBeLessThanOrEqual(16_385);
    // Some milliseconds on an idle machine; quadratic time takes seconds.
    expect(measureLeastCpu(() => redact(text))).toBeLessThan(200);
  });

  it('truncates a long text between two words', () => {
    const words = 'palavra '.repeat(3000);
    expect(redact(words)).toMatch(/^(palavra )+…$/);
    const secret = 'a'.repeat(16_380) + ' 123.456.789-09';
    expect(redact(secret)).toBe(`${'a'.repeat(16_380)} …`);
  });
});

describe('a registered secret', () => {
  const owner = {};
  const secret = 'S3gredo/da+loja=';

  it('masks a long run of a character of a secret', () => {
    const other = {};
    holdSecrets(other, 'a'.repeat(8000));
    expect(redact(`refused ${'a'.repeat(15_000)} tail`)).toBe('refused *** tail');
    expect(redact(`refused ${'a'.repeat(8000)} tail`)).toBe('refused *** tail');
    releaseSecrets(other);
  });

  it.each([
    [['Zq8vTenantA', 'Zq8vTenantAtoken.kx93LmQpR7'], 'a Zq8vTenantAtoken.kx93LmQpR7 b', 'a *** b'],
    [['mid-secret', 'start-mid-secret-end9981'], 'start-mid-secret-end9981', '***'],
    [['abababababab'], 'abababababababab', '***'],
    [['first-secret', 'secret-second'], 'first-secret-second!', '***!'],
    [['first-secret'], 'first-secretfirst-secret', '******'],
  ])('masks held secrets that overlap: %j', (secrets, text, masked) => {
    const owners = secrets.map((secret) => {
      const owner = {};
      holdSecrets(owner, secret);
      return owner;
    });
    expect(redact(text)).toBe(masked);
    owners.forEach(releaseSecrets);
    expect(redact(text)).toBe(text);
  });

  it('is masked in plain, URL-encoded and JSON form', () => {
    holdSecrets(owner, secret, 'with "quotes" in it', 'ação-secreta', undefined, 'short');
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      'with \\"quotes\\" in it',
      'with+%22quotes%22+in+it',
      'a%C3%A7%C3%A3o-secreta',
    ]) {
      expect(redact(`o valor <${spelling}> foi recusado`)).toBe('o valor <***> foi recusado');
      expect(redact(`${spelling}${spelling}`)).toBe('******');
    }
    expect(redact('a short word')).toBe('a short word');
  });

  it('masks the secrets of accounts outside of their calls, except those of tenants', () => {
    const owners = [{}, {}, {}] as const;
    const [first, second, tenant] = [openScope(), openScope(), openScope('tenant')];
    holdAccountSecrets(first, owners[0], 'duas palavras');
    holdAccountSecrets(second, owners[1], 'k7Jq2mX9vR4tLw8Z');
    holdAccountSecrets(tenant, owners[2], 'recusado pelo banco');
    const text = 'duas palavras, k7Jq2mX9vR4tLw8Z, recusado pelo banco';
    const inNone = <T>(work: () => T): T => inScope(undefined, work);
    expect(inNone(() => redact(text))).toBe('***, ***, recusado pelo banco');
    expect(inScope(first, () => redact(text))).toBe('***, k7Jq2mX9vR4tLw8Z, recusado pelo banco');
    expect(inScope(tenant, () => redact(text))).toBe('duas palavras, k7Jq2mX9vR4tLw8Z, ***');
    for (const owner of owners) {
      releaseSecrets(owner);
      closeScope();
    }
  });

  it('is masked in the encodings of other languages', () => {
    const other = {};
    const text = 'Segredo+Com/Barra="Longo"&1é';
    holdSecrets(other, text);
    const percent = encodeURIComponent(text);
    const lower = percent.replace(/%../g, (code) => code.toLowerCase());
    for (const spelling of [
      lower,
      text.replace('+', ' '),
      encodeURIComponent(percent),
      lower.replaceAll('%', '%25'),
      'Segredo+Com\\/Barra=\\"Longo\\"&1\\u00e9',
      'Segredo+Com/Barra=\\\\\\"Longo\\\\\\"&1é',
      Buffer.from(text).toString('base64').replaceAll('=', ''),
      Buffer.from(text).toString('base64url'),
    ]) {
      expect(redact(`o valor <${spelling}> foi recusado`)).toBe('o valor <***> foi recusado');
    }
    expect(redact(`<${Buffer.from(text).toString('base64')}>`)).toMatch(/^<\*\*\*=*>$/);
    releaseSecrets(other);
    expect(redact(lower)).toBe(lower);
  });

  it('has a bounded number of encoded forms', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'binary' }), (text) => {
        const texts = listEncodings(text);
        expect(texts).toContain(text);
        expect(texts.length).toBeLessThanOrEqual(24);
      }),
    );
    expect(listEncodings('abcdefgh')).toEqual(['abcdefgh', 'YWJjZGVmZ2g']);
  });

  it('is masked where a long text is truncated', () => {
    expect(redact('x'.repeat(16_380) + secret)).not.toContain('S3gr');
  });

  it('is masked until all its owners release it', () => {
    const other = {};
    holdSecrets(other, secret);
    releaseSecrets(owner);
    expect(redact(secret)).toBe('***');
    releaseSecrets(other);
    releaseSecrets(other);
    expect(redact(`valor ${secret}`)).toBe(`valor ${secret}`);
  });

  it('is masked completely when it ends with another secret', () => {
    holdSecrets(owner, 'secret-of-the-shop', 'of-the-shop');
    expect(redact('<secret-of-the-shop> <of-the-shop>')).toBe('<***> <***>');
    releaseSecrets(owner);
  });

  it('is replaced by newer ones of the same owner after 300', () => {
    const tokens = Array.from({ length: 300 }, (_, index) => `opaque-value-${index + 100}`);
    holdSecrets(owner, ...tokens);
    expect(redact(tokens[299]!)).toBe('***');
    expect(redact(tokens[0]!)).toBe(tokens[0]);
    releaseSecrets(owner);
  });
});

describe('log output', () => {
  it('toLogLine escapes control characters', () => {
    expect(toLogLine('a\r\n[Nest] 1 LOG pix:E1: handled\u001b[2J\u2028\u202e\t\u0000')).toBe(
      'a\\r\\n[Nest] 1 LOG pix:E1: handled\\u001b[2J\\u2028\\u202e\\t\\u0000',
    );
    expect(toLogLine('senha=abc\n')).toBe('senha=***\\n');
  });

  it.each(
    [
      [0x00, 0x1f],
      [0x7f, 0x9f],
      [0x2028, 0x202e],
      [0x2066, 0x2069],
    ].map(([from = 0, to = 0]) => [from.toString(16), to.toString(16), from, to] as const),
  )('toLogLine lets none of U+%s to U+%s through', (_, __, from, to) => {
    for (let code = from; code <= to; code += 1) {
      const line = toLogLine(`a${String.fromCharCode(code)}b`);
      expect(line).toMatch(/^a\\(n|r|t|u[0-9a-f]{4})b$/);
    }
  });

  it('toLogStack returns the frames without the message', () => {
    const error = new Error('first\n[Nest] forged');
    error.stack = 'Error: first\n[Nest] forged\n    at a (/app/token.js:1:2)\n    at b\u001b[31m';
    expect(toLogStack(error)).toBe('    at a (/app/token.js:1:2)\n    at b\\u001b[31m');
    for (const none of [undefined, null, 'text', {}, { stack: 'no frames' }, { stack: 5 }]) {
      expect(toLogStack(none)).toBeUndefined();
    }
  });
});

describe('toLogStack', () => {
  const forged = 'recusado: x\n    at PixWebhookReceiver pix.recebido pix:E123: handled';
  class RefusedError extends TypeError {
    override readonly name = 'RefusedError';
  }

  it.each<[what: string, error: Error]>([
    ['an error', new Error(forged)],
    ['an error whose name is set after its creation', new RefusedError(forged)],
    ['an error with a code', Object.assign(new Error(forged), { name: 'Error [ERR_X]' })],
    ['an error with an unusual name', Object.assign(new Error(forged), { name: 'My error' })],
    ['an error without a name', Object.assign(new Error(forged), { name: '' })],
    ['an error whose message starts with a frame', new Error(forged.slice(11))],
    ['an error whose message starts with a line break', new Error(`\n${forged}`)],
  ])('omits lines of the message that look like frames: %s', (_what, error) => {
    const stack = toLogStack(error);
    expect(stack).toMatch(/^ {4}at .*redact\.spec/);
    expect(stack).not.toContain('handled');
  });

  it('returns the frames of an error without a message, or whose message was set later', () => {
    const error = new Error();
    expect(toLogStack(error)).toMatch(/^ {4}at .*redact\.spec/);
    error.stack = 'TypeError [ERR_X]\n    at a (/app/b.js:1:2)';
    error.message = forged;
    expect(toLogStack(error)).toBe('    at a (/app/b.js:1:2)');
  });

  it('returns undefined if the stack contains another message', () => {
    const error = new Error(forged);
    expect(error.stack).toContain('handled');
    error.message = 'another message';
    expect(toLogStack(error)).toBeUndefined();
  });
});

describe('copySafeHeaders', () => {
  it('copies the headers that describe a response, with redacted values, and no others', () => {
    const safe = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'x-request-id': '7f' };
    const headers = { ...safe, etag: 'token=abc', location: '/x', 'x-session': 'abc' };
    expect(copySafeHeaders(headers)).toEqual({ ...safe, etag: 'token=***' });
  });
});

describe('redactValue', () => {
  it('masks numbers that are tax ids and values that a sibling field describes', () => {
    expect(
      redactValue([
        { cpf: 12345678909, valor: 37.5, numero: 12345678909, pedido: 12345678900 },
        { propriedade: 'devedor.cpf', valor: '12345678900', razao: 'inválido' },
        { name: 'x-api-key', value: 'abc' },
        { constructor: 'x', toString: 1, __proto__: null },
      ]),
    ).toEqual([
      { cpf: '***', valor: 37.5, numero: '***', pedido: 12345678900 },
      { propriedade: 'devedor.cpf', valor: '***', razao: 'inválido' },
      { name: 'x-api-key', value: '***' },
      { constructor: 'x', toString: 1 },
    ]);
  });

  it('masks a tax id in a number of a foreign error', () => {
    const copy = safeCause(Object.assign(new Error('x'), { code: 52998224725 }));
    expect(copy).toMatchObject({ code: '***' });
    expect(safeCause(Object.assign(new Error('x'), { code: 11000 }))).toMatchObject({
      code: 11000,
    });
  });

  it('masks the values of lists of header names and values', () => {
    expect(
      redactValue({
        rawHeaders: ['Host', 'x.example', 'Authorization', 'CANARY', 'X-Api-Key', 'CANARY2'],
        entries: [
          ['authorization', 'CANARY'],
          ['Authorization: ', 'CANARY'],
          ['Set-Cookie', ['CANARY']],
          ['accept', '*/*'],
        ],
        cookie: 'CANARY',
        words: ['cpf', 'nome', 'uma senha'],
      }),
    ).toEqual({
      rawHeaders: ['Host', 'x.example', 'Authorization', '***', 'X-Api-Key', '***'],
      entries: [
        ['authorization', '***'],
        ['Authorization: ', '***'],
        ['Set-Cookie', '***'],
        ['accept', '*/*'],
      ],
      cookie: '***',
      words: ['cpf', 'nome', 'uma senha'],
    });
  });

  it('masks the name of an error', () => {
    const error = Object.assign(new Error('x'), { name: 'E Bearer CANARY' });
    expect(redactValue(error)).toEqual({ name: 'E Bearer ***', message: 'x' });
    for (const cause of [error, Object.create(error) as Error]) {
      const copy = safeCause(cause) as Error;
      expect(copy.name).toBe('E Bearer ***');
      expect(inspect(copy, { showHidden: true })).not.toContain('CANARY');
    }
  });

  it('copies a limited part of large data', () => {
    const many = Array.from({ length: 100_000 }, () => ({ a: 'x'.repeat(100) }));
    expect(JSON.stringify(redactValue(many)).length).toBeLessThan(200_000);
  });

  it('prints the kind of an object without a constructor', () => {
    class Odd {
      constructor() {
        Object.defineProperty(this, 'constructor', { value: undefined });
      }
    }
    expect(redactValue({ odd: new Odd() })).toEqual({ odd: '[object]' });
  });

  it('masks every text and every field with a secret name', () => {
    expect(
      redactValue({
        a: ['Bearer abc', { client_secret: 'x', n: 1, ok: true, none: null }],
        token: 7,
        tokenUrl: 'https://x.example/token',
        at: new Date(0),
      }),
    ).toEqual({
      a: ['Bearer ***', { client_secret: '***', n: 1, ok: true, none: null }],
      token: '***',
      tokenUrl: 'https://x.example/token',
      at: new Date(0),
    });
  });

  it('prints the kind of a class instance, a Buffer or a function', () => {
    class Agent {
      readonly key = 'secret';
    }
    expect(redactValue({ agent: new Agent(), pfx: Buffer.from('x'), f: () => 1 })).toEqual({
      agent: '[Agent]',
      pfx: '[Buffer]',
      f: '[function]',
    });
  });

  it('stops at a circular reference', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(JSON.stringify(redactValue(cycle))).toContain('[…]');
  });
});
