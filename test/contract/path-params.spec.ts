import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  buildPath,
  findOperation,
  type PathParam,
  providerOperations,
} from '../../lib/contract/index.js';
import { isValidationError } from '../../lib/errors/index.js';

const text = (length: number) => 'a1B'.repeat(length).slice(0, length);

/** Finds the rule of a path parameter of an operation. */
function findParam(id: string, name: string): PathParam {
  const found = findOperation(id)?.params.find((param) => param.name === name);
  if (found === undefined) throw new Error(`${id} has no path parameter ${name}.`);
  return found;
}

const txidParam = findParam('cob.get', 'txid');
const e2eidParam = findParam('pix.refund', 'e2eid');
const devolucaoIdParam = findParam('pix.refund', 'id');
const idRecParam = findParam('rec.get', 'idRec');
const idSolicRecParam = findParam('solicrec.get', 'idSolicRec');
const locationIdParam = findParam('loc.get', 'id');
const loteIdParam = findParam('lotecobv.get', 'id');
const chaveParam = findParam('webhook.get', 'chave');
const dataParam = findParam('cobr.retry', 'data');
const situacaoParam = findParam('inter.listLoteByStatus', 'situacao');
const pixUrlAccessTokenParam = findParam('payload.getCob', 'pixUrlAccessToken');
const recUrlAccessTokenParam = findParam('payload.getRec', 'recUrlAccessToken');

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
    ['', ' ', `${'c'.repeat(66)}@example.com`, '..', '\udc00', 5],
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
  [situacaoParam, ['EM_PROCESSAMENTO', 'CRIADA', 'NEGADA'], ['', 'criada', 'REMOVIDA']],
  [pixUrlAccessTokenParam, ['2353c790eefb11eaadc10242ac120002'], ['a/b', '', '..', 'a?b']],
  [recUrlAccessTokenParam, ['2353c790eefb11eaadc10242ac120002'], ['a/b', '', '..', 'a?b']],
];

describe('a path parameter rule', () => {
  it('is listed here for the parameters of every operation', () => {
    const listed = new Set(rules.map(([param]) => param));
    const unlisted = [...allOperations, ...providerOperations].filter(({ params }) =>
      params.some((param) => !listed.has(param)),
    );
    expect(unlisted.map(({ id }) => id)).toEqual([]);
  });

  it.each(
    rules.map(([param, ...rest]) => [`${param.name} ${param.describe}`, param, ...rest] as const),
  )('accepts and refuses values of %s', (_title, param, accepted, refused) => {
    for (const value of accepted) expect([value, param.accepts(value)]).toEqual([value, true]);
    for (const value of refused) expect([value, param.accepts(value)]).toEqual([value, false]);
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

  it('inserts each parameter', () => {
    expect(buildPath(get, { txid: text(26) })).toBe(`/cob/${text(26)}`);
    expect(buildPath(refund, { e2eid: text(32), id: 'D1' })).toBe(`/pix/${text(32)}/devolucao/D1`);
    expect(
      buildPath({ method: 'GET', path: '/loc/{id}', params: [locationIdParam] }, { id: 7 }),
    ).toBe('/loc/7');
    expect(buildPath({ method: 'GET', path: '/cob', params: [] })).toBe('/cob');
  });

  it.each(['k', '123.456.789-00', 'loja@'])(
    'refuses the key %s unless validate is false',
    (chave) => {
      expect(() => buildPath(webhook, { chave })).toThrow('deve ser uma chave Pix');
      expect(buildPath(webhook, { chave }, { validate: false })).toBe(
        `/webhook/${encodeURIComponent(chave)}`,
      );
    },
  );

  it('refuses a value that is not a path segment even if validate is false', () => {
    expect(() => buildPath(webhook, { chave: '..' }, { validate: false })).toThrow('chave');
    expect(() => buildPath(get, { txid: 'curto' }, { validate: false })).toThrow('txid');
  });

  it('percent-encodes parameters', () => {
    expect(buildPath(webhook, { chave: '+5561999999999' })).toBe('/webhook/%2B5561999999999');
    expect(buildPath(webhook, { chave: 'jose/x?b#c$&@a.com' })).toBe(
      '/webhook/jose%2Fx%3Fb%23c%24%26%40a.com',
    );
  });

  it('throws a ValidationError that names the field but not its value', () => {
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

  it('reports all invalid parameters, the first one as field', () => {
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

  it('ignores inherited properties', () => {
    expect(() =>
      buildPath({
        method: 'GET',
        path: '/x/{valueOf}',
        params: [{ ...chaveParam, name: 'valueOf' }],
      }),
    ).toThrow('valueOf deve');
  });
});
