import type { PixOperation } from './operation.js';
import { fieldsOf, type Field } from './validation/index.js';
import type { DtoClass } from './operation.js';

/** How a filter becomes a query. */
export interface QueryOptions {
  /** Whether a `Date` keeps its milliseconds; one provider refuses them. Default `true`. */
  readonly milliseconds?: boolean;
}

const tables = new WeakMap<DtoClass, ReadonlyMap<string, Field>>();

/**
 * The query of a filter by wire name, as text. What is `undefined` is left out; a field that the
 * filter's class does not know goes under its own name.
 *
 * @returns wire names as the specification has them: `paginaAtual` is `paginacao.paginaAtual`
 */
export function buildQuery(
  operation: Pick<PixOperation, 'filter'>,
  filter: object = {},
  options: QueryOptions = {},
): Record<string, string> {
  const fields = operation.filter ? tableOf(operation.filter) : undefined;
  const query: Record<string, string> = {};
  for (const [property, { wire = property, sent }] of fields ?? []) {
    if (sent !== undefined) query[wire] = sent;
  }
  for (const [property, value] of Object.entries(filter) as [string, unknown][]) {
    if (value !== undefined)
      query[fields?.get(property)?.wire ?? property] = toText(value, options);
  }
  return query;
}

function tableOf(dto: DtoClass): ReadonlyMap<string, Field> {
  let table = tables.get(dto);
  if (!table) {
    table = fieldsOf(dto);
    tables.set(dto, table);
  }
  return table;
}

function toText(value: unknown, { milliseconds = true }: QueryOptions): string {
  if (!(value instanceof Date)) return String(value);
  const text = value.toISOString();
  return milliseconds && value.getUTCMilliseconds() > 0 ? text : text.replace(/\.\d+/, '');
}
