import { buildExample } from './build-example.js';

/** An untyped part of the file. */
export type Schema = Record<string, ReturnType<typeof JSON.parse>>;

/**
 * The facts of an OpenAPI file: its machine-readable parts in the structure of OpenAPI, without descriptions, summaries,
 * titles, contacts and examples of single fields.
 */
export interface Facts {
  readonly openapi: string;
  readonly info: { readonly version: string };
  /** The error types that the description of the file defines under headings, such as `CobNaoEncontrado`. */
  readonly errorTypes: readonly string[];
  readonly paths: Schema;
  readonly components: Schema;
}

/** Builds the facts of a node; `undefined` omits the node. */
type Builder = (node: unknown, at: string) => unknown;

const keep: Builder = (node) => node;
const drop: Builder = () => undefined;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Builders of the schema keywords. */
const SCHEMA: Readonly<Record<string, Builder>> = {
  ...assign(keep, [
    ...['$ref', 'type', 'format', 'pattern', 'enum', 'required'],
    ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems'],
  ]),
  ...assign(drop, ['title', 'description', 'example', 'default', 'readOnly']),
  properties: (node, at) => buildEach(node, at, buildSchema),
  items: (node, at) => buildSchema(node, at),
  ...assign(
    (node, at) => (node as unknown[]).map((each, index) => buildSchema(each, `${at}/${index}`)),
    [...['allOf', 'oneOf', 'anyOf']],
  ),
};

const EXAMPLE = { summary: drop, $ref: keep, value: buildExample };

const MEDIA = {
  schema: buildSchema,
  example: buildExample,
  examples: (node: unknown, at: string) => buildEach(node, at, pickFrom(EXAMPLE)),
};

const content: Builder = (node, at) => buildEach(node, at, buildMedia);

const PARAMETER = {
  ...assign(keep, ['$ref', 'in', 'name', 'required']),
  ...assign(drop, ['description', 'example']),
  schema: buildSchema,
};

const BODY = { ...assign(keep, ['$ref', 'required']), description: drop, content };

const HEADER = { ...assign(drop, ['description']), schema: buildSchema };

const RESPONSE = {
  $ref: keep,
  description: drop,
  headers: (node: unknown, at: string) => buildEach(node, at, pickFrom(HEADER)),
  content,
};

const parameters: Builder = (node, at) =>
  (node as unknown[]).map((each, index) => pickFrom(PARAMETER)(each, `${at}/${index}`));

const OPERATION = {
  ...assign(drop, ['tags', 'summary', 'description', 'operationId', 'servers', 'callbacks']),
  security: keep,
  parameters,
  requestBody: pickFrom(BODY),
  responses: (node: unknown, at: string) => buildEach(node, at, pickFrom(RESPONSE)),
};

const PATH = { ...assign(pickFrom(OPERATION), METHODS), parameters, servers: drop };

const COMPONENTS = {
  securitySchemes: drop,
  schemas: (node: unknown, at: string) => buildEach(node, at, buildSchema),
  parameters: (node: unknown, at: string) => buildEach(node, at, pickFrom(PARAMETER)),
  requestBodies: (node: unknown, at: string) => buildEach(node, at, pickFrom(BODY)),
  responses: (node: unknown, at: string) => buildEach(node, at, pickFrom(RESPONSE)),
  examples: (node: unknown, at: string) => buildEach(node, at, pickFrom(EXAMPLE)),
};

/**
 * Builds the facts of a parsed OpenAPI file.
 *
 * @throws Error that names the position of an unknown keyword
 */
export function buildFacts(root: unknown): Facts {
  const { openapi, info, paths, components } = requireOpenApi(root);
  return {
    openapi,
    info: { version: String(info?.version) },
    errorTypes: findErrorTypes(String(info?.description)),
    paths: buildEach(paths, '#/paths', pickFrom(PATH)),
    components: pickFrom(COMPONENTS)(components ?? {}, '#/components') as Schema,
  };
}

/** @throws Error when the value is not an OpenAPI document */
export function requireOpenApi(root: unknown): Schema {
  const { openapi, paths } = Object(root) as Schema;
  if (typeof openapi !== 'string' || typeof paths !== 'object') {
    throw new Error('It is no OpenAPI document: openapi or paths is missing.');
  }
  return root as Schema;
}

function findErrorTypes(text: string): string[] {
  const names = [...text.matchAll(/^### `(\w+)`/gm)].map(([, name = '']) => name);
  return [...new Set(names)];
}

function buildSchema(node: unknown, at: string): unknown {
  return pickFrom(SCHEMA)(node, at);
}

/** Builds one example of a body from the examples of its fields. */
function buildMedia(node: unknown, at: string): unknown {
  const { schema, example } = node as Schema;
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, Schema>)
    .filter(([, field]) => field.example !== undefined)
    .map(([name, field]) => [name, field.example as unknown]);
  const whole = example ?? (fields.length > 0 ? Object.fromEntries(fields) : undefined);
  return pickFrom(MEDIA)({ ...(node as object), ...(whole && { example: whole }) }, at);
}

/** Returns a builder that builds each keyword of a node with its own builder. */
function pickFrom(builders: Readonly<Record<string, Builder>>): Builder {
  return (node, at) => {
    const facts: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(node as object)) {
      const build = builders[keyword];
      if (!build) throw new Error(`The keyword ${keyword} of ${at} is unknown.`);
      const fact = build(value, `${at}/${keyword}`);
      if (fact !== undefined) facts.push([keyword, fact]);
    }
    return Object.fromEntries(facts);
  };
}

function buildEach(node: unknown, at: string, build: Builder): Record<string, unknown> {
  const entries = Object.entries(node as object).map(([name, value]): [string, unknown] => [
    name,
    build(value, `${at}/${name}`),
  ]);
  return Object.fromEntries(entries);
}

function assign<Name extends string>(
  builder: Builder,
  names: readonly Name[],
): Record<Name, Builder> {
  return Object.fromEntries(names.map((name) => [name, builder])) as Record<Name, Builder>;
}
