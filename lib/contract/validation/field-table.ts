import type { DtoClass } from '../operation.js';

/** What a field tells an OpenAPI document; the options of `ApiProperty` in `@nestjs/swagger`, by structure. */
export interface FieldSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | (() => unknown);
  readonly required?: boolean;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly isArray?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
}

/**
 * How a value that was sent is compared with the one in a record:
 *
 * - `decimal`: as decimal numbers, so that `"37.0"` equals `"37.00"`
 * - `document`: by digits and letters, so that punctuation makes no difference
 * - `key`: as Pix keys, by their kind
 * - `instant`: as instants, whatever their time zone
 * - `number`: as numbers, whether they are text or not
 * - `url`: as addresses
 * - `location`: by the identifier of a location, which a record shows as an object
 * - `exact`: character by character
 * - `none`: not at all
 * - `text`: without regard to case, accents and repeated spaces, which providers are known to change
 */
export type FieldComparison =
  | 'decimal'
  | 'document'
  | 'key'
  | 'instant'
  | 'number'
  | 'url'
  | 'location'
  | 'exact'
  | 'none'
  | 'text';

/** What is known of one field of a DTO beside the rules that class-validator keeps. */
export interface Field {
  readonly schema: FieldSchema;
  /** Class that checks the object, or each object of the list. */
  readonly nested?: () => DtoClass;
  readonly comparison: FieldComparison;
  /** The value that a record without the field has. */
  readonly assumed?: unknown;
  /** Name in the query, where it is not the property's own. */
  readonly wire?: string;
  /** What the query carries when the caller leaves the field out. */
  readonly sent?: string;
}

/** Hook through which `@nestjs/swagger` reads the fields of a class that it knows nothing of. */
const OPENAPI_HOOK = '_OPENAPI_METADATA_FACTORY';

const tables = new WeakMap<object, Map<string, Field>>();

/** Adds a field to the table of its class. */
export function registerField(prototype: object, property: string, field: Field): void {
  let table = tables.get(prototype);
  if (!table) {
    table = new Map();
    tables.set(prototype, table);
    Object.defineProperty(prototype.constructor, OPENAPI_HOOK, { value: openApiOf(table) });
  }
  table.set(property, field);
}

/** The fields of a class and its ancestors by property; a class's own come first and win. */
export function fieldsOf(dto: DtoClass): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (
    let prototype: object | null = dto.prototype as object;
    prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const [property, field] of tables.get(prototype) ?? []) {
      if (!fields.has(property)) fields.set(property, field);
    }
  }
  return fields;
}

function openApiOf(table: ReadonlyMap<string, Field>): () => Record<string, FieldSchema> {
  return () => Object.fromEntries([...table].map(([property, { schema }]) => [property, schema]));
}
