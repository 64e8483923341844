import '../../../lib/contract/dto.js';
import type { ValidationError } from 'class-validator';
import {
  allOperations,
  collectViolations,
  type DtoClass,
  getFields,
  providerOperations,
} from '../../../lib/contract/index.js';

/** Every class of a body or a filter. */
export const classes = [
  ...new Set(
    [...allOperations, ...providerOperations]
      .flatMap(({ body, filter }) => [body, filter])
      .filter((dto) => dto !== undefined),
  ),
];

/** Returns {@link classes} and the classes of their nested objects. */
export function everyClass(): DtoClass[] {
  const found = new Set<DtoClass>(classes);
  // Iteration over a set includes items that are added during it.
  for (const dto of found) {
    for (const { nested } of getFields(dto).values()) if (nested) found.add(nested());
  }
  return [...found];
}

/** Returns nested instances of the classes, as class-validator requires, without converting values. */
export function toInstance(dto: DtoClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toInstance(dto, item));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = getFields(dto);
  const parts = Object.entries(value).map(([property, part]) => {
    const nested = fields.get(property)?.nested;
    return [property, nested ? toInstance(nested(), part) : part];
  });
  return Object.assign(new dto(), Object.fromEntries(parts));
}

/** Errors of a value that is not an object or a list: class-validator checks its content, the plan does not. */
const isKindError = ({ constraints = {} }: ValidationError) =>
  'objeto' in constraints || 'lista' in constraints;

/** Returns the errors of class-validator as path and rule. */
export function classValidatorErrors(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap((error) => {
    const name = /^\d+$/.test(error.property) ? `[${error.property}]` : `.${error.property}`;
    const here = `${path}${name}`;
    const own = Object.values(error.constraints ?? {}).map(
      (message) => `${here}|${message.slice(message.indexOf(' ') + 1)}`,
    );
    const below = isKindError(error) ? [] : classValidatorErrors(error.children ?? [], here);
    return [...new Set(own), ...below];
  });
}

export function planErrors(dto: DtoClass, value: unknown): string[] {
  return collectViolations(dto, value).map(({ path, rule }) => `.${path}|${rule.text}`);
}

/** Returns the properties of a class and of its nested classes. */
export function listProperties(dto: DtoClass): string[] {
  return [...getFields(dto)].flatMap(([property, { nested }]) => [
    property,
    ...(nested ? listProperties(nested()) : []),
  ]);
}
