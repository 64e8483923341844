import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import {
  CobRSolicitadaDto,
  CobSolicitadaDto,
  LoteCobVBodyDto,
} from '../../lib/contract/dto.js';
import { checkBody, cobOperations, normalizeBody } from '../../lib/contract/index.js';

const cob = { valor: { original: '37.00' }, chave: 'loja@example.com' };

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

describe('normalizeBody', () => {
  it('removes known fields that are null at every level, and leaves unknown fields', () => {
    const body = freeze({
      ...cob,
      loc: null,
      devedor: { cpf: '12345678909', cnpj: null, nome: 'Ana' },
      valor: { original: '37.00', retirada: null },
      infoAdicionais: [{ nome: 'a', valor: 'b', extra: null }],
      daqui: { aBanco: null, outra: { campo: null, resto: 1 } },
    });
    expect(normalizeBody(CobSolicitadaDto, body)).toEqual({
      ...cob,
      devedor: { cpf: '12345678909', nome: 'Ana' },
      infoAdicionais: [{ nome: 'a', valor: 'b', extra: null }],
      daqui: { aBanco: null, outra: { campo: null, resto: 1 } },
    });
  });

  it('includes getters of a class, which are checked, so that they are sent', () => {
    class Cobranca {
      chave = cob.chave;
      get valor() {
        return { original: '37.00' };
      }
      get calendario() {
        return { expiracao: '60' };
      }
    }
    expect(normalizeBody(CobSolicitadaDto, new Cobranca())).toEqual({
      ...cob,
      calendario: { expiracao: 60 },
    });
  });

  it('converts numeric text, numbers of accounts and Pix keys', () => {
    const body = freeze({
      ...cob,
      calendario: { expiracao: '3600' },
      loc: { id: '7716' },
      chave: '123.456.789-09',
    });
    expect(normalizeBody(CobSolicitadaDto, body)).toEqual({
      ...cob,
      calendario: { expiracao: 3600 },
      loc: { id: 7716 },
      chave: '12345678909',
    });
    expect(normalizeBody(CobRSolicitadaDto, { recebedor: { conta: 7892 } })).toEqual({
      recebedor: { conta: '7892' },
    });
  });

  it('converts inside of lists and keeps their order', () => {
    const charge = (validadeAposVencimento: unknown) => ({
      calendario: { validadeAposVencimento },
    });
    expect(
      normalizeBody(LoteCobVBodyDto, freeze({ cobsv: [charge('3'), charge(1), charge('2')] })),
    ).toEqual({ cobsv: [charge(3), charge(1), charge(2)] });
  });

  it.each([
    { calendario: { expiracao: '1e3' } },
    { calendario: { expiracao: '060' } },
    { calendario: { expiracao: ' 60' } },
    { calendario: { expiracao: '60.5' } },
    { calendario: { expiracao: '-60' } },
    { calendario: { expiracao: '9'.repeat(16) } },
    { calendario: { expiracao: '' } },
    { loc: { id: true } },
    { valor: { original: 37 } },
    { chave: 12_345_678_909 },
    { chave: 'não é chave' },
    { devedor: { cpf: 12_345_678_909, nome: 'Ana' } },
  ])('does not convert %j, which is refused', (part) => {
    const body = { ...cob, ...part };
    expect(normalizeBody(CobSolicitadaDto, body)).toBe(body);
    expect(() => checkBody(cobOperations.create, body)).toThrow(/Corpo inválido/);
  });

  it('returns the same object for a body that needs no change, and does not convert dates', () => {
    const body = { ...cob, quando: new Date(0), lista: [1, 'a', [2]] };
    expect(normalizeBody(CobSolicitadaDto, body)).toBe(body);
    const changed = normalizeBody(CobSolicitadaDto, { ...body, loc: null }) as typeof body;
    expect(changed.quando).toBe(body.quando);
  });

  it.each([undefined, null, 'text', 5, []])(
    'returns %j, which is not an object, unchanged',
    (body) => {
      expect(normalizeBody(CobSolicitadaDto, body)).toBe(body);
    },
  );

  it('terminates for circular bodies', () => {
    const body: Record<string, unknown> = { ...cob };
    body.self = body;
    body.list = [body];
    expect(normalizeBody(CobSolicitadaDto, body)).toMatchObject(cob);
  });

  it('keeps __proto__ as an own property', () => {
    const body = JSON.parse('{"__proto__":{"chave":"x"},"loc":null}') as object;
    const normalized = normalizeBody(CobSolicitadaDto, body) as object;
    expect(Object.getPrototypeOf(normalized)).toBe(Object.prototype);
    expect(JSON.stringify(normalized)).toBe('{"__proto__":{"chave":"x"}}');
  });

  it('is idempotent, and does not modify the given body', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (body) => {
        const before = JSON.stringify(body);
        const once = normalizeBody(CobSolicitadaDto, freeze({ ...cob, extra: body }));
        expect(normalizeBody(CobSolicitadaDto, once)).toBe(once);
        expect(JSON.stringify(body)).toBe(before);
      }),
    );
  });
});

describe('null in a list', () => {
  const validate = (body: object) => () => checkBody(cobOperations.create, body);

  it('is sent in unknown fields', () => {
    expect(validate({ ...cob, marcas: ['a', null] })).not.toThrow();
  });

  it('is refused in known fields', () => {
    expect(validate({ ...cob, infoAdicionais: [null] })).toThrow(/infoAdicionais/);
  });
});

describe('a DTO in the controller of an application', () => {
  it('is converted in the same way by ValidationPipe with transform', () => {
    const dto = plainToInstance(CobSolicitadaDto, {
      ...cob,
      calendario: { expiracao: '3600' },
      loc: null,
      devedor: { cpf: '12345678909', cnpj: null, nome: 'Ana' },
      chave: 'LOJA@example.com',
    });
    expect(validateSync(dto)).toEqual([]);
    expect(dto.calendario?.expiracao).toBe(3600);
    expect(dto.chave).toBe('loja@example.com');
    expect(JSON.parse(JSON.stringify(dto))).toEqual({
      ...cob,
      calendario: { expiracao: 3600 },
      devedor: { cpf: '12345678909', nome: 'Ana' },
    });
  });
});
