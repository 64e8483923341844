import 'reflect-metadata';
import { Transform } from 'class-transformer';
import {
  registerField,
  type Field,
  type FieldComparison,
  type FieldSchema,
} from './field-table.js';
import { Must } from './must.js';

/** The options of every field decorator. */
export interface FieldOptions extends Pick<Field, 'wire' | 'sent' | 'normalize'> {
  /** The meaning of the field in Portuguese: its description in an OpenAPI document. */
  readonly describe: string;
  /**
   * Whether it may be omitted. The rules refuse `null`; normalization removes it first. Default:
   * `false`.
   */
  readonly optional?: boolean;
  /** An example for the OpenAPI document. */
  readonly example?: unknown;
  /**
   * The value that a record without the field has according to the specification. Default: none.
   */
  readonly assumed?: unknown;
  /** How the value is compared with a record's. Default: that of the field kind. */
  readonly comparison?: FieldComparison;
}

/** A kind of field: the rule of a present value, and its OpenAPI description. */
export interface FieldKind extends Pick<Field, 'nested' | 'normalize'> {
  readonly name: string;
  /** The rule in Portuguese, to be appended to the property's name. */
  readonly text: string;
  readonly accepts: (value: unknown) => boolean;
  readonly schema: FieldSchema;
  /** How a value is compared with a record's. Default: `text`. */
  readonly comparison?: FieldComparison;
  readonly decorators?: readonly PropertyDecorator[];
}

/**
 * Creates the decorator of a field. It declares the class-validator rules and the field's row in
 * the table, which provides the query names and the OpenAPI description.
 */
export function field(kind: FieldKind, options: FieldOptions): PropertyDecorator {
  const { optional = false, describe, example, wire, sent, assumed } = options;
  const { comparison = kind.comparison ?? 'text', normalize = kind.normalize } = options;
  const decorators = [
    ...(optional ? [] : [Must('obrigatorio', 'é obrigatório', (value) => value !== undefined)]),
    Must(kind.name, kind.text, (value) => value === undefined || kind.accepts(value)),
    ...(kind.decorators ?? []),
    // The same conversions in the controllers of an application, by class-transformer.
    Transform(({ value }: { value: unknown }) => toMember(value, normalize), { toClassOnly: true }),
  ];
  const row: Field = {
    schema: {
      required: !optional,
      description: describe,
      ...kind.schema,
      ...present({ example, default: sent }),
    },
    comparison,
    ...present({ nested: kind.nested, normalize, assumed, wire, sent }),
  };
  return (prototype, property) => {
    for (const decorate of decorators) decorate(prototype, property);
    registerField(prototype, String(property), row);
  };
}

/** Returns the members that are not `undefined`. */
function present<T extends object>(members: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}

function toMember(value: unknown, normalize: Field['normalize']): unknown {
  if (value === null) return undefined;
  return normalize ? normalize(value) : value;
}
