import { describe, expect, it } from '@jest/globals';
import type { CobVSolicitada } from '../../../../lib/contract/bodies.js';
import {
  calculateCobV,
  type CobVCalendarOptions,
  findOneCentDay,
} from '../../../../lib/contract/cobv/calculate.js';
import type { CobVValor } from '../../../../lib/contract/cobv/cobv.types.js';

/** Wednesday. 4 June 2026, a Thursday, is Corpus Christi. */
const DUE = '2026-06-10';

const parcela = (modalidade: number, valorPerc: string) => ({ modalidade, valorPerc });
const juros = (modalidade: number, valorPerc: string) => ({
  juros: parcela(modalidade, valorPerc),
});
const multa = (modalidade: number, valorPerc: string) => ({
  multa: parcela(modalidade, valorPerc),
});
const abatimento = (modalidade: number, valorPerc: string) => ({
  abatimento: parcela(modalidade, valorPerc),
});
const desconto = (modalidade: number, valorPerc: string) => ({
  desconto: parcela(modalidade, valorPerc),
});
const descontos = (modalidade: number, ...dates: [data: string, valorPerc: string][]) => ({
  desconto: {
    modalidade,
    descontoDataFixa: dates.map(([data, valorPerc]) => ({ data, valorPerc })),
  },
});

/** What differs from R$ 1,000.00, due on `DUE`, and the parts that are not zero. */
interface Row {
  readonly by: string;
  readonly due?: string;
  readonly valor?: Partial<CobVValor>;
  readonly on: string;
  readonly payer?: CobVCalendarOptions;
  readonly is: readonly [total: string, parts?: Readonly<Record<string, string>>];
}

const saoPaulo: CobVCalendarOptions = {
  codMun: '3550308',
  isLocalHoliday: (day, codMun) => codMun === '3550308' && day.endsWith('-07-09'),
};

