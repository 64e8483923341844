/** A page of a list, newest row first. */
export interface Page<T> {
  readonly itens: readonly T[];
  /** Value of `depois` for the next page; `null` on the last one. */
  readonly proxima: string | null;
}
