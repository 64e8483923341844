import { ValidateBy } from 'class-validator';

/**
 * A class-validator rule of one property, which may look at its siblings.
 *
 * @param name the constraint's name in class-validator's errors
 * @param text the rule in Portuguese, as it follows the property's name; it never holds the value,
 *   which may be a CPF
 * @param accepts whether the value, possibly `undefined`, keeps the rule
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

/** The field is demanded while `condition` holds; `when` says so: `quando não há cnpj`. */
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

/** The field is refused while `condition` holds; `when` says so: `junto com cpf`. */
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

/** Several decorators as one; as in a stack, the last is applied first. */
export function compose(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, property) => {
    for (const decorate of decorators.toReversed()) decorate(prototype, property);
  };
}

/** The parts of a value that may be no object at all; its own rule refuses it then. */
export function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
