import { describe, expect, it } from '@jest/globals';
import { calculateValorDevido } from '../../../../devkit/simulator/domain/valor.js';
import { findDueDay, findLastDay } from '../../../../devkit/simulator/kernel/calendar.js';
import type { CobVValor } from '../../../../lib/contract/cobv/cobv.types.js';
import { formatValor } from '../../../../lib/values/index.js';

/** Monday, a business day. */
const DUE = '2024-04-15';

/** Returns the parts that are not zero, and the amount to be paid, as text. */
function calculateParts(valor: Partial<CobVValor>, day: string, due = DUE): Record<string, string> {
  const parts = calculateValorDevido({ original: '100.00', ...valor }, due, day);
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([name, amount]) => name !== 'original' && amount !== 0n)
      .map(([name, amount]) => [name, formatValor(amount)]),
  );
}

const juros = (modalidade: number, valorPerc: string) => ({ juros: { modalidade, valorPerc } });
const multa = (modalidade: number, valorPerc: string) => ({ multa: { modalidade, valorPerc } });
const desconto = (modalidade: number, valorPerc: string) => ({
  desconto: { modalidade, valorPerc },
});
const descontos = (modalidade: number, ...pairs: [data: string, valorPerc: string][]) => ({
  desconto: {
    modalidade,
    descontoDataFixa: pairs.map(([data, valorPerc]) => ({ data, valorPerc })),
  },
});

