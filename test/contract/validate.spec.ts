import { describe, expect, it } from '@jest/globals';
import {
  cobOperations,
  CobSolicitadaDto,
  collectViolations,
  checkBody,
  validateFilter,
  webhookOperations,
} from '../../lib/contract/index.js';
import { isValidationError, type ValidationError } from '../../lib/errors/index.js';

const cob = { valor: { original: '37.00' }, chave: 'a@b.com' };

function catchRefusal(run: () => void): ValidationError {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error;
    throw error;
  }
  throw new Error('the value was accepted');
}

describe('checkBody', () => {
  it('accepts a valid body', () => {
    expect(() => checkBody(cobOperations.create, cob)).not.toThrow();
  });

  it('reports the first invalid path as field and all of them in violacoes', () => {
    const body = {
      ...cob,
      devedor: { cpf: '123', nome: 'x' },
      infoAdicionais: [{ nome: 'a', valor: 'b' }, { valor: 5 }],
    };
    const error = catchRefusal(() => checkBody(cobOperations.createWithTxid, body));
    expect(error.field).toBe('devedor.cpf');
    expect(error.violacoes).toEqual([
      { propriedade: 'devedor.cpf', razao: 'devedor.cpf deve ter 11 dígitos' },
      {
        propriedade: 'infoAdicionais[1].nome',
        razao: 'infoAdicionais[1].nome é obrigatório',
      },
      {
        propriedade: 'infoAdicionais[1].valor',
        razao: 'infoAdicionais[1].valor deve ser um texto de no máximo 200 caracteres',
      },
    ]);
    expect(error.message).toContain('PUT /cob/{txid}');
    expect(error.message).toContain('devedor.cpf deve ter 11 dígitos');
  });

  it('does not include values in the error', () => {
    const error = catchRefusal(() =>
      checkBody(cobOperations.create, {
        valor: { original: 'SEGREDO' },
        chave: 98765432100,
        devedor: { cpf: '987.654.321-00', nome: 5 },
      }),
    );
    const text = `${JSON.stringify(error)} ${String(error)} ${error.stack}`;
    expect(text).not.toMatch(/SEGREDO|98765432100|987\.654/);
  });

  it('refuses a missing body where one is required', () => {
    expect(catchRefusal(() => checkBody(cobOperations.create, undefined))).toMatchObject({
      field: 'body',
    });
  });

  it.each([null, 'texto', 5, true, [], [cob]])(
    'refuses a body that is not an object: %j',
    (body) => {
      expect(catchRefusal(() => checkBody(cobOperations.create, body))).toMatchObject({
        field: 'body',
        violacoes: [{ propriedade: 'body', razao: 'body deve ser um objeto' }],
      });
    },
  );

  it('accepts no body for an operation without one', () => {
    expect(() => checkBody(cobOperations.get, undefined)).not.toThrow();
  });

  it('does not modify the body', () => {
    const body = Object.freeze({ ...cob, valor: Object.freeze({ original: '37.00' }), extra: 1 });
    expect(() => checkBody(cobOperations.create, body)).not.toThrow();
    expect(body).toEqual({ ...cob, extra: 1 });
  });

  it('includes at most three reasons in the message', () => {
    const error = catchRefusal(() =>
      checkBody(cobOperations.create, { calendario: 1, devedor: 1, loc: 1, valor: 1, chave: 1 }),
    );
    expect(error.violacoes).toHaveLength(5);
    expect(error.message).toContain('e mais 2');
  });
});

