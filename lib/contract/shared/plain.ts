/**
 * A DTO as the plain object that it describes: what the client takes. Instances of the class fit as well.
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
