import type { Schema } from '../facts/build-facts.js';
import type { Document } from '../support/document.js';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** A limit of a value, by its JSON Schema keyword. */
export interface Rule {
  readonly keyword: string;
  readonly limit: unknown;
  /** The keyword that the file has instead. */
  readonly printed?: string;
}

/** A field, and where the file defines it. */
export interface PartField {
  readonly at: string;
  readonly part: Part;
}

/** One part of a body or a response: all its rules, including those of its references and `allOf`. */
export interface Part {
  /** The nearest named schema with the path below it: `CobVValor.multa.modalidade`. */
  readonly at: string;
  readonly type: JsonType | undefined;
  readonly rules: readonly Rule[];
  readonly fields: ReadonlyMap<string, PartField>;
  /** Names of the required fields, which may be missing from {@link fields}, and where the file requires them. */
  readonly required: ReadonlyMap<string, string>;
  readonly items: Part | undefined;
  /** Parts of which a value must match one in addition to this part (`oneOf`, `anyOf`). */
  readonly alternatives: readonly Part[];
  /** Whether a value must match only one of them. */
  readonly exclusive: boolean;
}

const RULES = [
  'pattern',
  'format',
  'enum',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** Reads a schema of the file; `at` names a schema without a name. */
export function readPart(document: Document, schema: Schema, at: string): Part {
  if (typeof schema.$ref === 'string') {
    return readPart(document, document.at(schema.$ref), schema.$ref.replace(/.*\//, ''));
  }
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const own: Part = {
    at,
    type: schema.type as JsonType | undefined,
    rules: readRules(schema),
    fields: new Map(
      properties.map(([name, property]) => {
        const position = `${at}.${name}`;
        return [name, { at: position, part: readPart(document, property, position) }];
      }),
    ),
    required: new Map(((schema.required ?? []) as string[]).map((name) => [name, `${at}.${name}`])),
    items: schema.items && readPart(document, schema.items as Schema, `${at}[]`),
    alternatives: ((schema.oneOf ?? schema.anyOf ?? []) as Schema[]).map((alternative) =>
      readPart(document, alternative, at),
    ),
    exclusive: schema.oneOf !== undefined,
  };
  const others = ((schema.allOf ?? []) as Schema[]).map((other) => readPart(document, other, at));
  return others.reduce(joinParts, own);
}

/** Returns the combination of two parts (`allOf`). */
function joinParts(one: Part, other: Part): Part {
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields) {
    const known = fields.get(name);
    fields.set(name, known ? { ...known, part: joinParts(known.part, field.part) } : field);
  }
  return {
    at: one.at,
    type: one.type ?? other.type,
    rules: [...one.rules, ...other.rules],
    fields,
    required: new Map([...other.required, ...one.required]),
    items:
      one.items && other.items ? joinParts(one.items, other.items) : (one.items ?? other.items),
    alternatives: [...one.alternatives, ...other.alternatives],
    exclusive: one.exclusive || other.exclusive,
  };
}

/** Returns the part combined with one of its alternatives. */
export function takeAlternative(part: Part, choice: number): Part {
  const bare = { ...part, alternatives: [], exclusive: false };
  const chosen = part.alternatives[choice];
  return chosen ? joinParts(bare, chosen) : bare;
}

/** Returns the type. The file omits the type of some objects. */
export function resolveType({ type, fields, required, alternatives }: Part): JsonType | undefined {
  if (type !== undefined) return type;
  const hasParts = fields.size > 0 || required.size > 0 || alternatives.length > 0;
  return hasParts ? 'object' : undefined;
}

function readRules(schema: Schema): Rule[] {
  const rules = RULES.filter((keyword) => schema[keyword] !== undefined).map((keyword): Rule => {
    const limit = schema[keyword] as unknown;
    // On an array, maximum is treated as maxItems (docs/decisions.md D25).
    return schema.type === 'array' && keyword === 'maximum'
      ? { keyword: 'maxItems', limit, printed: keyword }
      : { keyword, limit };
  });
  return schema.type === 'integer' ? [{ keyword: 'integer', limit: true }, ...rules] : rules;
}
