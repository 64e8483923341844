import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isObject } from '../../errors/index.js';
import type { DtoClass } from '../operation.js';
import { field, type FieldOptions } from './field.js';

/** The rule of a value that must be an object, in Portuguese. */
export const OBJECT_RULE = 'deve ser um objeto';

/** Names of the rules that determine whether a value has parts to check. */
export const KIND_RULES: readonly string[] = ['objeto', 'lista'];

/** Declares an object with its own rules. */
export function NestedField(nested: () => DtoClass, options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'objeto',
      text: OBJECT_RULE,
      // ValidateNested refuses values other than objects and lists, but accepts null and lists.
      accepts: (value) => value !== null && !Array.isArray(value),
      // @nestjs/swagger recognizes a lazy type by the function's name, which is `type` here.
      schema: { type: () => nested() },
      nested,
      decorators: [Type(nested), ValidateNested({ message: `$property ${OBJECT_RULE}` })],
    },
    options,
  );
}

export interface ListOptions extends FieldOptions {
  /** Minimum number of items. Default: 0. */
  readonly min?: number;
  /** Maximum number of items. Default: no limit. */
  readonly max?: number;
}

/** Declares a list of objects with their own rules. */
export function ListField(nested: () => DtoClass, options: ListOptions): PropertyDecorator {
  const { min = 0, max = Infinity } = options;
  const text = `deve ser uma lista de objetos${sizeRule(min, max)}`;
  return field(
    {
      name: 'lista',
      text,
      accepts: (value) => hasSize(value, min, max) && value.every(isObject),
      schema: {
        type: () => [nested()],
        ...(min > 0 && { minItems: min }),
        ...(max < Infinity && { maxItems: max }),
      },
      nested,
      decorators: [Type(nested), ValidateNested({ message: `$property ${text}` })],
    },
    options,
  );
}

/** Declares a list of non-empty texts. */
export function TextListField(options: ListOptions): PropertyDecorator {
  const { min = 0, max = Infinity } = options;
  return field(
    {
      name: 'lista',
      text: `deve ser uma lista de textos${sizeRule(min, max)}`,
      accepts: (value) =>
        hasSize(value, min, max) && value.every((item) => typeof item === 'string' && item !== ''),
      schema: {
        type: 'string',
        isArray: true,
        ...(min > 0 && { minItems: min }),
        ...(max < Infinity && { maxItems: max }),
      },
    },
    options,
  );
}

function hasSize(value: unknown, min: number, max: number): value is unknown[] {
  return Array.isArray(value) && value.length >= min && value.length <= max;
}

function sizeRule(min: number, max: number): string {
  if (max === Infinity) return min > 0 ? ` com ao menos ${min}` : '';
  return min > 0 ? ` com ${min} a ${max} itens` : ` com no máximo ${max} itens`;
}
