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
