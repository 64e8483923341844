import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import type { DtoClass } from '../../../lib/contract/index.js';
import {
  BooleanField,
  ChoiceField,
  DateField,
  InstantField,
  IntegerField,
  PositiveNumberField,
  TextField,
  UrlField,
  ValorField,
  collectViolations,
  getFields,
} from '../../../lib/contract/validation/index.js';
import { bareVerdict, ourVerdict, toInstance } from '../support/class-validator.js';
import { describeIt, rows } from '../support/field-rows.js';

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
  return collectViolations(dto, body)[0]?.rule.text;
}

describe('the rule of a field', () => {
  it.each(rows)('of %s is in the description and in each refusal', (_name, ...row) => {
    const [decorator, schema, accepted, refused, rule] = row;
    const dto = classOf(decorator);
    expect(getFields(dto).get('field')?.schema).toStrictEqual({
      required: true,
      description: 'Descrição.',
      ...schema,
    });
    for (const value of accepted) expect([value, refusal(dto, value)]).toEqual([value, undefined]);
    for (const value of refused) expect([value, refusal(dto, value)]).toEqual([value, rule]);
    expect(refusal(dto, undefined)).toBe('é obrigatório');
  });

  it('may leave the field out, and then the description says so', () => {
    const dto = classOf(TextField({ ...describeIt, optional: true }));
    expect(refusal(dto, undefined)).toBeUndefined();
    expect(refusal(dto, 5)).toBe('deve ser um texto');
    expect(getFields(dto).get('field')).toStrictEqual({
      schema: { type: 'string', required: false, description: 'Descrição.' },
      comparison: 'text',
    });
  });

  it('is kept with all that the options say', () => {
    const options = { example: 'x', sent: 'y', wire: 'z', assumed: 'w' };
    expect(getFields(classOf(TextField({ ...describeIt, ...options }))).get('field')).toStrictEqual(
      {
        schema: {
          type: 'string',
          required: true,
          description: 'Descrição.',
          example: 'x',
          default: 'y',
        },
        comparison: 'text',
        assumed: 'w',
        wire: 'z',
        sent: 'y',
      },
    );
  });

  it('says how a value is compared', () => {
    const comparison = (decorator: PropertyDecorator) =>
      getFields(classOf(decorator)).get('field')?.comparison;
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
