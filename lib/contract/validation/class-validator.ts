import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';
import { listDeclared, OBJECT, REQUIRED, type Field, type Rule } from './table.js';

const decorated = new WeakSet<object>();

/**
 * Gives the DTO classes the decorators of class-validator and class-transformer that their field table describes, so
 * that the ValidationPipe of an application checks and converts like the client. The client itself checks by the table,
 * and loads neither package.
 */
export function decorateClasses(): void {
  for (const [prototype, fields] of listDeclared()) {
    if (decorated.has(prototype)) continue;
    decorated.add(prototype);
    for (const [property, field] of fields) {
      for (const decorate of toDecorators(field)) decorate(prototype, property);
    }
  }
}

function toDecorators({ schema, kind, rules, nested, normalize, parse }: Field) {
  // ValidateNested reports other values that are not objects.
  const accepts =
    kind.name === OBJECT.name
      ? (value: unknown) => value !== null && !Array.isArray(value)
      : kind.accepts;
  return [
    ...(schema.required === true ? [toDecorator(REQUIRED)] : []),
    toDecorator({
      ...kind,
      accepts: (value, siblings) => value === undefined || accepts(value, siblings),
    }),
    ...(nested ? [Type(nested), ValidateNested({ message: `$property ${kind.text}` })] : []),
    Transform(({ value }: { value: unknown }) => toMember(value, normalize), { toClassOnly: true }),
    ...(parse
      ? [
          Transform(({ value }: { value: unknown }) =>
            typeof value === 'string' ? parse(value) : value,
          ),
        ]
      : []),
    ...rules.map(toDecorator),
  ];
}

function toDecorator({ name, text, accepts }: Rule): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => accepts(value, (args?.object ?? {}) as Record<string, unknown>),
      },
    },
    { message: `$property ${text}` },
  );
}

function toMember(value: unknown, normalize: Field['normalize']): unknown {
  if (value === null) return undefined;
  return normalize ? normalize(value) : value;
}
