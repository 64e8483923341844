import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { misprints, readPatterns } from './misprints.js';
import type { Schema } from './misprints.js';

/** Where the central bank's file lies beside the repository; it is read, never copied. */
const FILE = fileURLToPath(new URL('../../../../shared/spec/pix-api-2.9.0.yaml', import.meta.url));

/** An answer on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

/** The central bank's OpenAPI file as a judge of answers. */
export class Specification {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, formats: NUMBER_FORMATS });

  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(private readonly document: Schema) {
    formats.default(this.ajv);
    this.ajv.addSchema({ $id: 'pix', ...document });
  }

  /** `undefined` where the file is not beside the repository. */
  static find(): Specification | undefined {
    if (!existsSync(FILE)) return undefined;
    const document = parse(readFileSync(FILE, 'utf8')) as Schema;
    for (const { pointer, read } of misprints) read(at(document, pointer));
    readPatterns(document.components.schemas);
    return new Specification(document);
  }

  /** What is wrong with an answer to an operation. */
  faultsOf(method: string, template: string, answer: Answer): string[] {
    if (answer.status >= 400) return this.problemFaults(answer);
    const declared = this.document.paths[template][method.toLowerCase()].responses[answer.status];
    if (declared === undefined) return [`${answer.status} is no declared status`];
    if (declared.content === undefined) return answer.text === '' ? [] : ['a body is not declared'];
    const schema = declared.content[mediaType(answer)]?.schema;
    if (schema === undefined) return [`${mediaType(answer)} is no declared media type`];
    return this.faults(schema, answer.body);
  }

  faultsOfSchema(name: string, value: unknown): string[] {
    return this.faults({ $ref: `#/components/schemas/${name}` }, value);
  }

  /** What is wrong with a notification; `name` is that of the file's request body: `WebhookRecBody`. */
  faultsOfNotification(name: string, body: unknown): string[] {
    const { content } = this.document.components.requestBodies[name];
    return this.faults(content['application/json'].schema as Schema, body);
  }

  /** Every operation that the file has: `PUT /cob/{txid}`. */
  get operations(): string[] {
    return Object.entries(this.document.paths as Record<string, Schema>).flatMap(([path, item]) =>
      ['get', 'put', 'post', 'patch', 'delete']
        .filter((method) => item[method] !== undefined)
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** Every error type that the file's own text lists: `CobNaoEncontrado`. */
  get errorTypes(): string[] {
    const text = this.document.info.description as string;
    return [...text.matchAll(/^### `(\w+)`/gm)].map(([, name = '']) => name);
  }

  /** The values of an enumeration, by its place below the schemas: `RecStatus/properties/status`. */
  valuesOf(place: string): string[] {
    return at(this.document, `/components/schemas/${place}`).enum as string[];
  }

  /** Each operation lists but some of its refusals; their shape and media type are the same everywhere. */
  private problemFaults(answer: Answer): string[] {
    const faults = this.faultsOfSchema('Problema', answer.body);
    if (mediaType(answer) !== 'application/problem+json') faults.push(mediaType(answer));
    return faults;
  }

  private faults(schema: Schema, value: unknown): string[] {
    const reference = JSON.stringify(schema).replaceAll('"#/', '"pix#/');
    let validate = this.validators.get(reference);
    if (validate === undefined) {
      validate = this.ajv.compile(JSON.parse(reference) as Schema);
      this.validators.set(reference, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}

const NUMBER_FORMATS = { int32: true, int64: true } as const;

function mediaType({ headers }: Answer): string {
  return String(headers['content-type']).split(';')[0]!;
}

function at(document: Schema, pointer: string): Schema {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, key) => node[key] as Schema, document);
}
