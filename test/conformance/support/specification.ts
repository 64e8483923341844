import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Schema } from '../facts/build-facts.js';
import { readFacts } from '../facts/facts-file.js';
import { misprints, readPatterns } from './misprints.js';

/** An HTTP response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

/** An HTTP request. */
export interface Request {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly body: string;
}

/** Validates responses and requests against the facts of the OpenAPI file of the central bank. */
export class Specification {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, formats: NUMBER_FORMATS });

  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(private readonly document: Schema) {
    formats.default(this.ajv);
    this.ajv.addSchema({ $id: 'pix', ...document });
  }

  static read(): Specification {
    return Specification.of({ ...readFacts() });
  }

  /** Creates a validator with a corrected copy of the file. */
  static of(printed: Schema): Specification {
    const document = structuredClone(printed);
    for (const { pointer, read } of misprints) read(at(document, pointer));
    readPatterns(document.components);
    readPatterns(document.paths);
    return new Specification(document);
  }

  /** Returns the errors of a response to an operation. */
  checkResponse(method: string, template: string, answer: ReceivedResponse): string[] {
    if (answer.status >= 400) return this.checkProblem(answer);
    const declared = this.document.paths[template][method.toLowerCase()].responses[answer.status];
    if (declared === undefined) return [`${answer.status} is not a declared status`];
    if (declared.content === undefined) return answer.text === '' ? [] : ['a body is not declared'];
    const schema = declared.content[mediaType(answer)]?.schema;
    if (schema === undefined) return [`${mediaType(answer)} is not a declared media type`];
    return this.faults(schema, answer.body);
  }

  /**
   * Returns the errors of a request.
   *
   * @param name method and path template: `PUT /cob/{txid}`
   * @param root path of the base address
   */
  checkRequest(name: string, root: string, { method, url, headers, body }: Request): string[] {
    const [verb = '', template = ''] = name.split(' ');
    const { pathname, searchParams } = new URL(url, 'https://localhost');
    const operation = this.document.paths[template][verb.toLowerCase()] as Schema;
    const parameters = this.listParameters(template, operation);
    const values = parsePathValues(`${root}${template}`, pathname);
    if (method !== verb || values === undefined) return [`the route ${method} ${pathname}`];
    const queried = parameters.filter((parameter) => parameter.in === 'query');
    const known = new Set(queried.map(({ name }) => name as string));
    return [
      ...parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name, schema }) => this.checkText(`{${name}}`, schema, values.get(name)!)),
      ...queried.flatMap(({ name, schema, required }) => {
        const text = searchParams.get(name as string);
        if (text === null) return required ? [`no ${name}`] : [];
        return this.checkText(name as string, schema as Schema, text);
      }),
      ...[...searchParams.keys()].filter((each) => !known.has(each)).map((each) => `?${each}`),
      ...this.checkBody(operation, headers['content-type'], body),
    ];
  }

  private listParameters(template: string, operation: Schema): Schema[] {
    const all = [
      ...((this.document.paths[template].parameters ?? []) as Schema[]),
      ...((operation.parameters ?? []) as Schema[]),
    ];
    return all.map((parameter) => this.follow(parameter));
  }

  private follow(node: Schema): Schema {
    return typeof node.$ref === 'string' ? at(this.document, node.$ref.slice(1)) : node;
  }

  /** Numbers and booleans are sent as JSON text. */
  private checkText(name: string, schema: Schema, text: string): string[] {
    const findErrors = this.faults(schema, text);
    if (findErrors.length === 0) return [];
    const value = /^(-?\d+|true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text;
    const others = value === text ? findErrors : this.faults(schema, value);
    return others.map((fault) => `${name}=${text}: ${fault}`);
  }

  private checkBody(operation: Schema, type: string | undefined, body: string): string[] {
    const declared = operation.requestBody && this.follow(operation.requestBody as Schema);
    if (!declared) return body === '' ? [] : ['a body'];
    if (body === '') return declared.required ? ['no body'] : [];
    const schema = declared.content[String(type).split(';')[0]!]?.schema as Schema | undefined;
    return schema ? this.faults(schema, JSON.parse(body)) : [`a body of ${type}`];
  }

  checkSchema(name: string, value: unknown): string[] {
    return this.faults({ $ref: `#/components/schemas/${name}` }, value);
  }

  /** Returns the errors of a notification; `name` is the request body in the file: `WebhookRecBody`. */
  checkNotification(name: string, body: unknown): string[] {
    const { content } = this.document.components.requestBodies[name];
    return this.faults(content['application/json'].schema as Schema, body);
  }

  /** All operations of the file: `PUT /cob/{txid}`. */
  get operations(): string[] {
    return Object.entries(this.document.paths as Record<string, Schema>).flatMap(([path, item]) =>
      ['get', 'put', 'post', 'patch', 'delete']
        .filter((method) => item[method] !== undefined)
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** All error types of the file: `CobNaoEncontrado`. */
  get errorTypes(): string[] {
    return this.document.errorTypes as string[];
  }

  /** Returns the values of an enum by its position below the schemas: `RecStatus/properties/status`. */
  listEnumValues(position: string): string[] {
    return at(this.document, `/components/schemas/${position}`).enum as string[];
  }

  /** Operations list only some of their errors; the schema and the media type of errors are the same everywhere. */
  private checkProblem(answer: ReceivedResponse): string[] {
    const faults = this.checkSchema('Problema', answer.body);
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

/** Returns the values of path parameters, or `undefined` if the path does not match the template. */
function parsePathValues(template: string, path: string): Map<string, string> | undefined {
  const [names, texts] = [template, path].map((each) => each.split('/'));
  if (names!.length !== texts!.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, name] of names!.entries()) {
    const text = decodeURIComponent(texts![index]!);
    if (/^\{.*\}$/.test(name)) values.set(name.slice(1, -1), text);
    else if (name !== text) return undefined;
  }
  return values;
}

function mediaType({ headers }: ReceivedResponse): string {
  return String(headers['content-type']).split(';')[0]!;
}

function at(document: Schema, pointer: string): Schema {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, key) => node[key] as Schema, document);
}
