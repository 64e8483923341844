import type { DtoClass } from '../operation.js';

/**
 * The OpenAPI description of a field: structurally the options of `ApiProperty` in
 * `@nestjs/swagger`.
 */
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
 * How a value that was sent is compared with the value in a record:
 *
 * - `decimal`: as decimal numbers, so that `"37.0"` equals `"37.00"`
 * - `document`: by digits and letters, ignoring punctuation
 * - `account`: by digits and letters, ignoring punctuation and leading zeros
 * - `key`: as Pix keys, by their kind
 * - `instant`: as instants, regardless of time zone
 * - `number`: as numbers, also if they are text
 * - `url`: as addresses
 * - `location`: by the identifier of a location, which a record contains as an object
 * - `exact`: character by character
 * - `none`: not at all
 * - `text`: ignoring case, accents and repeated spaces, which some providers change
 */
export type FieldComparison =
  | 'decimal'
  | 'document'
  | 'account'
  | 'key'
  | 'instant'
  | 'number'
  | 'url'
  | 'location'
  | 'exact'
  | 'none'
  | 'text';

/** The description of a DTO's field, in addition to its class-validator rules. */
export interface Field {
  readonly schema: FieldSchema;
  /** Class of the object, or of each object of the list. */
  readonly nested?: () => DtoClass;
  readonly comparison: FieldComparison;
  /**
   * Converts other forms of a value that are accepted in a request body to the one that is sent.
   * Returns any other value unchanged.
   */
  readonly normalize?: (value: unknown) => unknown;
  /** The value that a record without the field has. */
  readonly assumed?: unknown;
  /** Name in the query, if it differs from the property's. */
  readonly wire?: string;
  /** Value in the query if the caller omits the field. */
  readonly sent?: string;
}

/** Static method through which `@nestjs/swagger` reads the fields of a class. */
const OPENAPI_HOOK = '_OPENAPI_METADATA_FACTORY';

const tables = new WeakMap<object, Map<string, Field>>();

/** Adds a field to the table of its class. */
export function registerField(prototype: object, property: string, field: Field): void {
  let table = tables.get(prototype);
  if (!table) {
    table = new Map();
    tables.set(prototype, table);
    Object.defineProperty(prototype.constructor, OPENAPI_HOOK, { value: buildOpenApi(table) });
  }
  table.set(property, field);
}

/**
 * Returns the fields of a class and its ancestors by property; the class's own fields take
 * precedence.
 */
export function getFields(dto: DtoClass): ReadonlyMap<string, Field> {
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

function buildOpenApi(table: ReadonlyMap<string, Field>): () => Record<string, FieldSchema> {
  return () => Object.fromEntries([...table].map(([property, { schema }]) => [property, schema]));
}
