import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Schema } from './misprints.js';

/** Where the central bank's file lies beside the repository; it is read, never copied. */
const FILE = fileURLToPath(new URL('../../../../shared/spec/pix-api-2.9.0.yaml', import.meta.url));

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

export interface SpecifiedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the file, its references followed. */
export interface SpecifiedOperation {
  /** `PUT /cob/{txid}`. */
  readonly name: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly query: readonly SpecifiedParameter[];
  readonly pathParams: readonly string[];
  /** Status of each success, and its media type or `undefined` for an empty body. */
  readonly success: ReadonlyMap<number, string | undefined>;
  readonly body: Schema | undefined;
  readonly bodyRequired: boolean;
  readonly bodyExamples: ReadonlyMap<string, unknown>;
  readonly responseExamples: ReadonlyMap<string, unknown>;
  /** Schema of the first success. */
  readonly response: Schema | undefined;
}

/** The central bank's OpenAPI file, as it is printed. */
export class Document {
  private constructor(private readonly root: Schema) {}

  /** `undefined` where the file is not beside the repository. */
  static find(): Document | undefined {
    return existsSync(FILE) ? new Document(parse(readFileSync(FILE, 'utf8')) as Schema) : undefined;
  }

  /** What a reference points at, with what stands inside it followed too. */
  follow(node: Schema): Schema {
    return typeof node.$ref === 'string' ? this.follow(this.at(node.$ref)) : node;
  }

  operations(): SpecifiedOperation[] {
    return Object.entries(this.root.paths as Record<string, Schema>).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) =>
        this.operation(method, path, item),
      ),
    );
  }

  /** One of the file's examples by name. */
  example(name: string): unknown {
    return this.plain(this.at(`#/components/examples/${name}`).value);
  }

  private operation(method: string, path: string, item: Schema): SpecifiedOperation {
    const operation = item[method] as Schema;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
      (parameter: Schema) => this.follow(parameter),
    );
    const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
    const responses = Object.entries(operation.responses as Record<string, Schema>)
      .filter(([status]) => Number(status) < 300)
      .map(([status, response]) => [Number(status), this.follow(response)] as const);
    const body = operation.requestBody && this.follow(operation.requestBody as Schema);
    return {
      name: `${method.toUpperCase()} ${path}`,
      security: operation.security,
      query: named('query').map(({ name, required = false, schema }) => ({
        name,
        required,
        schema,
      })),
      pathParams: named('path').map(({ name }) => name as string),
      success: new Map(
        responses.map(([status, { content }]) => [status, content && Object.keys(content)[0]]),
      ),
      body: body?.content['application/json'].schema,
      bodyRequired: body?.required ?? false,
      bodyExamples: this.examples(body),
      response:
        responses[0]?.[1].content &&
        (Object.values(responses[0][1].content as object)[0] as Schema).schema,
      responseExamples: new Map(responses.flatMap(([, response]) => [...this.examples(response)])),
    };
  }

  private examples(holder: Schema | undefined): Map<string, unknown> {
    const media = Object.values((holder?.content ?? {}) as Record<string, Schema>);
    return new Map(
      media
        .flatMap(({ examples = {} }) => Object.values(examples as Record<string, Schema>))
        .map((example) => [
          String(example.$ref ?? 'inline').replace(/.*\//, ''),
          this.plain(this.follow(example).value),
        ]),
    );
  }

  /** An example whose items are written as `allOf` of another example's value. */
  private plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.plain(item));
    if (typeof value !== 'object' || value === null) return value;
    const { allOf, $ref, ...rest } = value as Schema;
    if (typeof $ref === 'string') {
      const target = this.at($ref);
      return this.plain('value' in target && 'summary' in target ? target.value : target);
    }
    const parts = [...((allOf as unknown[] | undefined) ?? []).map((part) => this.plain(part))];
    const own = Object.entries(rest).map(([key, part]) => [key, this.plain(part)]);
    return Object.assign({}, ...parts, Object.fromEntries(own)) as unknown;
  }

  private at(pointer: string): Schema {
    const keys = pointer.replace(/^#\//, '').split('/');
    return keys.reduce<Schema>((node, key) => node[key] as Schema, this.root);
  }
}
