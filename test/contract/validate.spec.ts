import { describe, expect, it } from '@jest/globals';
import { isValidationError, type ValidationError } from '../../lib/errors/index.js';
import {
  cobOperations,
  collectViolations,
  CobSolicitadaDto,
  validateBody,
  validateFilter,
  webhookOperations,
} from '../../lib/contract/index.js';

const cob = { valor: { original: '37.00' }, chave: 'a@b.com' };

function refusalOf(run: () => void): ValidationError {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('validateBody', () => {
  it('lets a valid body pass', () => {
    expect(() => validateBody(cobOperations.create, cob)).not.toThrow();
  });

  it('decisions.md Errors: field is the first bad path and violacoes has them all', () => {
    const body = {
      ...cob,
      devedor: { cpf: '123', nome: 'x' },
      infoAdicionais: [{ nome: 'a', valor: 'b' }, { valor: 5 }],
    };
    const error = refusalOf(() => validateBody(cobOperations.createWithTxid, body));
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

  it('never holds a value', () => {
    const error = refusalOf(() =>
      validateBody(cobOperations.create, {
        valor: { original: 'SEGREDO' },
        chave: 98765432100,
        devedor: { cpf: '987.654.321-00', nome: 5 },
      }),
    );
    const text = `${JSON.stringify(error)} ${String(error)} ${error.stack}`;
    expect(text).not.toMatch(/SEGREDO|98765432100|987\.654/);
  });

  it('refuses a missing body where one is required', () => {
    expect(refusalOf(() => validateBody(cobOperations.create, undefined))).toMatchObject({
      field: 'body',
    });
  });

  it.each([null, 'texto', 5, true, [], [cob]])('refuses a body that is no object: %j', (body) => {
    expect(refusalOf(() => validateBody(cobOperations.create, body))).toMatchObject({
      field: 'body',
      violacoes: [{ propriedade: 'body', razao: 'body deve ser um objeto' }],
    });
  });

  it('takes no body where none is wanted', () => {
    expect(() => validateBody(cobOperations.get, undefined)).not.toThrow();
  });

  it('changes nothing in the body', () => {
    const body = Object.freeze({ ...cob, valor: Object.freeze({ original: '37.00' }), extra: 1 });
    expect(() => validateBody(cobOperations.create, body)).not.toThrow();
    expect(body).toEqual({ ...cob, extra: 1 });
  });

  it('names at most three reasons in the message', () => {
    const error = refusalOf(() =>
      validateBody(cobOperations.create, { calendario: 1, devedor: 1, loc: 1, valor: 1, chave: 1 }),
    );
    expect(error.violacoes).toHaveLength(5);
    expect(error.message).toContain('e mais 2');
  });
});

describe('validateFilter', () => {
  it('refuses a filter that breaks a rule', () => {
    const error = refusalOf(() => validateFilter(cobOperations.list, { inicio: 'ontem' }));
    expect(error.violacoes.map(({ propriedade }) => propriedade)).toEqual(['inicio', 'fim']);
    expect(error.message).toContain('GET /cob');
  });

  it('demands a filter only where it has a required field', () => {
    expect(refusalOf(() => validateFilter(cobOperations.list, undefined)).field).toBe('inicio');
    expect(() => validateFilter(webhookOperations.list, undefined)).not.toThrow();
    expect(() => validateFilter(webhookOperations.get, { any: 1 })).not.toThrow();
  });
});

describe('collectViolations', () => {
  it('begins every path with the root', () => {
    const body = { valor: {}, chave: 'x', infoAdicionais: [{ nome: 'a' }] };
    expect(collectViolations(CobSolicitadaDto, body, 'cob')).toEqual([
      {
        propriedade: 'cob.valor.original',
        razao: 'cob.valor.original é obrigatório',
      },
      {
        propriedade: 'cob.infoAdicionais[0].valor',
        razao: 'cob.infoAdicionais[0].valor é obrigatório',
      },
    ]);
    expect(collectViolations(CobSolicitadaDto, [], 'cob')).toEqual([
      { propriedade: 'cob', razao: 'cob deve ser um objeto' },
    ]);
  });
});
