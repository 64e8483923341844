import type { Document } from './document.js';
import type { Schema } from './misprints.js';

/** One constraint of a schema, with a value that breaks it; `undefined` takes the field away. */
export interface Constraint {
  /** Where it stands: `valor.desconto.descontoDataFixa[0].data`. */
  readonly path: string;
  readonly rule: string;
  readonly breach: unknown;
}

/** Values that break each keyword of JSON Schema that the file uses. */
const breaches: Readonly<Record<string, (limit: never, schema: Schema) => unknown>> = {
  pattern: () => 'não confere!',
  maxLength: (limit: number) => 'x'.repeat(limit + 1),
  minLength: (limit: number) => 'x'.repeat(limit - 1),
  minimum: (limit: number) => limit - 1,
  // On an array it is meant as maxItems (decisions.md).
  maximum: (limit: number, { type }) =>
    type === 'array' ? Array.from({ length: limit + 1 }, () => ({})) : limit + 1,
  minItems: (limit: number) => Array.from({ length: limit - 1 }, () => ({})),
  maxItems: (limit: number) => Array.from({ length: limit + 1 }, () => ({})),
  enum: () => 'NENHUM_DESTES',
  type: (type: string) => (type === 'string' ? 5 : 'nada disso'),
  format: (format: string) => (format.startsWith('int') ? 1.5 : 'nada disso'),
};

/** Every constraint of a schema, alternatives and parts included. */
export function constraintsOf(document: Document, node: Schema, path = ''): Constraint[] {
  const schema = document.follow(node);
  const own = Object.entries(breaches)
    .filter(([keyword]) => schema[keyword] !== undefined && path !== '')
    .map(([keyword, breach]) => ({
      path,
      rule: `${keyword} ${JSON.stringify(schema[keyword])}`,
      breach: breach(schema[keyword] as never, schema),
    }));
  const required = ((schema.required ?? []) as string[]).map((name) => ({
    path: join(path, name),
    rule: 'required',
    breach: undefined,
  }));
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, part]) => constraintsOf(document, part, join(path, name)),
  );
  const items = schema.items ? constraintsOf(document, schema.items as Schema, `${path}[0]`) : [];
  const parts = [...((schema.allOf ?? []) as Schema[]), ...((schema.oneOf ?? []) as Schema[])];
  return [
    ...own,
    ...required,
    ...properties,
    ...items,
    ...parts.flatMap((part) => constraintsOf(document, part, path)),
  ];
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
