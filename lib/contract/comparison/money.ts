import { isObject } from '../../errors/index.js';
import { getFieldTable } from '../field-table.js';
import type { DtoClass, PixOperation, PixRecordRule } from '../operation.js';
import type { Field } from '../validation/index.js';
import { isSameList } from './find-differences.js';
import { isSameValue } from './same-value.js';

/** A field of a request body without fields of its own, that decides whether a write took effect. */
interface MoneyField {
  readonly path: string;
  readonly names: readonly string[];
  readonly field: Field;
  readonly isRequired: boolean;
}

const compiled = new WeakMap<PixOperation, readonly MoneyField[]>();

/**
 * Compares the money of a request body with a record. The fields are collected once for each
 * operation, because every successful write is compared.
 *
 * @returns the paths that differ, and those that the record must have but omits
 */
export function findMoneyDifferences(
  operation: PixOperation,
  sent: unknown,
  record: object,
): string[] {
  const { record: rule } = operation;
  if (!rule || !isObject(sent)) return [];
  const differing: string[] = [];
  for (const money of getMoneyFields(operation, rule)) {
    const wanted = valueAt(sent, money.names);
    if (wanted === undefined || wanted === null) continue;
    const found = valueAt(record, money.names);
    if (wanted === found || isSame(money, wanted, found)) continue;
    if (rule.equivalent?.(money.path, found, sent) !== true) differing.push(money.path);
  }
  return differing;
}

/** Returns the value at a path, such as `['calendario', 'criacao']`; a list takes an index. */
export function valueAt(holder: unknown, names: readonly string[]): unknown {
  let value = holder;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Whether a path is one of some fields, or below one of them. */
export function isBelow(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => path === field || path.startsWith(`${field}.`));
}

function isSame({ field, isRequired }: MoneyField, wanted: unknown, found: unknown): boolean {
  if (found === undefined || found === null) return !isRequired;
  return Array.isArray(wanted)
    ? isSameList(field, wanted, found)
    : isSameValue(field.comparison, wanted, found);
}

function getMoneyFields(operation: PixOperation, rule: PixRecordRule): readonly MoneyField[] {
  let fields = compiled.get(operation);
  if (!fields) {
    fields = operation.body ? [...listMoney(operation.body, rule, [])] : [];
    compiled.set(operation, fields);
  }
  return fields;
}

function* listMoney(
  dto: DtoClass,
  rule: PixRecordRule,
  above: readonly string[],
): Generator<MoneyField> {
  for (const [name, field] of getFieldTable(dto)) {
    const names = [...above, name];
    if (field.nested && !isList(field)) yield* listMoney(field.nested(), rule, names);
    else {
      const path = names.join('.');
      const isRequired = rule.required?.includes(path) === true;
      if (isBelow(path, rule.money)) yield { path, names, field, isRequired };
    }
  }
}

/** Whether a field is a list of objects: its schema is then a list with their class. */
function isList({ schema: { type } }: Field): boolean {
  return typeof type === 'function' && Array.isArray(type());
}
