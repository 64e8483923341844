/** A number as text, `'3600'`. Body types accept it; the client sends a number. */
export type NumericText = `${number}`;

/**
 * Exactly one of `cpf` and `cnpj`, in a type that declares both as optional. Both together do not
 * compile.
 */
export type OneTaxId<T extends { cpf?: string; cnpj?: string }> = Omit<T, 'cpf' | 'cnpj'> &
  ({ cpf: string; cnpj?: never } | { cpf?: never; cnpj: string });

/** A body, or a batch of them, that may omit the receiver's Pix key, which is then that of the account. */
export type OptionalKey<T> = T extends { chave: string }
  ? Omit<T, 'chave'> & Partial<Pick<T, 'chave'>>
  : T extends { cobsv: (infer Item)[] }
    ? Omit<T, 'cobsv'> & { cobsv: OptionalKey<Item>[] }
    : T;

/** Text fields that also accept a number: those with `orNumber` in the field table. */
type NumberedText = 'conta';

type Member<Key, T> = Key extends NumberedText ? T | number : Body<T>;

/**
 * The plain object that a body's DTO describes, with what the client normalizes before it sends the
 * body: numbers may be text, the number of an account may be a number, and optional members may be
 * `null`. Instances of the class are also accepted.
 *
 * @typeParam T a class with class-validator decorators
 */
export type Body<T> = T extends number
  ? T | NumericText
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? Body<Item>[]
      : T extends object
        ? {
            [Key in keyof T]: object extends Pick<T, Key>
              ? Member<Key, T[Key]> | null
              : Member<Key, T[Key]>;
          }
        : T;

/**
 * The plain object that a DTO describes; the client accepts it. Instances of the class are also
 * accepted.
 *
 * @typeParam T a class with class-validator decorators
 */
export type Plain<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