describe('unknown fields of a body', () => {
  const refusedFields = (body: object) =>
    catchRefusal(() => checkBody(cobOperations.create, body)).violacoes;

  it('are accepted at any depth if they resemble no known field', () => {
    const body = {
      ...cob,
      splits: [{ Chave: 'x' }],
      calendario: { expiracao: 60, apresentacao: 'x' },
      infoAdicionais: [{ nome: 'a', valor: 'b', valorOculto: true }],
    };
    expect(() => checkBody(cobOperations.create, body)).not.toThrow();
  });

  it('are refused with their path and the similar known field', () => {
    const error = catchRefusal(() =>
      checkBody(cobOperations.createWithTxid, { ...cob, calendario: { expiracaoo: 60 } }),
    );
    expect(error.field).toBe('calendario.expiracaoo');
    expect(error.violacoes).toEqual([
      {
        propriedade: 'calendario.expiracaoo',
        razao:
          'calendario.expiracaoo não é um campo conhecido: você quis dizer calendario.expiracao? Se o nome está certo, use allowUnknownFields: true',
      },
    ]);
    expect(error.message).toContain('Corpo inválido em PUT /cob/{txid}: calendario.expiracaoo');
  });

  it.each([
    [{ valor: cob.valor, Chave: 'a@b.com' }, ['Chave', 'chave']],
    [{ ...cob, valor: { orignal: '37.00' } }, ['valor.orignal', 'valor.original']],
    [{ ...cob, solicitacao_pagador: 'x' }, ['solicitacao_pagador']],
    [{ ...cob, devedor: { CPF: '52998224725', nome: 'x' } }, ['devedor.CPF', 'devedor.cpf']],
    [{ ...cob, calendario: { expiração: 60 } }, ['calendario.expiração']],
    [
      { ...cob, valor: { original: '0.00', retirada: { saques: { valor: '5.00' } } } },
      ['valor.retirada.saques', 'valor.original', 'valor.retirada.saque'],
    ],
    [
      {
        ...cob,
        infoAdicionais: [
          { nome: 'a', valor: 'b' },
          { nome: 'a', vlaor: 'b' },
        ],
      },
      ['infoAdicionais[1].vlaor', 'infoAdicionais[1].valor'],
    ],
    [
      { valro: cob.valor, Chave: 'a@b.com', calendario: { expiracaoo: 60 } },
      ['valro', 'Chave', 'calendario.expiracaoo', 'valor', 'chave'],
    ],
  ])('are reported before the missing fields: %j', (body, paths) => {
    const found = refusedFields(body).map(({ propriedade }) => propriedade);
    expect([...new Set(found)]).toEqual(paths);
  });

  it('are refused when the field that they resemble is also present', () => {
    const named = refusedFields({
      ...cob,
      Chave: 'x',
      valor: { original: '1.00', orignal: '1.00' },
    });
    expect(named.map(({ propriedade }) => propriedade)).toEqual(['valor.orignal', 'Chave']);
  });

  it('are accepted without a value', () => {
    const body = { ...cob, Devedor: undefined, Loc: null };
    expect(() => checkBody(cobOperations.create, body)).not.toThrow();
  });

  it('are refused when the field that they resemble is null or undefined', () => {
    const error = catchRefusal(() =>
      checkBody(cobOperations.create, { valor: cob.valor, chave: undefined, Chave: 'a@b.com' }),
    );
    expect(error.field).toBe('Chave');
    const named = refusedFields({ valor: cob.valor, chave: null, Chave: 'x' });
    expect(named[0]?.propriedade).toBe('Chave');
  });

  it('are reported without their value', () => {
    const body = { ...cob, devedor: { CPF: '529.982.247-25', nome: 'x' } };
    const error = catchRefusal(() => checkBody(cobOperations.create, body));
    expect(`${JSON.stringify(error)} ${error.stack}`).not.toContain('529.982');
  });

  it('are accepted with allowUnknownFields', () => {
    const body = { ...cob, calendario: { expiracaoo: 60 }, Devedor: {} };
    expect(() => checkBody(cobOperations.create, body, { allowUnknownFields: true })).not.toThrow();
    expect(() => checkBody(cobOperations.create, body, { allowUnknownFields: false })).toThrow(
      'calendario.expiracaoo',
    );
  });

  it('do not disable the other rules with allowUnknownFields', () => {
    const body = { valor: cob.valor, Chave: 'a@b.com' };
    expect(
      catchRefusal(() => checkBody(cobOperations.create, body, { allowUnknownFields: true })).field,
    ).toBe('chave');
  });

  it('are ignored by collectViolations', () => {
    expect(collectViolations(CobSolicitadaDto, { ...cob, calendario: { expiracaoo: 1 } })).toEqual(
      [],
    );
  });

  it('are ignored if they are inherited', () => {
    class Charge {
      chave = 'a@b.com';
      valor = { original: '37.00' };
      get Devedor() {
        return {};
      }
    }
    expect(() => checkBody(cobOperations.create, new Charge())).not.toThrow();
  });
});

describe('validateFilter', () => {
  it('refuses an unknown parameter that resembles a known one and accepts others', () => {
    const period = { inicio: '2020-04-01T00:00:00Z', fim: '2020-04-02T00:00:00Z' };
    const error = catchRefusal(() =>
      validateFilter(cobOperations.list, { ...period, Status: 'x' }),
    );
    expect(error.field).toBe('Status');
    expect(error.message).toContain('Filtro inválido em GET /cob: Status não é um campo conhecido');
    expect(() => validateFilter(cobOperations.list, { ...period, novo: 1 })).not.toThrow();
    expect(() =>
      validateFilter(cobOperations.list, { ...period, Status: 1 }, { allowUnknownFields: true }),
    ).not.toThrow();
    expect(() =>
      validateFilter(cobOperations.list, { ...period, Status: 1 }, { allowed: ['Status'] }),
    ).not.toThrow();
  });

  it('refuses a parameter that breaks a rule', () => {
    const error = catchRefusal(() => validateFilter(cobOperations.list, { inicio: 'ontem' }));
    expect(error.violacoes.map(({ propriedade }) => propriedade)).toEqual(['inicio', 'fim']);
    expect(error.message).toContain('GET /cob');
  });

  it('requires a filter only if it has a required field', () => {
    expect(catchRefusal(() => validateFilter(cobOperations.list, undefined)).field).toBe('inicio');
    expect(() => validateFilter(webhookOperations.list, undefined)).not.toThrow();
    expect(() => validateFilter(webhookOperations.get, { any: 1 })).not.toThrow();
  });
});

describe('collectViolations', () => {
  it('prefixes each path with the root', () => {
    const body = { valor: {}, chave: 'x@example.com', infoAdicionais: [{ nome: 'a' }] };
    expect(collectViolations(CobSolicitadaDto, body, 'cob')).toMatchObject([
      { path: 'cob.valor.original', rule: { name: 'obrigatorio', text: 'é obrigatório' } },
      { path: 'cob.infoAdicionais[0].valor', rule: { name: 'obrigatorio', text: 'é obrigatório' } },
    ]);
    expect(collectViolations(CobSolicitadaDto, [], 'cob')).toMatchObject([
      { path: 'cob', rule: { name: 'objeto', text: 'deve ser um objeto' } },
    ]);
  });
});