// Every amount was computed by hand; `by` shows how.
const rows: readonly Row[] = [
  { by: 'no parts, on the due date', on: DUE, is: ['1000.00'] },
  { by: 'no parts, 5 days late', on: '2026-06-15', is: ['1000.00'] },

  // (2)
  {
    by: 'rebate: 1000 − 100',
    valor: abatimento(1, '100.00'),
    on: DUE,
    is: ['900.00', { abatimento: '100.00' }],
  },
  {
    by: 'rebate: 123.45 × 10 % = 12.345, truncated',
    valor: { original: '123.45', ...abatimento(2, '10.00') },
    on: DUE,
    is: ['111.11', { abatimento: '12.34' }],
  },
  {
    by: 'rebate of pix-api#404: 10.00 × 0.05 % = 0.005, truncated',
    valor: { original: '10.00', ...abatimento(2, '0.05') },
    on: DUE,
    is: ['10.00'],
  },
  {
    by: 'rebate: 99.99 × 33.33 % = 33.326667, truncated',
    valor: { original: '99.99', ...abatimento(2, '33.33') },
    on: DUE,
    is: ['66.67', { abatimento: '33.32' }],
  },

  // (8) to (11)
  {
    by: 'interest: 0.50 × 15 days',
    valor: juros(1, '0.50'),
    on: '2026-06-25',
    is: ['1007.50', { juros: '7.50' }],
  },
  {
    by: 'interest: 0.33 % × 7 days = 0.023100; × 1000',
    valor: juros(2, '0.33'),
    on: '2026-06-17',
    is: ['1023.10', { juros: '23.10' }],
  },
  {
    by: 'interest: 1 %/30 × 1 = 0.000333|3; × 1000 = 0.333',
    valor: juros(3, '1.00'),
    on: '2026-06-11',
    is: ['1000.33', { juros: '0.33' }],
  },
  {
    by: 'interest of pix-api#607: 1 %/30 × 1 = 0.000333|3; × 30000 = 9.99, not 10.00',
    due: '2024-09-04',
    valor: { original: '30000.00', ...juros(3, '1.00') },
    on: '2024-09-05',
    is: ['30009.99', { juros: '9.99' }],
  },
  {
    by: 'interest: 1 %/30 × 30 = 0.010000; × 1000',
    valor: juros(3, '1.00'),
    on: '2026-07-10',
    is: ['1010.00', { juros: '10.00' }],
  },
  {
    by: 'interest: 12 %/360 × 30 = 0.010000; × 1000',
    valor: juros(4, '12.00'),
    on: '2026-07-10',
    is: ['1010.00', { juros: '10.00' }],
  },
  {
    by: 'interest: 10 %/360 × 7 = 0.001944|4; × 1000 = 1.944',
    valor: juros(4, '10.00'),
    on: '2026-06-17',
    is: ['1001.94', { juros: '1.94' }],
  },
  {
    by: 'interest: 0.50 × 11 business days (11, 12, 15 to 19, 22 to 25 June)',
    valor: juros(5, '0.50'),
    on: '2026-06-25',
    is: ['1005.50', { juros: '5.50' }],
  },
  {
    by: 'interest: 0.33 % × 5 business days (11, 12, 15, 16, 17 June) = 0.016500; × 1000',
    valor: juros(6, '0.33'),
    on: '2026-06-17',
    is: ['1016.50', { juros: '16.50' }],
  },
  {
    by: 'interest: 1 %/21 × 11 business days = 0.005238|0; × 1000 = 5.238',
    valor: juros(7, '1.00'),
    on: '2026-06-25',
    is: ['1005.23', { juros: '5.23' }],
  },
  {
    by: 'interest: 13 %/252 × 11 business days = 0.005674|6; × 1000 = 5.674',
    valor: juros(8, '13.00'),
    on: '2026-06-25',
    is: ['1005.67', { juros: '5.67' }],
  },
  {
    by: 'interest after a rebate: (1000 − 500) × 1 %/30 × 30',
    valor: { ...abatimento(1, '500.00'), ...juros(3, '1.00') },
    on: '2026-07-10',
    is: ['505.00', { abatimento: '500.00', juros: '5.00' }],
  },
  {
    by: 'interest: 2 %/30 × 13 = 0.008666|6; × 247.53 = 2.14509…',
    valor: { original: '247.53', ...juros(3, '2.00') },
    on: '2026-06-23',
    is: ['249.67', { juros: '2.14' }],
  },

  // Days off
  {
    by: 'pix-api#347: due on a Saturday, paid on Monday',
    due: '2021-02-27',
    valor: { original: '10.00', ...juros(1, '0.10') },
    on: '2021-03-01',
    is: ['10.00'],
  },
  {
    by: 'pix-api#347: due on a Saturday, paid on Tuesday: 1 day from Monday',
    due: '2021-02-27',
    valor: { original: '10.00', ...juros(1, '0.10') },
    on: '2021-03-02',
    is: ['10.10', { juros: '0.10' }],
  },
  {
    by: 'pix-api#205, example 2: due on a Saturday, paid on Monday',
    due: '2020-11-28',
    valor: { original: '100.00', ...juros(1, '1.00') },
    on: '2020-11-30',
    is: ['100.00'],
  },
  {
    by: 'pix-api#205, example 1: due on a Friday, paid on Saturday: 1 calendar day',
    due: '2020-11-27',
    valor: { original: '100.00', ...juros(1, '1.00') },
    on: '2020-11-28',
    is: ['101.00', { juros: '1.00' }],
  },
  {
    by: 'due on Carnival Monday, paid on Ash Wednesday',
    due: '2026-02-16',
    valor: juros(1, '1.00'),
    on: '2026-02-18',
    is: ['1000.00'],
  },
  {
    by: 'due on Carnival Monday, paid on Thursday: 1 day from Wednesday',
    due: '2026-02-16',
    valor: juros(1, '1.00'),
    on: '2026-02-19',
    is: ['1001.00', { juros: '1.00' }],
  },
  {
    by: 'interest: 2 days after 3 June, of which Corpus Christi is no business day: 1 × 1.00',
    due: '2026-06-03',
    valor: juros(5, '1.00'),
    on: '2026-06-05',
    is: ['1001.00', { juros: '1.00' }],
  },
  {
    by: '20 November 2023, not yet a national holiday: 1 day late on the 21st',
    due: '2023-11-20',
    valor: juros(1, '1.00'),
    on: '2023-11-21',
    is: ['1001.00', { juros: '1.00' }],
  },
  {
    by: '20 November 2024, a national holiday: due on the 21st',
    due: '2024-11-20',
    valor: juros(1, '1.00'),
    on: '2024-11-21',
    is: ['1000.00'],
  },
  {
    by: '9 July, a holiday in São Paulo only, for a payer elsewhere: 1 day late on the 10th',
    due: '2026-07-09',
    valor: juros(1, '1.00'),
    on: '2026-07-10',
    payer: { ...saoPaulo, codMun: '3304557' },
    is: ['1001.00', { juros: '1.00' }],
  },
  {
    by: '9 July for a payer in São Paulo: due on the 10th',
    due: '2026-07-09',
    valor: juros(1, '1.00'),
    on: '2026-07-10',
    payer: saoPaulo,
    is: ['1000.00'],
  },
  {
    by: 'interest: 8 to 10 July in São Paulo: 2 business days without the 9th',
    due: '2026-07-07',
    valor: juros(5, '1.00'),
    on: '2026-07-10',
    payer: saoPaulo,
    is: ['1002.00', { juros: '2.00' }],
  },

  // (12) to (14)
  {
    by: 'fine: 5.00 × k = 1',
    valor: multa(1, '5.00'),
    on: '2026-06-11',
    is: ['1005.00', { multa: '5.00' }],
  },
  { by: 'fine: 5.00 × k = 0', valor: multa(1, '5.00'), on: DUE, is: ['1000.00'] },
  {
    by: 'fine after a rebate: (1000 − 100) × 2 % = 18.00',
    valor: { ...abatimento(1, '100.00'), ...multa(2, '2.00') },
    on: '2026-08-10',
    is: ['918.00', { abatimento: '100.00', multa: '18.00' }],
  },
  {
    by: 'fine: 123.45 × 2 % = 2.469, truncated',
    valor: { original: '123.45', ...multa(2, '2.00') },
    on: '2026-06-11',
    is: ['125.91', { multa: '2.46' }],
  },
  {
    by: 'due on Friday, paid on Saturday, interest by calendar days: 1 × 1.00, k = 1/max(1; 1)',
    due: '2026-06-12',
    valor: { ...multa(1, '5.00'), ...juros(1, '1.00') },
    on: '2026-06-13',
    is: ['1006.00', { juros: '1.00', multa: '5.00' }],
  },
  {
    by: 'due on Friday, paid on Saturday, interest by business days: k = 0/max(1; 0)',
    due: '2026-06-12',
    valor: { ...multa(1, '5.00'), ...juros(5, '1.00') },
    on: '2026-06-13',
    is: ['1000.00'],
  },
  {
    by: 'due on Friday, paid on Saturday, no interest: pix-api#297, from the next business day',
    due: '2026-06-12',
    valor: multa(1, '5.00'),
    on: '2026-06-13',
    is: ['1000.00'],
  },
  {
    by: 'due on Friday, paid on Monday, no interest: k = 1',
    due: '2026-06-12',
    valor: multa(1, '5.00'),
    on: '2026-06-15',
    is: ['1005.00', { multa: '5.00' }],
  },

  // (3) to (7)
  {
    by: 'discount, example of section 4.2.1: 300.00 until the end of 10 December',
    due: '2020-12-21',
    valor: descontos(1, ['2020-12-10', '300.00']),
    on: '2020-12-10',
    is: ['700.00', { desconto: '300.00' }],
  },
  {
    by: 'discount, example of section 4.2.1: none on 11 December',
    due: '2020-12-21',
    valor: descontos(1, ['2020-12-10', '300.00']),
    on: '2020-12-11',
    is: ['1000.00'],
  },
  {
    by: 'discount: until Saturday moves to Monday, and the earliest date is compared first',
    valor: descontos(1, ['2026-06-08', '20.00'], ['2026-06-06', '30.00']),
    on: '2026-06-08',
    is: ['970.00', { desconto: '30.00' }],
  },
  {
    by: 'discount: the second date after the first',
    valor: descontos(1, ['2026-06-09', '20.00'], ['2026-06-06', '30.00']),
    on: '2026-06-09',
    is: ['980.00', { desconto: '20.00' }],
  },
  {
    by: 'discount: (123.45 − 3.45) × 10 % = 12.00',
    valor: {
      original: '123.45',
      ...abatimento(1, '3.45'),
      ...descontos(2, ['2026-06-05', '10.00']),
    },
    on: '2026-06-01',
    is: ['108.00', { abatimento: '3.45', desconto: '12.00' }],
  },
  {
    by: 'discount: 123.45 × 10 % = 12.345, truncated',
    valor: { original: '123.45', ...descontos(2, [DUE, '10.00']) },
    on: DUE,
    is: ['111.11', { desconto: '12.34' }],
  },
  {
    by: 'discount, example of section 4.2.2: 100.00 × 3 days',
    due: '2020-12-10',
    valor: desconto(3, '100.00'),
    on: '2020-12-07',
    is: ['700.00', { desconto: '300.00' }],
  },
  {
    by: 'discount: 2.00 × 4 business days (5, 8, 9, 10 June; the 4th is a holiday)',
    valor: desconto(4, '2.00'),
    on: '2026-06-03',
    is: ['992.00', { desconto: '8.00' }],
  },
  {
    by: 'discount: 1000 × 0.5 % × 7 days',
    valor: desconto(5, '0.50'),
    on: '2026-06-03',
    is: ['965.00', { desconto: '35.00' }],
  },
  {
    by: 'discount: 1000 × 0.5 % × 4 business days',
    valor: desconto(6, '0.50'),
    on: '2026-06-03',
    is: ['980.00', { desconto: '20.00' }],
  },
  {
    by: 'discount of pix-api#408: 123.45 × 10 % × 9 business days = 111.105, truncated',
    due: '2021-07-05',
    valor: { original: '123.45', ...desconto(6, '10.00') },
    on: '2021-06-22',
    is: ['12.35', { desconto: '111.10' }],
  },
  {
    by: 'discount of pix-api#408: 10 business days are 100 %; one cent is left',
    due: '2021-07-05',
    valor: { original: '123.45', ...desconto(6, '10.00') },
    on: '2021-06-21',
    is: ['0.01', { desconto: '123.44' }],
  },

  // (1)
  {
    by: 'schema Pix, example: 100 × 3 % + 100 × 1 % × 2',
    valor: { original: '100.00', ...multa(2, '3.00'), ...juros(2, '1.00') },
    on: '2026-06-12',
    is: ['105.00', { multa: '3.00', juros: '2.00' }],
  },
  {
    by: '123.45 − 3.45 + 120 × 2 % + 120 × 0.003333 (1 %/30 × 10) = 122.79|996',
    valor: {
      original: '123.45',
      ...abatimento(1, '3.45'),
      ...multa(2, '2.00'),
      ...juros(3, '1.00'),
      ...desconto(3, '2.00'),
    },
    on: '2026-06-20',
    is: ['122.79', { abatimento: '3.45', multa: '2.40', juros: '0.39' }],
  },
  {
    by: 'greatest amount of the format: the fine, then the interest, are cut to it',
    valor: { original: '9999999990.00', ...multa(1, '5.00'), ...juros(1, '10.00') },
    on: '2026-06-11',
    is: ['9999999999.99', { multa: '5.00', juros: '4.99' }],
  },
];

