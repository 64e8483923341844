/** What a field of a command must be. */
export interface FieldRule<T = unknown> {
  /** In Portuguese, to follow the name of the field. */
  readonly rule: string;
  readonly accepts: (value: unknown) => boolean;
  /** The violation if the field is absent. Without it, the field is optional. */
  readonly missing?: string;
  /** Only a type: no rule has a value. */
  readonly type?: T;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

export const text: FieldRule<string> = {
  rule: 'deve ser um texto',
  accepts: (value) => typeof value === 'string',
};

export const boolean: FieldRule<boolean> = {
  rule: 'deve ser true ou false',
  accepts: (value) => typeof value === 'boolean',
};

export function oneOf<const Value extends string>(...values: readonly Value[]): FieldRule<Value> {
  return {
    rule: `deve ser ${values.join(' ou ')}`,
    accepts: (value) => values.includes(value as Value),
  };
}

/** A field that must be present. */
export function required<T>(rule: FieldRule<T>, missing = 'é obrigatório') {
  return { ...rule, missing };
}
