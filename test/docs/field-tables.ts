import {
  allOperations,
  BbPagamentoDto,
  type DtoClass,
  EfiReenvioWebhookDto,
  familyOperations,
  type Field,
  type FieldSchema,
  getFields,
  InterPagamentoCobRDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
  operationName,
  PagBankPagamentoDto,
  type PixOperation,
  providerOperations,
} from '../../lib/contract/index.js';
import { buildTable, code } from '../support/markdown.js';

/** What a request body does, by the method of its service. */
const COLUMNS: Readonly<Record<string, string>> = {
  create: 'Creation',
  createWithTxid: 'Creation',
  revise: 'Revision',
  refund: 'Refund',
  register: 'Registration',
};

type Columns = Readonly<Record<string, DtoClass>>;

/** The request bodies of a family, by the heading of their column. */
function buildColumns(operations: Readonly<Record<string, PixOperation>>): Columns {
  const bodies = Object.entries(operations).flatMap(([method, { id, body }]) => {
    if (body === undefined) return [];
    const column = COLUMNS[method];
    if (column === undefined) throw new Error(`COLUMNS has no heading for the body of ${id}.`);
    return [[column, body] as const];
  });
  return Object.fromEntries(bodies);
}

/** The request bodies of each section. */
const BODIES: Readonly<Record<string, Columns>> = {
  ...Object.fromEntries(
    Object.entries(familyOperations).map(([family, table]) => [family, buildColumns(table)]),
  ),
  'inter-pay': { Payment: InterPagamentoDto },
  'inter-retry': { Redelivery: InterReenvioCallbacksDto },
  'inter-pay-cobr': { Payment: InterPagamentoCobRDto },
  'inter-rec': { Status: InterStatusRecDto },
  'inter-solicrec': { Status: InterStatusSolicRecDto },
  'inter-cobr': { Status: InterStatusCobRDto },
  'efi-resend': { Redelivery: EfiReenvioWebhookDto },
  'bb-pay': { Payment: BbPagamentoDto },
  'pagbank-pay': { Payment: PagBankPagamentoDto },
};

/** The sections with a table of request bodies. A family with the table of an earlier one has none. */
export function listBodyTables(): string[] {
  const listed = new Set<string>();
  return Object.keys(BODIES).filter((section) => {
    if (Object.keys(BODIES[section] ?? {}).length === 0) return false;
    const table = bodyTable(section);
    if (listed.has(table)) return false;
    listed.add(table);
    return true;
  });
}

interface Row {
  readonly rule: string;
  readonly required: boolean;
}

/** Returns the table of the request bodies of a resource. */
export function bodyTable(family: string): string {
  const columns = BODIES[family];
  if (!columns) throw new Error(`There is no body table for ${family}.`);
  // Batches hold the bodies of due-date charges, which are not listed again.
  const tables = Object.values(columns).map((dto) => readRows(dto, family === 'lotecobv' ? 0 : 9));
  const names = new Set(tables.flatMap((table) => [...table.keys()]));
  const rows = [...names].map((name) => {
    const rule = tables.find((table) => table.has(name))?.get(name)?.rule ?? '';
    return [code(name), rule, ...tables.map((table) => toPresence(table.get(name)))];
  });
  return buildTable(['Field', 'Value', ...Object.keys(columns)], rows);
}

/** Returns the table of the query parameters with the operations that accept them. */
export function filterTable(): string {
  const found = new Map<string, { row: string[]; operations: string[] }>();
  for (const operation of [...allOperations, ...providerOperations]) {
    for (const [name, field] of operation.filter ? getFields(operation.filter) : []) {
      const row = [code(name), code(field.wire ?? name), buildRule(field)];
      const key = row.join();
      const entry = found.get(key) ?? { row, operations: [] };
      const required = field.schema.required === true ? ' (required)' : '';
      entry.operations.push(code(operationName(operation)) + required);
      found.set(key, entry);
    }
  }
  const rows = [...found.values()].map(({ row, operations }) => [...row, operations.join(', ')]);
  return buildTable(['Filter field', 'Query parameter', 'Value', 'Operations'], rows);
}

function toPresence(row: Row | undefined): string {
  if (row === undefined) return '–';
  return row.required ? 'required' : 'optional';
}

/** @param depth number of levels of nested objects to list */
function readRows(dto: DtoClass, depth: number, path = ''): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [property, field] of getFields(dto)) {
    const isList = isListField(field);
    const name = `${path}${property}`;
    rows.set(name, { rule: buildRule(field), required: field.schema.required === true });
    if (!field.nested || depth === 0) continue;
    const prefix = `${name}${isList ? '[]' : ''}.`;
    for (const [nested, row] of readRows(field.nested(), depth - 1, prefix)) rows.set(nested, row);
  }
  return rows;
}

function isListField({ nested, schema }: Field): boolean {
  const type: unknown = typeof schema.type === 'function' ? schema.type() : undefined;
  return nested !== undefined && Array.isArray(type);
}

function buildRule(field: Field): string {
  const { schema, assumed } = field;
  const parts = [describeKind(field), describeBounds(schema)].filter((part) => part !== '');
  if (assumed !== undefined) parts.push(`default ${toCode(assumed)}`);
  if (schema.default !== undefined) parts.push(`sent as ${toCode(schema.default)} by default`);
  return parts.join(', ');
}

function toCode(value: unknown): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function describeKind(field: Field): string {
  const { schema } = field;
  if (field.nested) return isListField(field) ? 'list of objects' : 'object';
  if (schema.isArray === true) return 'list of non-empty strings';
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' or ');
  switch (schema.format) {
    case 'date':
      return 'calendar date `YYYY-MM-DD`';
    case 'date-time':
      return 'instant (RFC 3339)';
    case 'uri':
      return 'absolute `http` or `https` URL';
    default:
  }
  // The only number with a fraction is `valor` of Inter, which is above zero.
  if (schema.type === 'number') return 'number above 0';
  if (schema.pattern !== undefined) return `string ${code(schema.pattern.replaceAll('|', '\\|'))}`;
  return typeof schema.type === 'string' ? schema.type : 'object';
}

function describeBounds({ type, minimum, ...schema }: FieldSchema): string {
  const { maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    type === 'number' ? '' : describeRange(minimum, maximum, ''),
    describeRange(minLength, maxLength, ' characters'),
    describeRange(minItems, maxItems, ' items'),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (max !== undefined) return `at most ${max}${unit}`;
  if (min === 1 && unit !== '') return 'not empty';
  return min === undefined ? '' : `at least ${min}${unit}`;
}
