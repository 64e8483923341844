import { describe, expect, it } from '@jest/globals';
import type { DtoClass } from '../../../lib/contract/index.js';
import {
  BooleanField,
  ChoiceField,
  DateField,
  InstantField,
  IntegerField,
  ListField,
  NestedField,
  PatternField,
  PositiveNumberField,
  TextField,
  TextListField,
  UrlField,
  ValorField,
  collectViolations,
  fieldsOf,
  isDeeper,
} from '../../../lib/contract/validation/index.js';
import { isCalendarDate } from '../../../lib/values/calendar-date.js';
import { parseInstant, isInstant } from '../../../lib/values/instant.js';
import { bareVerdict, ourVerdict, toInstance } from '../support/class-validator.js';
import { validateSync } from 'class-validator';

const describeIt = { describe: 'Descrição.' };

class Part {
  @TextField(describeIt)
  text!: string;
}

/** A class with one field, whose rule is tested. */
function classOf(decorator: PropertyDecorator): DtoClass {
  class One {
    field!: unknown;
  }
  decorator(One.prototype, 'field');
  return One;
}

/** Why a value is refused, as the library and class-validator say it; `undefined` when it is accepted. */
function refusal(dto: DtoClass, value: unknown): string | undefined {
  const body = { field: value };
  const bare = bareVerdict(validateSync(toInstance(dto, body) as object));
  expect(ourVerdict(dto, body)).toEqual(bare);
  return collectViolations(dto, body)[0]?.razao;
}

type Row = readonly [
  name: string,
  decorator: PropertyDecorator,
  schema: object,
  accepted: readonly unknown[],
  refused: readonly unknown[],
  rule: string,
];

const DATE = new Date('2026-01-01T00:00:00Z');

