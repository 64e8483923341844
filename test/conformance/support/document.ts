import { requireOpenApi, type Schema } from '../facts/build-facts.js';
import { readFacts } from '../facts/facts-file.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

export interface SpecifiedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the file with resolved references. */
export interface SpecifiedOperation {
  /** `PUT /cob/{txid}`. */
  readonly name: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly query: readonly SpecifiedParameter[];
  readonly pathParams: readonly SpecifiedParameter[];
  /** Status of each success with its media type, or `undefined` for an empty body. */
  readonly success: ReadonlyMap<number, string | undefined>;
  readonly body: Schema | undefined;
  readonly bodyRequired: boolean;
  readonly bodyExamples: ReadonlyMap<string, unknown>;
  /** Names of the headers of the first success. */
  readonly responseHeaders: readonly string[];
  /** Schema of the first success. */
  readonly response: Schema | undefined;
  readonly responseExamples: ReadonlyMap<string, unknown>;
  readonly problems: readonly SpecifiedProblem[];
}

/** Example of an error response. */
export interface SpecifiedProblem {
  readonly name: string;
  readonly status: number;
  readonly value: unknown;
}

/** The facts of an OpenAPI file, without corrections. */
export class Document {
  #operations: readonly SpecifiedOperation[] | undefined;
  #listedValues: readonly string[] | undefined;

  private constructor(readonly root: Schema) {}

  /** @throws Error when there is no OpenAPI document at the path */
  static read(path: string): Document {
    return Document.of(readFacts(path));
  }

  /** @throws Error when the value is not an OpenAPI document */
  static of(root: unknown): Document {
    return new Document(requireOpenApi(root));
  }

  /** The unique values of all enums of the file. */
  get listedValues(): readonly string[] {
    this.#listedValues ??= [...new Set(listEnumValues(this.root))];
    return this.#listedValues;
  }

  /** Resolves a JSON pointer of the file: `#/components/schemas/TxId`. */
  at(pointer: string): Schema {
    const keys = pointer.replace(/^#\//, '').split('/');
    const found = keys.reduce<unknown>(
      (node, key) => (Object(node) as Schema)[key.replaceAll('~1', '/')] as unknown,
      this.root,
    );
    if (found === undefined) throw new Error(`${pointer} does not exist in the file.`);
    return found as Schema;
  }

  /** Returns a named body, such as that of a notification, with its example. */
  namedBody(name: string): { readonly schema: Schema; readonly example: unknown } {
    const media = this.at(`#/components/requestBodies/${name}/content/application~1json`);
    return { schema: media.schema as Schema, example: this.resolveExample(media.example) };
  }

  operations(): readonly SpecifiedOperation[] {
    this.#operations ??= this.readOperations();
    return this.#operations;
  }

  private readOperations(): SpecifiedOperation[] {
    return Object.entries(this.root.paths as Record<string, Schema>).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) =>
        this.operation(method, path, item),
      ),
    );
  }

  private operation(method: string, path: string, item: Schema): SpecifiedOperation {
    const operation = item[method] as Schema;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
      (parameter: Schema) => this.follow(parameter),
    );
    const named = (position: string): SpecifiedParameter[] =>
      parameters
        .filter((parameter) => parameter.in === position)
        .map(({ name, required = false, schema }) => ({ name, required, schema }));
    const all = Object.entries(operation.responses as Record<string, Schema>).map(
      ([status, response]) => [Number(status), this.follow(response)] as const,
    );
    const responses = all.filter(([status]) => status < 300);
    const body = operation.requestBody && this.follow(operation.requestBody as Schema);
    return {
      name: `${method.toUpperCase()} ${path}`,
      security: operation.security ?? [],
      query: named('query'),
      pathParams: named('path'),
      success: new Map(
        responses.map(([status, { content }]) => [status, content && Object.keys(content)[0]]),
      ),
      body: readSchema(body),
      bodyRequired: body?.required ?? false,
      bodyExamples: this.examples(body),
      responseHeaders: Object.keys((responses[0]?.[1].headers ?? {}) as Schema),
      response: readSchema(responses[0]?.[1]),
      responseExamples: new Map(responses.flatMap(([, response]) => [...this.examples(response)])),
      problems: all
        .filter(([status]) => status >= 400)
        .flatMap(([status, response]) =>
          [...this.examples(response)].map(([name, value]) => ({ name, status, value })),
        ),
    };
  }

  private follow(node: Schema): Schema {
    return typeof node.$ref === 'string' ? this.follow(this.at(node.$ref)) : node;
  }

  private examples(holder: Schema | undefined): Map<string, unknown> {
    const media = Object.values((holder?.content ?? {}) as Record<string, Schema>);
    return new Map(
      media
        .flatMap(({ examples = {} }) => Object.entries(examples as Record<string, Schema>))
        .map(([name, example]) => [
          String(example.$ref ?? name).replace(/.*\//, ''),
          this.resolveExample(this.follow(example).value),
        ]),
    );
  }

  /** Resolves an example whose items are `allOf` of the value of another example. */
  resolveExample(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolveExample(item));
    if (typeof value !== 'object' || value === null) return value;
    const { allOf, $ref, ...rest } = value as Schema;
    if (typeof $ref === 'string') return this.resolveExample(this.at($ref));
    const parts = [
      ...((allOf as unknown[] | undefined) ?? []).map((part) => this.resolveExample(part)),
    ];
    const own = Object.entries(rest).map(([key, part]) => [key, this.resolveExample(part)]);
    return Object.assign({}, ...parts, Object.fromEntries(own)) as unknown;
  }
}

function* listEnumValues(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { enum: values } = node as Schema;
  if (Array.isArray(values)) yield* values.map(String);
  for (const part of Object.values(node)) yield* listEnumValues(part);
}

function readSchema(holder: Schema | undefined): Schema | undefined {
  const [media] = Object.values((holder?.content ?? {}) as Record<string, Schema>);
  return media?.schema as Schema | undefined;
}
