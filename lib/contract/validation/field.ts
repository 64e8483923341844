import {
  registerField,
  type Field,
  type FieldComparison,
  type FieldSchema,
} from './field-table.js';
import { Must } from './must.js';

/** What every field decorator takes. */
export interface FieldOptions extends Pick<Field, 'wire' | 'sent'> {
  /** What the field means, in Portuguese: its description in an OpenAPI document. */
  readonly describe: string;
  /** Whether it may be left out. `null` never stands for left out. Default `false`. */
  readonly optional?: boolean;
  /** An example for the OpenAPI document. */
  readonly example?: unknown;
  /** The value that a record without the field has, by the specification. Default: none. */
  readonly assumed?: unknown;
  /** How the value is compared with a record's. Default: the field kind's. */
  readonly comparison?: FieldComparison;
}

/** One kind of field: the rule that a present value keeps, and how OpenAPI says the same. */
export interface FieldKind extends Pick<Field, 'nested'> {
  readonly name: string;
  /** The rule in Portuguese, as it follows the property's name. */
  readonly text: string;
  readonly accepts: (value: unknown) => boolean;
  readonly schema: FieldSchema;
  /** How a value is compared with a record's. Default: `text`. */
  readonly comparison?: FieldComparison;
  readonly decorators?: readonly PropertyDecorator[];
}

/**
 * The decorator of a field: its class-validator rules and its row in the table from which the
 * query's names and the OpenAPI description are made, from one statement.
 */
export function field(kind: FieldKind, options: FieldOptions): PropertyDecorator {
  const { optional = false, describe, example, wire, sent, assumed } = options;
  const { comparison = kind.comparison ?? 'text' } = options;
  const decorators = [
    ...(optional ? [] : [Must('obrigatorio', 'é obrigatório', (value) => value !== undefined)]),
    Must(kind.name, kind.text, (value) => value === undefined || kind.accepts(value)),
    ...(kind.decorators ?? []),
  ];
  const row: Field = {
    schema: {
      required: !optional,
      description: describe,
      ...kind.schema,
      ...(example !== undefined && { example }),
      ...(sent !== undefined && { default: sent }),
    },
    ...(kind.nested && { nested: kind.nested }),
    comparison,
    ...(assumed !== undefined && { assumed }),
    ...(wire !== undefined && { wire }),
    ...(sent !== undefined && { sent }),
  };
  return (prototype, property) => {
    for (const decorate of decorators) decorate(prototype, property);
    registerField(prototype, String(property), row);
  };
}
