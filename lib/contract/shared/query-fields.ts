import { Transform } from 'class-transformer';
import {
  BooleanField,
  InstantField,
  IntegerField,
  compose,
  type FieldOptions,
} from '../validation/index.js';

const INTEGER = /^-?\d{1,15}$/;

/**
 * Reads the text of a query for class-transformer, so that a filter also serves an application's own
 * `@Query()`. What means nothing stays as it is, for the field's rule to refuse.
 */
const fromText = (read: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value));

/** A whole number of a filter. */
export const QueryIntegerField = (
  options: FieldOptions & { readonly min: number; readonly max?: number },
) =>
  compose(
    fromText((text) => (INTEGER.test(text) ? Number(text) : text)),
    IntegerField(options),
  );

/** A yes or no of a filter. */
export const QueryBooleanField = (options: FieldOptions) =>
  compose(
    fromText((text) => (text === 'true' ? true : text === 'false' ? false : text)),
    BooleanField(options),
  );

/** An instant of a filter: RFC 3339 text, or a `Date`, which is sent in UTC. */
export const QueryInstantField = (options: FieldOptions) =>
  InstantField({ ...options, orDate: true, example: '2020-04-01T00:00:00Z' });