const rows: readonly Row[] = [
  [
    'free text',
    TextField(describeIt),
    { type: 'string' },
    ['', 'a', 'x'.repeat(10_000)],
    [5, true, {}, []],
    'deve ser um texto',
  ],
  [
    'text that is not empty',
    TextField({ ...describeIt, min: 1 }),
    { type: 'string', minLength: 1 },
    ['a'],
    ['', 5],
    'deve ser um texto não vazio',
  ],
  [
    'short text',
    TextField({ ...describeIt, max: 3 }),
    { type: 'string', maxLength: 3 },
    ['', 'abc', '😀😀😀'],
    ['abcd', '😀😀😀😀', 'abcdefg', '😀aaa'],
    'deve ser um texto de no máximo 3 caracteres',
  ],
  [
    'text between two lengths',
    TextField({ ...describeIt, min: 2, max: 3 }),
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', 'abc'],
    ['a', 'abcd'],
    'deve ser um texto de 2 a 3 caracteres',
  ],
  [
    'text of a pattern',
    PatternField({ ...describeIt, pattern: /^\d{2}$/, rule: 'deve ter 2 dígitos' }),
    { type: 'string', pattern: String.raw`^\d{2}$` },
    ['12'],
    ['123', 12],
    'deve ter 2 dígitos',
  ],
  [
    'a choice',
    ChoiceField(['A', 'B'], describeIt),
    { type: 'string', enum: ['A', 'B'] },
    ['A', 'B'],
    ['C', 'a', ''],
    'deve ser um destes valores: A, B',
  ],
  [
    'a choice of one',
    ChoiceField(['A'], describeIt),
    { type: 'string', enum: ['A'] },
    ['A'],
    ['B'],
    'deve ser A',
  ],
  [
    'a day',
    DateField(describeIt),
    { type: 'string', format: 'date' },
    ['2024-02-29', '2026-02-28', '2000-02-29'],
    ['2026-02-29', '1900-02-29', '20260101', DATE],
    'deve ser uma data que existe, no formato AAAA-MM-DD',
  ],
  [
    'an instant',
    InstantField(describeIt),
    { type: 'string', format: 'date-time' },
    ['2026-01-01T00:00:00Z', '2026-01-01t23:59:60.123-03:00'],
    ['2026-01-01', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00', DATE],
    'deve ser data e hora com fuso, como 2020-04-01T00:00:00Z (RFC 3339)',
  ],
  [
    'an instant or a Date',
    InstantField({ ...describeIt, orDate: true }),
    { type: 'string', format: 'date-time' },
    ['2026-01-01T00:00:00Z', DATE],
    [new Date(NaN), 5],
    'deve ser data e hora com fuso, como 2020-04-01T00:00:00Z (RFC 3339)',
  ],
  [
    'an address',
    UrlField(describeIt),
    { type: 'string', format: 'uri' },
    ['https://a.example/x?y=1#z', 'http://[::1]:8080/'],
    ['a.example', 'ftp://a.example', 'https://a b', 'https://'],
    'deve ser um endereço absoluto, como https://exemplo.com.br/pix',
  ],
  [
    'an integer from 0',
    IntegerField({ ...describeIt, min: 0 }),
    { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    [0, 2_147_483_647],
    [-1, 2_147_483_648, 1.5, '1', NaN],
    'deve ser um número inteiro maior ou igual a zero',
  ],
  [
    'an integer from 1',
    IntegerField({ ...describeIt, min: 1, max: Number.MAX_SAFE_INTEGER }),
    { type: 'integer', minimum: 1 },
    [1, Number.MAX_SAFE_INTEGER],
    [0, Number.MAX_SAFE_INTEGER + 1],
    'deve ser um número inteiro maior ou igual a 1',
  ],
  [
    'an integer of a range, or a digit',
    IntegerField({ ...describeIt, min: 1, max: 6, orText: true }),
    { type: 'integer', minimum: 1, maximum: 6 },
    [1, 6, '1', '6'],
    [0, 7, '0', '7', '1x', '11', 'x1', ''],
    'deve ser um número inteiro de 1 a 6',
  ],
  [
    'a number above zero',
    PositiveNumberField(describeIt),
    { type: 'number', minimum: 0 },
    [0.01, 150],
    [0, -1, Infinity, NaN, '1'],
    'deve ser um número maior que zero',
  ],
  [
    'true or false',
    BooleanField(describeIt),
    { type: 'boolean' },
    [true, false],
    ['true', 0],
    'deve ser true ou false',
  ],
  [
    'an amount',
    ValorField(describeIt),
    { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$`, example: '37.00' },
    ['0.01', '9999999999.99'],
    ['0.00', '00.00', '1', '1.0', '1.000', '12345678901.00', 'x1.00', 1],
    'deve ser um valor com ponto e 2 casas decimais, como 37.00, maior que zero',
  ],
  [
    'an amount that may be zero',
    ValorField({ ...describeIt, zero: true, example: '1.00' }),
    { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$`, example: '1.00' },
    ['0.00', '0.01'],
    ['-1.00', '1,00'],
    'deve ser um valor com ponto e 2 casas decimais, como 37.00',
  ],
  [
    'an object',
    NestedField(() => Part, describeIt),
    { type: expect.any(Function) },
    [{ text: 'a' }],
    [null, [], 'a', 5],
    'deve ser um objeto',
  ],
  [
    'a list of objects',
    ListField(() => Part, describeIt),
    { type: expect.any(Function) },
    [[], [{ text: 'a' }]],
    [null, {}, 'a'],
    'deve ser uma lista de objetos',
  ],
  [
    'a list of objects with bounds',
    ListField(() => Part, { ...describeIt, min: 1, max: 2 }),
    { type: expect.any(Function), minItems: 1, maxItems: 2 },
    [[{ text: 'a' }], [{ text: 'a' }, { text: 'b' }]],
    [[], [{ text: 'a' }, { text: 'a' }, { text: 'a' }]],
    'deve ser uma lista de objetos com 1 a 2 itens',
  ],
  [
    'a list of objects that is not empty',
    ListField(() => Part, { ...describeIt, min: 1 }),
    { type: expect.any(Function), minItems: 1 },
    [[{ text: 'a' }]],
    [[]],
    'deve ser uma lista de objetos com ao menos 1',
  ],
  [
    'a list of texts',
    TextListField(describeIt),
    { type: 'string', isArray: true },
    [[], ['a']],
    ['a', [''], [5], null],
    'deve ser uma lista de textos',
  ],
  [
    'a list of texts with bounds',
    TextListField({ ...describeIt, min: 1, max: 2 }),
    { type: 'string', isArray: true, minItems: 1, maxItems: 2 },
    [['a'], ['a', 'b']],
    [[], ['a', 'b', 'c']],
    'deve ser uma lista de textos com 1 a 2 itens',
  ],
  [
    'a list of texts with a limit',
    TextListField({ ...describeIt, max: 1 }),
    { type: 'string', isArray: true, maxItems: 1 },
    [[], ['a']],
    [['a', 'b']],
    'deve ser uma lista de textos com no máximo 1 itens',
  ],
];

describe('the rule of a field', () => {
  it.each(rows)('of %s is in the description and in each refusal', (_name, ...row) => {
    const [decorator, schema, accepted, refused, rule] = row;
    const dto = classOf(decorator);
    expect(fieldsOf(dto).get('field')?.schema).toEqual({
      required: true,
      description: 'Descrição.',
      ...schema,
    });
    for (const value of accepted) expect([value, refusal(dto, value)]).toEqual([value, undefined]);
    for (const value of refused)
      expect([value, refusal(dto, value)]).toEqual([value, `field ${rule}`]);
    expect(refusal(dto, undefined)).toBe('field é obrigatório');
  });

  it('may leave the field out, and then the description says so', () => {
    const dto = classOf(TextField({ ...describeIt, optional: true, example: 'x', sent: 'y' }));
    expect(refusal(dto, undefined)).toBeUndefined();
    expect(refusal(dto, 5)).toBe('field deve ser um texto');
    expect(fieldsOf(dto).get('field')).toMatchObject({
      schema: { required: false, example: 'x', default: 'y' },
      comparison: 'text',
      sent: 'y',
    });
  });

  it('says how a value is compared', () => {
    const comparison = (decorator: PropertyDecorator) =>
      fieldsOf(classOf(decorator)).get('field')?.comparison;
    expect(comparison(TextField(describeIt))).toBe('text');
    expect(comparison(TextField({ ...describeIt, comparison: 'none' }))).toBe('none');
    expect(comparison(ValorField(describeIt))).toBe('decimal');
    expect(comparison(IntegerField({ ...describeIt, min: 0 }))).toBe('number');
    expect(comparison(PositiveNumberField(describeIt))).toBe('number');
    expect(comparison(InstantField(describeIt))).toBe('instant');
    expect(comparison(UrlField(describeIt))).toBe('url');
    expect(comparison(ChoiceField(['A'], describeIt))).toBe('exact');
    expect(comparison(DateField(describeIt))).toBe('exact');
    expect(comparison(BooleanField(describeIt))).toBe('exact');
  });
});

describe('a day exists', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const day = (year: number, month: number, date: number) =>
    [String(year), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-');

  it.each(lengths.map((length, index) => [index + 1, length]))(
    'in month %i up to %i',
    (m, length) => {
      expect(isCalendarDate(day(2026, m, 0))).toBe(false);
      expect(isCalendarDate(day(2026, m, 1))).toBe(true);
      expect(isCalendarDate(day(2026, m, length))).toBe(true);
      expect(isCalendarDate(day(2026, m, length + 1))).toBe(false);
    },
  );

  it('in twelve months alone', () => {
    expect(isCalendarDate(day(2026, 0, 1))).toBe(false);
    expect(isCalendarDate(day(2026, 13, 1))).toBe(false);
  });

  it.each([
    [2024, true],
    [2025, false],
    [2026, false],
    [1900, false],
    [2000, true],
    [2100, false],
    [2400, true],
  ])('on 29 February of %i: %p', (year, exists) => {
    expect(isCalendarDate(day(year, 2, 29))).toBe(exists);
  });

  it.each([' 2026-01-01', '2026-01-01 ', '2026-1-01', '12026-01-01', 20260101, null])(
    'only as YYYY-MM-DD: %p',
    (value) => {
      expect(isCalendarDate(value)).toBe(false);
    },
  );
});

describe('an instant', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.5-03:00', '2026-01-01T03:00:00.500Z'],
    ['2026-01-01T23:59:60Z', '2026-01-01T23:59:59.000Z'],
    ['2026-01-01T23:59:60.25+00:00', '2026-01-01T23:59:59.250Z'],
    ['2026-01-01T20:59:60-03:00', '2026-01-01T23:59:59.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(isInstant(text)).toBe(true);
    expect(new Date(parseInstant(text)).toISOString()).toBe(instant);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00',
    'x2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Zx',
    5,
  ])('is none: %p', (value) => {
    expect(isInstant(value)).toBe(false);
    expect(parseInstant(value)).toBeNaN();
  });

  it('is that of a Date', () => {
    expect(parseInstant(DATE)).toBe(DATE.getTime());
  });
});

describe('isDeeper', () => {
  it.each<[unknown, number, boolean]>([
    [5, 0, false],
    [null, 0, false],
    ['text', 0, false],
    [{}, 0, true],
    [[], 0, true],
    [{}, 1, false],
    [{ a: 1, b: null }, 1, false],
    [{ a: {} }, 1, true],
    [{ a: 1, b: [] }, 1, true],
    [[[[]]], 2, true],
    [[[[]]], 3, false],
  ])('%j has more than %i levels: %p', (value, levels, deeper) => {
    expect(isDeeper(value, levels)).toBe(deeper);
  });
});
