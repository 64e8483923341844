import type { DtoClass } from '../../../contract/operation.js';
import { fieldsOf } from '../../../contract/validation/index.js';
import type { FieldSchema } from '../../../contract/validation/index.js';

/**
 * The filter that a query's parameters spell, by their wire names. A text that its field's type cannot take is left as
 * it is, for the check to refuse; a parameter without a value counts as omitted; unknown ones are passed over.
 */
export function readFilter(dto: DtoClass, query: URLSearchParams): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [property, { wire = property, schema }] of fieldsOf(dto)) {
    const text = query.get(wire);
    if (text) filter[property] = convert(text, schema.type);
  }
  return filter;
}

/** Name in the query of a filter's property, as its violation should name it. */
export function wireName(dto: DtoClass, property: string): string {
  return fieldsOf(dto).get(property)?.wire ?? property;
}

function convert(text: string, type: FieldSchema['type']): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? +text : text;
  return text;
}
