import { types } from 'node:util';
import { ValidationError } from '../errors/index.js';
import type { PixOperation, DtoClass } from './operation.js';
import { fieldsOf, type Field } from './validation/index.js';

/** How a filter becomes a query. */
export interface QueryOptions {
  /** Whether a `Date` keeps its milliseconds; one provider refuses them. Default `true`. */
  readonly milliseconds?: boolean;
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();
const tables = new WeakMap<DtoClass, ReadonlyMap<string, Field>>();

/**
 * The query of a filter by wire name, as text. What is `undefined` or `null` is left out; a field that the
 * filter's class does not know goes under its own name.
 *
 * @throws ValidationError naming a field that is neither text, number, boolean nor `Date`
 * @returns wire names as the specification has them: `paginaAtual` is `paginacao.paginaAtual`
 */
export function buildQuery(
  operation: Pick<PixOperation, 'filter'>,
  filter: object = {},
  options: QueryOptions = {},
): Record<string, string> {
  const fields = operation.filter ? tableOf(operation.filter) : NO_FIELDS;
  // Without a prototype, so that any name is just a name.
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

function tableOf(dto: DtoClass): ReadonlyMap<string, Field> {
  let table = tables.get(dto);
  if (!table) {
    table = fieldsOf(dto);
    tables.set(dto, table);
  }
  return table;
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
