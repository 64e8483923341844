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
 * Parses the text of a query with class-transformer, so that an application can use a filter as its
 * own `@Query()`. Invalid text passes unchanged; the field's rule refuses it.
 */
const fromText = (read: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value));

/** Declares an integer of a filter. */
export const QueryIntegerField = (
  options: FieldOptions & { readonly min: number; readonly max?: number },
) =>
  compose(
    fromText((text) => (INTEGER.test(text) ? Number(text) : text)),
    IntegerField(options),
  );

/** Declares a boolean of a filter. */
export const QueryBooleanField = (options: FieldOptions) =>
  compose(
    fromText((text) => (text === 'true' ? true : text === 'false' ? false : text)),
    BooleanField(options),
  );

/** Declares an instant of a filter: RFC 3339 text, or a `Date`, which is sent in UTC. */
export const QueryInstantField = (options: FieldOptions) =>
  InstantField({ ...options, orDate: true, example: '2020-04-01T00:00:00Z' });