const calculate = ({ due = DUE, valor, on, payer }: Row) =>
  calculateCobV(
    { calendario: { dataDeVencimento: due }, valor: { original: '1000.00', ...valor } },
    on,
    payer,
  );

describe('calculateCobV', () => {
  it.each(rows)('$on: $by', (row) => {
    const { total, abatimento, desconto, juros, multa } = calculate(row);
    const parts = Object.entries({ abatimento, desconto, juros, multa });
    expect([total, Object.fromEntries(parts.filter(([, amount]) => amount !== '0.00'))]).toEqual([
      row.is[0],
      row.is[1] ?? {},
    ]);
  });

  it('takes a body with what the client normalizes, and a date as its day in Brazil', () => {
    const body: Pick<CobVSolicitada, 'calendario' | 'valor'> = {
      calendario: { dataDeVencimento: DUE, validadeAposVencimento: '5' },
      valor: {
        original: '1000.00',
        abatimento: null,
        juros: { modalidade: '1', valorPerc: '1.00' },
      },
    };
    // 23:30 on 11 June in São Paulo.
    expect(calculateCobV(body, new Date('2026-06-12T02:30:00Z'))).toMatchObject({
      day: '2026-06-11',
      lastDay: '2026-06-15',
      juros: '1.00',
    });
  });

  // Schema CobDataDeVencimento of the specification, examples A to G.
  it.each([
    ['A', '2020-10-20', 4, '2020-10-20', '2020-10-26'],
    ['B', '2020-12-25', 0, '2020-12-28', '2020-12-28'],
    ['C', '2020-12-25', 1, '2020-12-28', '2020-12-29'],
    ['D', '2020-12-25', 3, '2020-12-28', '2020-12-31'],
    ['E', '2020-12-25', 4, '2020-12-28', '2021-01-04'],
    ['F', '2021-08-27', 5, '2021-08-27', '2021-09-01'],
    ['G', '2021-08-28', 5, '2021-08-30', '2021-09-06'],
    ['of a validity beyond the calendar', '2024-04-15', 2 ** 31 - 1, '2024-04-15', '9999-12-31'],
  ])('example %s: due on %s with %i days', (_, dataDeVencimento, validade, dueDay, lastDay) => {
    const calendario = { dataDeVencimento, validadeAposVencimento: validade };
    const charge = { calendario, valor: { original: '1.00' } };
    expect(calculateCobV(charge, dueDay)).toMatchObject({ dueDay, lastDay, isPayable: true });
    expect(calculateCobV(charge, lastDay).isPayable).toBe(true);
  });

  it('can be paid for 30 days if the charge does not say, until a business day of the payer', () => {
    const calendario = { dataDeVencimento: '2026-06-09' };
    const charge = { calendario, valor: { original: '1.00' } };
    expect(calculateCobV(charge, '2026-07-09')).toMatchObject({
      lastDay: '2026-07-09',
      isPayable: true,
    });
    expect(calculateCobV(charge, '2026-07-10').isPayable).toBe(false);
    expect(calculateCobV(charge, '2026-07-10', saoPaulo)).toMatchObject({
      lastDay: '2026-07-10',
      isPayable: true,
    });
  });

  it('asks for local holidays only with a municipality, and ends with the calendar', () => {
    const never = () => {
      throw new Error('asked');
    };
    const charge = { calendario: { dataDeVencimento: DUE }, valor: { original: '1.00' } };
    expect(calculateCobV(charge, DUE, { isLocalHoliday: never }).dueDay).toBe(DUE);
    const always = { codMun: '3550308', isLocalHoliday: () => true };
    const late = { calendario: { dataDeVencimento: '9999-12-01' }, valor: { original: '1.00' } };
    expect(calculateCobV(late, DUE, always).dueDay).toBe('9999-12-31');
  });

  it.each([
    ['valor.original', { original: '0.00' }],
    ['valor.original', { original: '10' }],
    ['valor.juros.modalidade', juros(9, '1.00')],
    ['valor.multa.modalidade', multa(3, '1.00')],
    ['valor.multa.valorPerc', multa(1, '-1.00')],
    ['valor.abatimento.modalidade', abatimento(0, '1.00')],
    ['valor.desconto.valorPerc', { desconto: { modalidade: 3 } }],
    ['valor.desconto.descontoDataFixa', descontos(1, ['2026-02-30', '1.00'])],
    ['calendario.dataDeVencimento', {}, { dataDeVencimento: '2026-02-30' }],
    [
      'calendario.validadeAposVencimento',
      {},
      { dataDeVencimento: DUE, validadeAposVencimento: -1 },
    ],
  ])('refuses an invalid %s', (field, valor, calendario = { dataDeVencimento: DUE }) => {
    const charge = { calendario, valor: { original: '10.00', ...valor } as CobVValor };
    expect(() => calculateCobV(charge, DUE)).toThrow(expect.objectContaining({ field }));
  });

  it('refuses an invalid day or municipality', () => {
    const charge = { calendario: { dataDeVencimento: DUE }, valor: { original: '10.00' } };
    expect(() => calculateCobV(charge, '10/06/2026')).toThrow('day deve ser uma data válida');
    expect(() => calculateCobV(charge, DUE, { codMun: '355' })).toThrow(
      'codMun deve ter 7 dígitos',
    );
  });
});

