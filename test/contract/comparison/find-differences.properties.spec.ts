import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CobSolicitadaDto, findDifferences } from '../../../lib/contract/index.js';

describe('findDifferences properties', () => {
  const valor = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const digits = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((d) => d.join(''));
  const item = fc.record({
    nome: fc.string({ maxLength: 50 }),
    valor: fc.string({ maxLength: 200 }),
  });
  const cob = fc.record(
    {
      calendario: fc.record({ expiracao: fc.integer({ min: 1, max: 1e6 }) }),
      devedor: fc.record({ cpf: digits(11), nome: fc.string({ minLength: 1 }) }),
      valor: fc.record({ original: valor }),
      chave: fc.emailAddress(),
      solicitacaoPagador: fc.string({ minLength: 1, maxLength: 140 }),
      infoAdicionais: fc.array(item, { maxLength: 6 }),
    },
    { requiredKeys: ['valor', 'chave'] },
  );

  it('returns no differences for a record with more fields and reordered lists', () => {
    fc.assert(
      fc.property(cob, fc.dictionary(fc.string(), fc.jsonValue()), (sent, more) => {
        const infoAdicionais = sent.infoAdicionais?.toReversed();
        const found = { ...more, ...sent, ...(infoAdicionais && { infoAdicionais }) };
        expect(findDifferences(CobSolicitadaDto, sent, found)).toEqual([]);
      }),
    );
  });

  it('returns only the amount when the amount differs', () => {
    fc.assert(
      fc.property(cob, valor, (sent, original) => {
        fc.pre(original !== sent.valor.original);
        const found = { ...sent, valor: { original } };
        expect(findDifferences(CobSolicitadaDto, sent, found)).toEqual(['valor.original']);
      }),
    );
  });

  it('returns the CPF when it differs, even with punctuation', () => {
    fc.assert(
      fc.property(digits(11), digits(11), (sent, found) => {
        fc.pre(sent !== found);
        const dotted = found.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
        const devedor = (cpf: string) => ({ devedor: { cpf } });
        expect(findDifferences(CobSolicitadaDto, devedor(sent), devedor(dotted))).toEqual([
          'devedor.cpf',
        ]);
      }),
    );
  });

  it('returns a list of paths for any record', () => {
    fc.assert(
      fc.property(cob, fc.jsonValue(), (sent, found) => {
        expect(Array.isArray(findDifferences(CobSolicitadaDto, sent, found))).toBe(true);
      }),
    );
  });
});