// Every amount below was calculated by hand; the comments show the calculation.
describe('calculateValorDevido', () => {
  it('schema Pix, example: R$ 100,00 two days late with a fine of 3% and 1% interest a day is R$ 105,00', () => {
    expect(calculateParts({ ...multa(2, '3.00'), ...juros(2, '1.00') }, '2024-04-17')).toEqual({
      multa: '3.00',
      juros: '2.00',
      final: '105.00',
    });
  });

  describe('multa', () => {
    it.each([
      ['1, an amount', multa(1, '5.00'), '2024-04-16', '5.00'],
      ['1, for any delay', multa(1, '5.00'), '2024-06-14', '5.00'],
      ['2, 2% of 100,00', multa(2, '2.00'), '2024-04-16', '2.00'],
      // 123.45 × 0.02 = 2.469
      ['2, of 123,45', { original: '123.45', ...multa(2, '2.00') }, '2024-04-16', '2.47'],
    ])('charges modalidade %s', (_, valor, day, expected) => {
      expect(calculateParts(valor, day).multa).toBe(expected);
    });

    it.each(['2024-04-01', DUE])('is zero on %s, which is not late', (day) => {
      expect(calculateParts({ ...multa(1, '5.00'), ...juros(1, '5.00') }, day)).toEqual({
        final: '100.00',
      });
    });
  });

  describe('juros', () => {
    it.each([
      // 10 days × 0.50
      ['1: an amount a day', juros(1, '0.50'), '2024-04-25', '5.00'],
      // 100 × 0.0033 × 7 = 2.31
      ['2: a percentage a day', juros(2, '0.33'), '2024-04-22', '2.31'],
      // 100 × 0.01 × 10 / 30 = 0.333…
      ['3: a percentage a month of 30 days', juros(3, '1.00'), '2024-04-25', '0.33'],
      // 100 × 0.01 × 30 / 30
      ['3: a whole month', juros(3, '1.00'), '2024-05-15', '1.00'],
      // 100 × 0.12 × 30 / 365 = 0.98630…
      ['4: a percentage a year of 365 days', juros(4, '12.00'), '2024-05-15', '0.99'],
      // 16, 17, 18, 19, 22, 23, 24, 25 April: 8 business days × 0.50
      ['5: an amount a business day', juros(5, '0.50'), '2024-04-25', '4.00'],
      // 100 × 0.0033 × 5 (16 to 22 April without the weekend) = 1.65
      ['6: a percentage a business day', juros(6, '0.33'), '2024-04-22', '1.65'],
      // 100 × 0.01 × 8 / 21 = 0.38095…
      ['7: a percentage a month of 21 business days', juros(7, '1.00'), '2024-04-25', '0.38'],
      // 100 × 0.13 × 8 / 252 = 0.41269…
      ['8: a percentage a year of 252 business days', juros(8, '13.00'), '2024-04-25', '0.41'],
      // 100000 × 0.13 × 8 / 252 = 412.69841…
      [
        '8: of a large amount, to the cent',
        { original: '100000.00', ...juros(8, '13.00') },
        '2024-04-25',
        '412.70',
      ],
    ])('charges modalidade %s', (_, valor, day, expected) => {
      expect(calculateParts(valor, day).juros).toBe(expected);
    });

    it.each([
      // 45.00 × 0.01 / 30 = 0.015: half a cent is rounded up
      ['45.00', '0.02'],
      // 44.99 × 0.01 / 30 = 0.014996…
      ['44.99', '0.01'],
      // 14.99 × 0.01 / 30 = 0.004996…
      ['14.99', undefined],
    ])('of %s is rounded to the nearest cent: %s', (original, expected) => {
      expect(calculateParts({ original, ...juros(3, '1.00') }, '2024-04-16').juros).toBe(expected);
    });

    it('does not count 1 May as a business day', () => {
      // From Tuesday 30 April to Monday 6 May: 2, 3 and 6 May; 6 days in all.
      expect(calculateParts(juros(5, '1.00'), '2024-05-06', '2024-04-30').juros).toBe('3.00');
      expect(calculateParts(juros(1, '1.00'), '2024-05-06', '2024-04-30').juros).toBe('6.00');
    });

    it('counts a Saturday as a day, and not as a business day', () => {
      const [friday, saturday] = ['2024-04-12', '2024-04-13'];
      expect(calculateParts(juros(1, '1.00'), saturday, friday).juros).toBe('1.00');
      expect(calculateParts(juros(5, '1.00'), saturday, friday).juros).toBeUndefined();
      expect(calculateParts(multa(1, '1.00'), saturday, friday).multa).toBe('1.00');
    });

    it('schema CobDataDeVencimento: begins after the adjusted due date', () => {
      const saturday = '2024-04-13';
      const valor = { ...multa(1, '5.00'), ...juros(1, '1.00') };
      expect(calculateParts(valor, '2024-04-15', saturday)).toEqual({ final: '100.00' });
      expect(calculateParts(valor, '2024-04-16', saturday)).toMatchObject({
        multa: '5.00',
        juros: '1.00',
      });
    });
  });

  describe('abatimento', () => {
    it.each([
      ['1, an amount', { abatimento: { modalidade: 1, valorPerc: '10.00' } }, '10.00'],
      // 123.45 × 0.0755 = 9.320475
      [
        '2, a percentage',
        { original: '123.45', abatimento: { modalidade: 2, valorPerc: '7.55' } },
        '9.32',
      ],
    ])('modalidade %s, applies early and late', (_, valor, expected) => {
      for (const day of ['2024-04-01', '2024-05-01']) {
        expect(calculateParts(valor, day).abatimento).toBe(expected);
      }
    });
  });

  describe('desconto', () => {
    const steps = descontos(
      1,
      ['2024-04-15', '1.00'],
      ['2024-04-05', '5.00'],
      ['2024-04-10', '3.00'],
    );

    it.each([
      ['2024-03-01', '5.00'],
      ['2024-04-05', '5.00'],
      ['2024-04-06', '3.00'],
      ['2024-04-10', '3.00'],
      ['2024-04-11', '1.00'],
      ['2024-04-15', '1.00'],
      ['2024-04-16', undefined],
    ])('modalidade 1: applies the nearest date from %s: %s', (day, expected) => {
      expect(calculateParts(steps, day).desconto).toBe(expected);
    });

    it.each([
      // 123.45 × 0.10 = 12.345
      ['2024-04-10', '12.35'],
      ['2024-04-11', undefined],
    ])('modalidade 2: applies a percentage until a date, on %s: %s', (day, expected) => {
      const valor = { original: '123.45', ...descontos(2, ['2024-04-10', '10.00']) };
      expect(calculateParts(valor, day).desconto).toBe(expected);
    });

    it('until the due date is postponed with it, and until an earlier date is not', () => {
      const saturday = '2024-04-13';
      const valor = descontos(1, [saturday, '1.00']);
      expect(calculateParts(valor, '2024-04-15', saturday).desconto).toBe('1.00');
      expect(calculateParts(valor, '2024-04-15', '2024-04-19').desconto).toBeUndefined();
    });

    // Paid on Wednesday the 10th: 5 days ahead, of which 11, 12 and 15 April are business days.
    it.each([
      ['3: an amount a day', desconto(3, '1.00'), '5.00'],
      ['4: an amount a business day', desconto(4, '1.00'), '3.00'],
      // 100 × 0.005 × 5
      ['5: a percentage a day', desconto(5, '0.50'), '2.50'],
      // 100 × 0.005 × 3
      ['6: a percentage a business day', desconto(6, '0.50'), '1.50'],
    ])('modalidade %s', (_, valor, expected) => {
      expect(calculateParts(valor, '2024-04-10').desconto).toBe(expected);
      expect(calculateParts(valor, DUE).desconto).toBeUndefined();
      expect(calculateParts(valor, '2024-04-20').desconto).toBeUndefined();
    });
  });

  it('adds and subtracts all parts', () => {
    const valor = {
      original: '123.45',
      // 2.469
      ...multa(2, '2.00'),
      // 123.45 × 0.01 × 10 / 30 = 0.4115
      ...juros(3, '1.00'),
      abatimento: { modalidade: 1, valorPerc: '3.45' },
    };
    expect(calculateParts(valor, '2024-04-25')).toEqual({
      multa: '2.47',
      juros: '0.41',
      abatimento: '3.45',
      final: '122.88',
    });
    // 123.45 − 3.45 − 5 × 2.00
    expect(calculateParts({ ...valor, ...desconto(3, '2.00') }, '2024-04-10')).toEqual({
      abatimento: '3.45',
      desconto: '10.00',
      final: '110.00',
    });
  });

  it('returns at least one cent, and at most the greatest amount of the API', () => {
    expect(calculateParts({ original: '10.00', ...desconto(3, '1.00') }, '2024-03-26')).toEqual({
      desconto: '9.99',
      final: '0.01',
    });
    const most = '9999999999.99';
    const valor = { original: most, ...multa(2, '100.00'), ...juros(2, '100.00') };
    expect(calculateParts(valor, '2024-04-16')).toEqual({ final: most });
  });

  it('reduces the interest when the fine reaches the greatest amount', () => {
    const valor = { original: '9999999990.00', ...multa(1, '5.00'), ...juros(1, '10.00') };
    expect(calculateParts(valor, '2024-04-16')).toEqual({
      multa: '5.00',
      juros: '4.99',
      final: '9999999999.99',
    });
  });
});

describe('schema CobDataDeVencimento, days of payment', () => {
  it.each([
    ['A', '2020-10-20', 4, '2020-10-20', '2020-10-26'],
    ['B', '2020-12-25', 0, '2020-12-28', '2020-12-28'],
    ['C', '2020-12-25', 1, '2020-12-28', '2020-12-29'],
    ['D', '2020-12-25', 3, '2020-12-28', '2020-12-31'],
    ['E', '2020-12-25', 4, '2020-12-28', '2021-01-04'],
    ['F', '2021-08-27', 5, '2021-08-27', '2021-09-01'],
    ['G', '2021-08-28', 5, '2021-08-30', '2021-09-06'],
  ])('example %s: %s and %i days', (_, dataDeVencimento, validadeAposVencimento, due, last) => {
    expect(findDueDay({ dataDeVencimento })).toBe(due);
    expect(findLastDay({ dataDeVencimento, validadeAposVencimento })).toBe(last);
  });

  it('end with the calendar when the validity is longer', () => {
    const prazo = { dataDeVencimento: '2024-04-15', validadeAposVencimento: 2 ** 31 - 1 };
    expect(findLastDay(prazo)).toBe('9999-12-31');
  });
});