describe('explain', () => {
  it('names the equation of each part, and contains no dispute where sources agree', () => {
    const valor = {
      ...abatimento(2, '50.00'),
      ...multa(2, '2.00'),
      ...juros(3, '1.00'),
      ...desconto(3, '1.00'),
    };
    const steps = calculate({ by: '', valor, on: '2026-07-10', is: [''] }).explain();
    const manual = 'BCB, Manual de Padrões para Iniciação do Pix 2.10.0, anexo III';
    expect(steps.map(({ part, value, source }) => [part, value, source])).toEqual([
      ['vencimento', DUE, expect.stringContaining(`${manual}, seção 3`)],
      ['abatimento', '500.00', `${manual}, equação 2`],
      ['desconto', '0.00', `${manual}, equações 4 e 5`],
      ['multa', '10.00', `${manual}, equações 14 e 13`],
      ['juros', '5.00', `${manual}, equações 11 e 9; bacen/pix-api#607`],
      ['total', '515.00', `${manual}, equação 1`],
    ]);
    expect(steps.map(({ calculation }) => calculation)).toEqual([
      'vencimento em 2026-06-10 (feriados bancários nacionais); último dia para pagar: 2026-07-10',
      '1000.00 × 50.00%, truncado',
      '1.00 × 0 dias corridos',
      '500.00 × 2.00%, truncado',
      '500.00 × 0.010000, o fator de 1.00% ÷ 30 × 30 dias corridos, truncado em 6 casas',
      '1000.00 − 500.00 − 0.00 + 5.00 + 10.00',
    ]);
    expect(steps.map(({ dispute }) => dispute)).toEqual(steps.map(() => undefined));
  });

  const disputes = (row: Omit<Row, 'by' | 'is'>) =>
    calculate({ by: '', is: [''], ...row })
      .explain()
      .flatMap(({ part, dispute }) => (dispute === undefined ? [] : [[part, dispute]]));

  it.each<[string, Omit<Row, 'by' | 'is'>, string, string]>([
    [
      'the last day of a charge whose due date moves',
      { due: '2026-06-13', on: '2026-06-13' },
      'vencimento',
      'a partir do prorrogado',
    ],
    [
      'a fine on a day off',
      { due: '2026-06-12', valor: multa(1, '5.00'), on: '2026-06-13' },
      'multa',
      'bacen/pix-api#297',
    ],
    [
      'the rounding of a percentage a day',
      { valor: { original: '0.99', ...desconto(5, '1.00') }, on: '2026-06-09' },
      'desconto',
      'equação 7',
    ],
    [
      'a charge that its discount reaches',
      { due: '2026-06-12', valor: desconto(3, '500.00'), on: DUE },
      'desconto',
      'restam R$ 0,01',
    ],
    [
      'an amount beyond the format',
      { valor: juros(1, '9999999999.99'), on: '2026-06-12' },
      'juros',
      'maior que o formato',
    ],
  ])('names what sources leave open: %s', (_, row, part, text) => {
    expect(disputes(row)).toEqual([[part, expect.stringContaining(text)]]);
  });

  it('names the municipality whose holidays count', () => {
    const [step] = calculate({ by: '', on: DUE, payer: saoPaulo, is: [''] }).explain();
    expect(step?.calculation).toContain('e os do município 3550308');
  });
});

