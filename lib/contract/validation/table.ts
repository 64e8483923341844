// The field table: what each DTO class declares of its fields. The client, the simulator, the documentation and the
// decorators of class-validator (class-validator.ts) read it.

import 'reflect-metadata';
import { isObject } from '../../errors/index.js';
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

/** A rule of a field. */
export interface Rule {
  /** Machine-readable name, which is also class-validator's: `obrigatorio`. */
  readonly name: string;
  /**
   * The rule with its parameters in Portuguese, to be appended to the path. Never contains the value, which may be a
   * CPF.
   */
  readonly text: string;
  /** Whether a value satisfies the rule, given the object that contains it. */
  readonly accepts: (value: unknown, siblings: Members) => boolean;
}

/** The rule of a value that must be an object. */
export const OBJECT = { name: 'objeto', text: 'deve ser um objeto', accepts: isObject };

/** The rule of a field that must be present. */
export const REQUIRED: Rule = {
  name: 'obrigatorio',
  text: 'é obrigatório',
  accepts: (value) => value !== undefined,
};

/** The members of an object whose shape was not checked. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the path of a member: `valor.original`. */
export function join(path: string, property: string): string {
  return path === '' ? property : `${path}.${property}`;
}

/** The row of a field in the table of its class: its rules, its OpenAPI description, and how it is sent and compared. */
export interface Field {
  readonly schema: FieldSchema;
  /** The rule of a present value. The parts of a value that breaks it are not checked. */
  readonly kind: Rule;
  /** Further rules, also of an absent value. */
  readonly rules: readonly Rule[];
  /** Class of the object, or of each object of the list. */
  readonly nested?: () => DtoClass;
  readonly comparison: FieldComparison;
  /**
   * Converts other forms of a value that are accepted in a request body to the one that is sent.
   * Returns any other value unchanged.
   */
  readonly normalize?: (value: unknown) => unknown;
  /** Parses the text of a query, for a filter that a controller takes. Returns invalid text unchanged. */
  readonly parse?: (text: string) => unknown;
  /** The value that a record without the field has. */
  readonly assumed?: unknown;
  /** Name in the query, if it differs from the property's. */
  readonly wire?: string;
  /** Value in the query if the caller omits the field. */
  readonly sent?: string;
}

/** Static method through which `@nestjs/swagger` reads the fields of a class. */
const OPENAPI_HOOK = '_OPENAPI_METADATA_FACTORY';

/** The fields that each class declares itself. */
const declared = new Map<object, Map<string, Field>>();

/** Adds a field to the table of its class. */
function registerField(prototype: object, property: string, field: Field): void {
  let table = declared.get(prototype);
  if (!table) {
    table = new Map();
    declared.set(prototype, table);
    Object.defineProperty(prototype.constructor, OPENAPI_HOOK, { value: buildOpenApi(table) });
  }
  table.set(property, field);
}

/**
 * Adds a rule to a field.
 *
 * @throws Error if the class declares no such field: its decorator must be below that of the rule
 */
export function registerRule(prototype: object, property: string, rule: Rule): void {
  const table = declared.get(prototype);
  const field = table?.get(property);
  if (!table || !field) throw new Error(`${property} has a rule, but is not declared as a field.`);
  table.set(property, { ...field, rules: [...field.rules, rule] });
}

/** Lists the classes by their prototype, each with the fields that it declares itself. */
export function listDeclared(): ReadonlyMap<object, ReadonlyMap<string, Field>> {
  return declared;
}

const collected = new WeakMap<DtoClass, ReadonlyMap<string, Field>>();

/**
 * Returns the fields of a class and its ancestors by property, collected once for each class. The class's own fields
 * come first and take precedence.
 */
export function getFields(dto: DtoClass): ReadonlyMap<string, Field> {
  let fields = collected.get(dto);
  if (!fields) {
    fields = collect(dto);
    collected.set(dto, fields);
  }
  return fields;
}

function collect(dto: DtoClass): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  let prototype = dto.prototype as object | null;
  while (prototype) {
    for (const [property, field] of declared.get(prototype) ?? []) {
      if (!fields.has(property)) fields.set(property, field);
    }
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return fields;
}

function buildOpenApi(table: ReadonlyMap<string, Field>): () => Record<string, FieldSchema> {
  return () => Object.fromEntries([...table].map(([property, { schema }]) => [property, schema]));
}

/** The options of every field decorator. */
export interface FieldOptions extends Pick<Field, 'wire' | 'sent' | 'normalize' | 'parse'> {
  /**
   * Whether it may be omitted. The rules refuse `null`; normalization removes it first. Default:
   * `false`.
   */
  readonly optional?: boolean;
  /** An example for the OpenAPI document. */
  readonly example?: unknown;
  /**
   * The value that a record without the field has according to the specification. Default: none.
   */
  readonly assumed?: unknown;
  /** How the value is compared with a record's. Default: that of the field kind. */
  readonly comparison?: FieldComparison;
}

/** A kind of field: the rule of a present value, and its OpenAPI description. */
interface FieldKind extends Pick<Field, 'nested' | 'normalize'> {
  readonly name: string;
  /** The rule in Portuguese, to be appended to the property's name. */
  readonly text: string;
  readonly accepts: (value: unknown) => boolean;
  readonly schema: FieldSchema;
  /** How a value is compared with a record's. Default: `text`. */
  readonly comparison?: FieldComparison;
}

/**
 * Creates the decorator of a field: it adds its row to the table.
 *
 * @param describe the meaning of the field in Portuguese: its description in an OpenAPI document
 */
export function field(describe: string, options: FieldOptions, kind: FieldKind): PropertyDecorator {
  const { name, text, accepts, schema, nested } = kind;
  const { optional = false, example, wire, sent, assumed, parse } = options;
  const { comparison = kind.comparison ?? 'text', normalize = kind.normalize } = options;
  const row: Field = {
    schema: {
      required: !optional,
      description: describe,
      ...schema,
      ...present({ example, default: sent }),
    },
    kind: { name, text, accepts },
    rules: [],
    comparison,
    ...present({ nested, normalize, parse, assumed, wire, sent }),
  };
  return (prototype, property) => registerField(prototype, String(property), row);
}

/** Returns the members that are not `undefined`. */
function present<T extends object>(members: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
