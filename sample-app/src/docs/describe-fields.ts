import type { OpenAPIObject } from '@nestjs/swagger';
import { FIELD_TEXTS, type FieldText } from './field-texts.js';
import { PARAMETER_TEXTS, SCHEMA_TEXTS } from './schema-texts.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly enum?: readonly unknown[];
}

interface Described extends Schema {
  description?: string;
  examples?: unknown[];
}

interface Parameter {
  readonly name: string;
  description?: string;
  example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  description: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** What a successful response says that has no description of its own. */
const SUCCESS: Readonly<Record<string, string>> = {
  200: 'O registro como está agora',
  201: 'Criado',
  202: 'Aceito. O efeito aparece quando o banco avisa a loja',
  204: 'Feito',
};

/** Adds descriptions and examples to the fields, parameters and successful responses of a document. */
export function describeFields({ components, paths }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  for (const [name, schema] of Object.entries(schemas)) describeSchema(schema, name);
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(path) as Operation[]) describeOperation(operation);
  }
}

function describeOperation({ parameters = [], responses }: Operation): void {
  for (const parameter of parameters) {
    const found = PARAMETER_TEXTS[parameter.name] ?? FIELD_TEXTS[parameter.name];
    if (!found) continue;
    [parameter.description] = found;
    if (found[1] !== undefined) [, parameter.example] = found;
  }
  for (const [status, response] of Object.entries(responses)) {
    response.description ||= SUCCESS[status] ?? '';
    for (const { schema } of Object.values(response.content ?? {})) {
      if (schema) describeSchema(schema, '');
    }
  }
}

function describeSchema({ properties = {} }: Schema, name: string): void {
  for (const [field, schema] of Object.entries(properties)) {
    const found = findText(name, field);
    if (!found) continue;
    const [text, example] = found;
    schema.description = text;
    if (example !== undefined && !schema.enum) schema.examples = [example];
  }
}

/** A later pattern that matches the name of the schema decides. */
function findText(name: string, field: string): FieldText | undefined {
  const own = SCHEMA_TEXTS.findLast(([pattern, texts]) => pattern.test(name) && field in texts);
  return own?.[1][field] ?? FIELD_TEXTS[field];
}
