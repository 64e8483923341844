import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calculateCobV, type CobVCharge } from '../../../../lib/contract/cobv/calculate.js';
import { computeByManual, type ManualCharge } from './manual.js';

// 10,000 random charges against manual.ts, which was written from the equations alone.

const day = (from: string, to: string) =>
  fc
    .date({
      min: new Date(`${from}T12:00:00Z`),
      max: new Date(`${to}T12:00:00Z`),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));

const hundredths = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => (value / 100).toFixed(2));

const pair = (modes: number, most = 15_000) =>
  fc.tuple(fc.integer({ min: 1, max: modes }), hundredths(most));

const offset = (most: number) => fc.integer({ min: -most, max: most });

function move(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

const rows = fc.record({
  due: day('2020-06-01', '2030-06-01'),
  original: fc.oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 1, max: 9_999_999_999 }),
  ),
  abatimento: fc.option(pair(2), { nil: undefined }),
  desconto: fc.option(fc.oneof(pair(6, 2_000), pair(6, 300)), { nil: undefined }),
  dates: fc.array(fc.tuple(fc.integer({ min: -40, max: 0 }), hundredths(9_000)), {
    minLength: 1,
    maxLength: 3,
  }),
  juros: fc.option(pair(8, 2_000), { nil: undefined }),
  multa: fc.option(pair(2, 3_000), { nil: undefined }),
  paid: fc.oneof(offset(5), offset(60), offset(150)),
  local: fc.array(offset(60), { maxLength: 6 }),
  isLocal: fc.boolean(),
});

type Row = typeof rows extends fc.Arbitrary<infer T> ? T : never;

const toManual = ({
  due,
  original,
  abatimento,
  desconto,
  dates,
  juros,
  multa,
}: Row): ManualCharge => ({
  due,
  original: (original / 100).toFixed(2),
  ...(abatimento && { abatimento }),
  ...(desconto && { desconto }),
  ...(desconto &&
    desconto[0] <= 2 && {
      // Equal dates would make the first one ambiguous.
      descontoDataFixa: [...new Map(dates)].map(
        ([days, value]) => [move(due, days), value] as const,
      ),
    }),
  ...(juros && { juros }),
  ...(multa && { multa }),
});

const encargo = ([modalidade, valorPerc]: readonly [number, string]) => ({ modalidade, valorPerc });

const toCharge = (manual: ManualCharge): CobVCharge => ({
  calendario: { dataDeVencimento: manual.due },
  valor: {
    original: manual.original,
    ...(manual.abatimento && { abatimento: encargo(manual.abatimento) }),
    ...(manual.juros && { juros: encargo(manual.juros) }),
    ...(manual.multa && { multa: encargo(manual.multa) }),
    ...(manual.desconto && {
      desconto: manual.descontoDataFixa
        ? {
            modalidade: manual.desconto[0],
            descontoDataFixa: manual.descontoDataFixa.map(([data, valorPerc]) => ({
              data,
              valorPerc,
            })),
          }
        : encargo(manual.desconto),
    }),
  },
});

describe('calculateCobV', () => {
  it('equals the equations of the manual in exact fractions for 10,000 charges', () => {
    const seen = { juros: 0, multa: 0, desconto: 0, abatimento: 0, oneCent: 0, local: 0 };
    fc.assert(
      fc.property(rows, (row) => {
        const manual = toManual(row);
        const paid = move(row.due, row.paid);
        const holidays = new Set(row.isLocal ? row.local.map((days) => move(row.due, days)) : []);
        const { original, abatimento, desconto, juros, multa, total } = calculateCobV(
          toCharge(manual),
          paid,
          row.isLocal ? { codMun: '3550308', isLocalHoliday: (date) => holidays.has(date) } : {},
        );
        const actual = { original, abatimento, desconto, juros, multa, total };
        const expected = computeByManual(manual, paid, holidays);
        if (JSON.stringify(actual) !== JSON.stringify(expected)) {
          throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
        }
        for (const part of ['juros', 'multa', 'desconto', 'abatimento'] as const) {
          seen[part] += Number(actual[part] !== '0.00');
        }
        seen.oneCent += Number(total === '0.01');
        seen.local += Number(holidays.size > 0);
      }),
      { numRuns: 10_000, seed: 607 },
    );
    // The charges reach every part.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(500);
  });
});
