import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calculateValorDevido } from '../../../../devkit/simulator/domain/valor.js';
import type { CobVValor } from '../../../../lib/contract/cobv/cobv.types.js';

const DUE = '2024-04-15';
const LARGEST = 10n ** 12n - 1n;
const RUNS = { numRuns: 500, seed: 20240415 };

const amount = (max: number) =>
  fc.integer({ min: 1, max }).map((cents) => (cents / 100).toFixed(2));
const encargo = (modalidades: number) =>
  fc.record({ modalidade: fc.integer({ min: 1, max: modalidades }), valorPerc: amount(10_000) });

const day = fc.integer({ min: -60, max: 400 }).map((offset) => dayAfter(DUE, offset));

const valores: fc.Arbitrary<CobVValor> = fc.record(
  {
    original: fc.oneof(amount(100_000), amount(2 ** 31 - 1), fc.constant('9999999999.99')),
    multa: encargo(2),
    juros: encargo(8),
    abatimento: encargo(2),
    desconto: fc.oneof(
      fc.record({ modalidade: fc.integer({ min: 3, max: 6 }), valorPerc: amount(10_000) }),
      fc.record({
        modalidade: fc.integer({ min: 1, max: 2 }),
        descontoDataFixa: fc.tuple(
          fc.record({ data: fc.constant('2024-04-05'), valorPerc: amount(10_000) }),
        ),
      }),
    ),
  },
  { requiredKeys: ['original'] },
);

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

describe('calculateValorDevido, properties', () => {
  it('returns at least one cent and at most the greatest amount of the API', () => {
    fc.assert(
      fc.property(valores, day, (valor, paid) => {
        const { final } = calculateValorDevido(valor, DUE, paid);
        expect(final).toBeGreaterThanOrEqual(1n);
        expect(final).toBeLessThanOrEqual(LARGEST);
      }),
      RUNS,
    );
  });

  it('returns the sum of its parts, and no negative part', () => {
    fc.assert(
      fc.property(valores, day, (valor, paid) => {
        const { final, ...parts } = calculateValorDevido(valor, DUE, paid);
        const { original, multa, juros, abatimento, desconto } = parts;
        expect(original + multa + juros - abatimento - desconto).toBe(final);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0n);
      }),
      RUNS,
    );
  });

  it('never returns less for a later payment', () => {
    fc.assert(
      fc.property(valores, day, day, (valor, one, other) => {
        const [earlier = one, later = other] = [one, other].sort();
        const [before, after] = [earlier, later].map(
          (paid) => calculateValorDevido(valor, DUE, paid).final,
        );
        expect(after).toBeGreaterThanOrEqual(before!);
      }),
      RUNS,
    );
  });

  it('returns no fine and interest until the due date, and no discount after it', () => {
    fc.assert(
      fc.property(valores, day, (valor, paid) => {
        const { multa, juros, desconto } = calculateValorDevido(valor, DUE, paid);
        if (paid <= DUE) expect([multa, juros]).toEqual([0n, 0n]);
        else expect(desconto).toBe(0n);
      }),
      RUNS,
    );
  });
});
