import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { collectViolations, type DtoClass, getFields } from '../../../lib/contract/index.js';
import { decorateClasses } from '../../../lib/contract/validation/class-validator.js';
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
} from '../../../lib/contract/validation/fields.js';
import { classValidatorErrors, planErrors, toInstance } from '../support/class-validator.js';
import { description, rows } from '../support/field-rows.js';

/** Returns a class with one field that has the decorator. */
function buildClass(decorator: PropertyDecorator): DtoClass {
  class One {
    field!: unknown;
  }
  decorator(One.prototype, 'field');
  return One;
}

/** Returns the reason for which the plan and class-validator refuse a value, or `undefined`. */
function refusal(dto: DtoClass, value: unknown): string | undefined {
  const body = { field: value };
  decorateClasses();
  const expected = classValidatorErrors(validateSync(toInstance(dto, body) as object));
  expect(planErrors(dto, body)).toEqual(expected);
  return collectViolations(dto, body)[0]?.rule.text;
}

describe('a field decorator', () => {
  it.each(rows)('sets the schema and the reason of a refusal: %s', (_name, ...row) => {
    const [decorator, schema, accepted, refused, rule] = row;
    const dto = buildClass(decorator);
    expect(getFields(dto).get('field')?.schema).toStrictEqual({
      required: true,
      description: 'Descrição.',
      ...schema,
    });
    for (const value of accepted) expect([value, refusal(dto, value)]).toEqual([value, undefined]);
    for (const value of refused) expect([value, refusal(dto, value)]).toEqual([value, rule]);
    expect(refusal(dto, undefined)).toBe('é obrigatório');
  });

  it('with the option optional makes the field optional in the rule and the schema', () => {
    const dto = buildClass(TextField(description, { optional: true }));
    expect(refusal(dto, undefined)).toBeUndefined();
    expect(refusal(dto, 5)).toBe('deve ser um texto');
    expect(getFields(dto).get('field')?.schema).toStrictEqual({
      type: 'string',
      required: false,
      description: 'Descrição.',
    });
  });

  it('stores all options', () => {
    const options = { example: 'x', sent: 'y', wire: 'z', assumed: 'w' };
    expect(getFields(buildClass(TextField(description, options))).get('field')).toMatchObject({
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
    });
  });

  it('sets how a value is compared', () => {
    const comparison = (decorator: PropertyDecorator) =>
      getFields(buildClass(decorator)).get('field')?.comparison;
    expect(comparison(TextField(description))).toBe('text');
    expect(comparison(TextField(description, { comparison: 'none' }))).toBe('none');
    expect(comparison(ValorField(description))).toBe('decimal');
    expect(comparison(IntegerField(description, { min: 0 }))).toBe('number');
    expect(comparison(PositiveNumberField(description))).toBe('number');
    expect(comparison(InstantField(description))).toBe('instant');
    expect(comparison(UrlField(description))).toBe('url');
    expect(comparison(ChoiceField(['A'], description))).toBe('exact');
    expect(comparison(DateField(description))).toBe('exact');
    expect(comparison(BooleanField(description))).toBe('exact');
  });
});
