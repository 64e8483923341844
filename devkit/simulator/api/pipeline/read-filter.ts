import { getFields, type DtoClass, type FieldSchema } from 'nestjs-pix/spec';

/**
 * Reads a filter from the parameters of a query, by their wire names. A text that cannot be
 * converted to the type of its field stays a text, and validation refuses it. A parameter without a
 * value counts as omitted. Unknown parameters are ignored.
 */
export function readFilter(dto: DtoClass, query: URLSearchParams): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [property, { wire = property, schema }] of getFields(dto)) {
    const text = query.get(wire);
    if (text) filter[property] = convert(text, schema.type);
  }
  return filter;
}

/** Returns the name of a filter's property in the query, for violations. */
export function wireName(dto: DtoClass, property: string): string {
  return getFields(dto).get(property)?.wire ?? property;
}

function convert(text: string, type: FieldSchema['type']): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? +text : text;
  return text;
}
