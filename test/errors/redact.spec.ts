import { describe, expect, it } from '@jest/globals';

import { redact, redactValue } from '../../lib/errors/index.js';

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASC\n-----END PRIVATE KEY-----`;

describe('redact', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: ***'],
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
    ['password: hunter2', 'password: ***'],
    ['passphrase=abc senha=def', 'passphrase=*** senha=***'],
    ['x-api-key: abc', 'x-api-key: ***'],
    ['{"secretKey":"abc","access_token_2":"def"}', '{"secretKey":"***","access_token_2":"***"}'],
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
  ])('keeps %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('masking again changes nothing', () => {
    const text = `Authorization: Bearer abc {"senha":"x"} ${PEM} ${JWT} 123.456.789-09 https://a:b@c/ token=x`;
    expect(redact(redact(text))).toBe(redact(text));
  });

  it('costs time in proportion to the text, whatever it repeats', () => {
    const pieces = [
      'a',
      '1',
      ' ',
      '"',
      '\\',
      'token',
      '-----BEGIN A-----',
      'eyJ',
      'cpf',
      '://',
      '.',
      'A1',
    ];
    for (const piece of pieces) {
      expect(typeof redact(piece.repeat(20_000))).toBe('string');
    }
  });
});

describe('redactValue', () => {
  it('reaches every text and every field named like a secret', () => {
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

  it('shows the kind of what is no plain data', () => {
    class Agent {
      readonly key = 'secret';
    }
    expect(redactValue({ agent: new Agent(), pfx: Buffer.from('x'), f: () => 1 })).toEqual({
      agent: '[Agent]',
      pfx: '[Buffer]',
      f: '[function]',
    });
  });

  it('ends on a cycle', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(JSON.stringify(redactValue(cycle))).toContain('[…]');
  });
});
