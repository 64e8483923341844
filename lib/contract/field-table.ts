import type { DtoClass } from './operation.js';
import { getFields, type Field } from './validation/index.js';

const tables = new WeakMap<DtoClass, ReadonlyMap<string, Field>>();

/** Returns the fields of a class by name, collected once for each class. */
export function getFieldTable(dto: DtoClass): ReadonlyMap<string, Field> {
  let table = tables.get(dto);
  if (!table) {
    table = getFields(dto);
    tables.set(dto, table);
  }
  return table;
}
