import { ValidateBy } from 'class-validator';

/**
 * Declares a class-validator rule for one property, which may depend on its siblings.
 *
 * @param name the constraint's name in class-validator's errors
 * @param text the rule in Portuguese, to be appended to the property's name; it never contains the
 * value, which may be a CPF
 * @param accepts whether the value, possibly `undefined`, satisfies the rule
 */
export function Must<T extends object = object>(
  name: string,
  text: string,
  accepts: (value: unknown, siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: { validate: (value, args) => accepts(value, (args?.object ?? {}) as Partial<T>) },
    },
    { message: `$property ${text}` },
  );
}

/**
 * Declares a field as required while `condition` is true; `when` describes it: `quando não há
 * cnpj`.
 */
export function RequiredWhen<T extends object>(
  when: string,
  condition: (siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return Must<T>(
    'obrigatorio',
    `é obrigatório ${when}`,
    (value, siblings) => value !== undefined || !condition(siblings),
  );
}

/**
 * Declares a field as not allowed while `condition` is true; `when` describes it: `junto com cpf`.
 */
export function RefusedWhen<T extends object>(
  when: string,
  condition: (siblings: Readonly<Partial<T>>) => boolean,
): PropertyDecorator {
  return Must<T>(
    'incompativel',
    `não pode ser enviado ${when}`,
    (value, siblings) => value === undefined || !condition(siblings),
  );
}

/** Combines several decorators; the last is applied first, as in a stack. */
export function compose(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, property) => {
    for (const decorate of decorators.toReversed()) decorate(prototype, property);
  };
}

/**
 * Returns the value as a record, or an empty one if it is not an object; its own rule refuses it
 * then.
 */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
