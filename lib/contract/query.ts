import { types } from 'node:util';
import { ValidationError } from '../errors/index.js';
import type { PixOperation } from './operation.js';
import { type Field, getFields } from './validation/table.js';

/** How a filter is converted to a query. */
export interface QueryOptions {
  /** Whether a `Date` keeps its milliseconds; one provider refuses them. Default: `true`. */
  readonly milliseconds?: boolean;
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

/**
 * Converts a filter to a query with the names of the specification. Omits `undefined` and `null`; a
 * field that the filter's class does not define keeps its name.
 *
 * @throws ValidationError naming a field that is not text, number, boolean or `Date`
 * @returns the query by wire name: `paginaAtual` becomes `paginacao.paginaAtual`
 */
export function buildQuery(
  operation: Pick<PixOperation, 'filter'>,
  filter: object = {},
  options: QueryOptions = {},
): Record<string, string> {
  const fields = operation.filter ? getFields(operation.filter) : NO_FIELDS;
  // Without a prototype, so that any name is a plain key.
  const query = Object.create(null) as Record<string, string>;
  for (const [property, { wire = property, sent }] of fields) {
    if (sent !== undefined) query[wire] = sent;
  }
  for (const [property, value] of Object.entries(filter) as [string, unknown][]) {
    if (value !== undefined && value !== null) {
      query[fields.get(property)?.wire ?? property] = toText(property, value, options);
    }
  }
  return { ...query };
}

function toText(field: string, value: unknown, { milliseconds = true }: QueryOptions): string {
  if (typeof value === 'string') return value;
  if (['number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  if (!types.isDate(value)) {
    throw new ValidationError(`${field} deve ser texto, número, booleano ou Date`, { field });
  }
  const text = value.toISOString();
  return milliseconds && value.getUTCMilliseconds() > 0 ? text : text.replace(/\.\d+/, '');
}