describe('findOneCentDay', () => {
  const find = (valor: Partial<CobVValor>, from: string, due = DUE) =>
    findOneCentDay(
      { calendario: { dataDeVencimento: due }, valor: { original: '123.45', ...valor } },
      from,
    );

  it('finds the day of pix-api#408: created on 6 May 2021, 10 % a business day until 5 July', () => {
    expect(find(desconto(6, '10.00'), '2021-05-06', '2021-07-05')).toBe('2021-05-06');
    expect(find(desconto(6, '10.00'), '2021-06-21', '2021-07-05')).toBe('2021-06-21');
    expect(find(desconto(6, '10.00'), '2021-06-22', '2021-07-05')).toBeUndefined();
  });

  it.each<[string, Partial<CobVValor>]>([
    ['100.00 + 100.00', { ...abatimento(1, '100.00'), ...descontos(1, [DUE, '100.00']) }],
    ['1.70 × 73 days', desconto(3, '1.70')],
    ['a rebate of all but a cent', abatimento(1, '123.44')],
  ])('finds reductions that reach the amount: %s', (_, valor) => {
    expect(find(valor, '2026-03-29')).toBe('2026-03-29');
  });

  it('compares 60 % + 60 % of the rest: 16 % of the amount remains', () => {
    const valor = { ...abatimento(2, '60.00'), ...descontos(2, [DUE, '60.00']) };
    expect(find(valor, '2026-05-01')).toBeUndefined();
  });

  it('finds a later discount that is larger, from the day after the one before', () => {
    // The first date is a Saturday: its discount lasts until Monday, 8 June.
    const valor = descontos(1, [DUE, '123.45'], ['2026-06-06', '1.00']);
    expect(find(valor, '2026-05-01')).toBe('2026-06-09');
  });

  it('ignores days on which the charge cannot be paid, and a charge of one cent', () => {
    expect(find(desconto(3, '200.00'), '2027-01-01')).toBeUndefined();
    expect(find(abatimento(1, '123.44'), '2027-01-01')).toBeUndefined();
    expect(find({ original: '0.01' }, DUE)).toBeUndefined();
  });
});
