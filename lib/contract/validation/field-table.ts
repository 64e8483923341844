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

/** What is known of one field of a DTO beside the rules that class-validator keeps. */
export interface Field {
  readonly schema: FieldSchema;
  /** Class that checks the object, or each object of the list. */
  readonly nested?: () => DtoClass;
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
