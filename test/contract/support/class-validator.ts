import type { ValidationError } from 'class-validator';
import { allOperations, providerOperations, type DtoClass } from '../../../lib/contract/index.js';
import { collectViolations, getFields } from '../../../lib/contract/validation/index.js';

/** Every class that checks a body or a filter. */
export const classes = [
  ...new Set(
    [...allOperations, ...providerOperations]
      .flatMap(({ body, filter }) => [body, filter])
      .filter((dto) => dto !== undefined),
  ),
];

/** {@link classes}, and the classes of the objects in them. */
export function everyClass(): DtoClass[] {
  const found = new Set<DtoClass>(classes);
  // A set hands out what is added to it while it is iterated.
  for (const dto of found) {
    for (const { nested } of getFields(dto).values()) if (nested) found.add(nested());
  }
  return [...found];
}

/** What class-validator wants to see: instances all the way down, with nothing converted. */
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

/** Fields that are no object or list at all: class-validator goes on into them, the plan does not. */
const isKindError = ({ constraints = {} }: ValidationError) =>
  'objeto' in constraints || 'lista' in constraints;

/** class-validator's errors as path and rule, sorted. */
export function bareVerdict(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap((error) => {
    const name = /^\d+$/.test(error.property) ? `[${error.property}]` : `.${error.property}`;
    const here = `${path}${name}`;
    const own = Object.values(error.constraints ?? {}).map(
      (message) => `${here}|${message.slice(message.indexOf(' ') + 1)}`,
    );
    const below = isKindError(error) ? [] : bareVerdict(error.children ?? [], here);
    return [...new Set(own), ...below];
  });
}

export function ourVerdict(dto: DtoClass, value: unknown): string[] {
  return collectViolations(dto, value).map(({ path, rule }) => `.${path}|${rule.text}`);
}

/** Every property of a class and of those below it. */
export function propertiesOf(dto: DtoClass): string[] {
  return [...getFields(dto)].flatMap(([property, { nested }]) => [
    property,
    ...(nested ? propertiesOf(nested()) : []),
  ]);
}
