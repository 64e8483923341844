import { describe, expect, it } from '@jest/globals';
import type { PathParam } from '../../lib/contract/path-param.js';
import {
  buildPath,
  chaveParam,
  dataParam,
  devolucaoIdParam,
  e2eidParam,
  idRecParam,
  idSolicRecParam,
  locationIdParam,
  loteIdParam,
  pixUrlAccessTokenParam,
  txidParam,
} from '../../lib/contract/path-params.js';
import { isValidationError } from '../../lib/errors/index.js';

const text = (length: number) => 'a1B'.repeat(length).slice(0, length);

const rules: [PathParam, unknown[], unknown[]][] = [
  [txidParam, [text(26), text(35)], [text(25), text(36), `${text(26)}-`, '', 5, undefined, null]],
  [e2eidParam, [text(32)], [text(31), text(33), `${text(31)}/`]],
  [devolucaoIdParam, ['1', text(35)], ['', text(36), 'a b']],
  [idRecParam, [text(29)], [text(28), text(30), `${text(28)}é`]],
  [idSolicRecParam, [text(29)], [text(28), text(30)]],
  [
    locationIdParam,
    [1, 7716, '7716', '9223372036854775807'],
    [0, -1, 1.5, '0', '01', '1a', '', NaN],
  ],
  [loteIdParam, ['lote 1', '1', 1], ['', '  ', '.', '..', 0, 1.5, '\ud800']],
  [
    chaveParam,
    ['+5561999999999', 'a@b.com', '123.456.789-09', `${'c'.repeat(65)}@example.com`],
    ['', ' ', 'k', `${'c'.repeat(66)}@example.com`, '..', '\udc00', 5],
  ],
  [
    dataParam,
    ['2024-02-29', '2023-04-01'],
    [
      '2023-02-29',
      '2023-13-01',
      '2023-1-1',
      '2023-04-31',
      '20230401',
      new Date(),
      '2023-04-01T00:00Z',
    ],
  ],
  [pixUrlAccessTokenParam, ['2353c790eefb11eaadc10242ac120002'], ['a/b', '', '..', 'a?b']],
];

describe('every path parameter is checked against its pattern', () => {
  it.each(
    rules.map(([param, ...rest]) => [`${param.name} ${param.describe}`, param, ...rest] as const),
  )('%s', (_title, param, good, bad) => {
    for (const value of good) expect([value, param.accepts(value)]).toEqual([value, true]);
    for (const value of bad) expect([value, param.accepts(value)]).toEqual([value, false]);
  });
});

describe('buildPath', () => {
  const get = { method: 'GET', path: '/cob/{txid}', params: [txidParam] } as const;
  const webhook = { method: 'PUT', path: '/webhook/{chave}', params: [chaveParam] } as const;
  const refund = {
    method: 'PUT',
    path: '/pix/{e2eid}/devolucao/{id}',
    params: [e2eidParam, devolucaoIdParam],
  } as const;

  it('puts each parameter in its place', () => {
    expect(buildPath(get, { txid: text(26) })).toBe(`/cob/${text(26)}`);
    expect(buildPath(refund, { e2eid: text(32), id: 'D1' })).toBe(`/pix/${text(32)}/devolucao/D1`);
    expect(
      buildPath({ method: 'GET', path: '/loc/{id}', params: [locationIdParam] }, { id: 7 }),
    ).toBe('/loc/7');
    expect(buildPath({ method: 'GET', path: '/cob', params: [] })).toBe('/cob');
  });

  it('percent-encodes', () => {
    expect(buildPath(webhook, { chave: '+5561999999999' })).toBe('/webhook/%2B5561999999999');
    expect(buildPath(webhook, { chave: 'jose/x?b#c$&@a.com' })).toBe(
      '/webhook/jose%2Fx%3Fb%23c%24%26%40a.com',
    );
  });

  it('refuses a bad parameter with a ValidationError that names the field and never its value', () => {
    const call = () => buildPath(get, { txid: 'curto' });
    expect(call).toThrow('txid deve ter de 26 a 35 letras ou dígitos');
    expect(call).toThrow('GET /cob/{txid}');
    try {
      call();
    } catch (error) {
      expect(isValidationError(error)).toBe(true);
      expect(error).toMatchObject({ field: 'txid' });
      expect(String(error)).not.toContain('curto');
    }
  });

  it('names every bad parameter, the first as field', () => {
    expect(() => buildPath(refund, { id: '' })).toThrow(
      expect.objectContaining({
        field: 'e2eid',
        violacoes: [
          { propriedade: 'e2eid', razao: 'e2eid deve ter 32 letras ou dígitos' },
          { propriedade: 'id', razao: 'id deve ter de 1 a 35 letras ou dígitos' },
        ],
      }),
    );
  });

  it('takes no parameter from a prototype', () => {
    expect(() =>
      buildPath({
        method: 'GET',
        path: '/x/{toString}',
        params: [{ ...chaveParam, name: 'toString' }],
      }),
    ).toThrow('toString deve');
  });
});
