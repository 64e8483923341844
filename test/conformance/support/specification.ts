import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { readFacts } from '../facts/facts-file.js';
import { misprints, readPatterns, type Schema } from './misprints.js';

/** An answer on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

/** A request on the wire. */
export interface Request {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly body: string;
}

/** The facts of the central bank's OpenAPI file as a judge of answers. */
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

  /** The file as it is meant, by its printed text, which stays as it is. */
  static of(printed: Schema): Specification {
    const document = structuredClone(printed);
    for (const { pointer, read } of misprints) read(at(document, pointer));
    readPatterns(document.components);
    readPatterns(document.paths);
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

  /**
   * What is wrong with a request.
   *
   * @param name method and path template: `PUT /cob/{txid}`
   * @param root path of the API's base address
   */
  faultsOfRequest(name: string, root: string, { method, url, headers, body }: Request): string[] {
    const [verb = '', template = ''] = name.split(' ');
    const { pathname, searchParams } = new URL(url, 'https://localhost');
    const operation = this.document.paths[template][verb.toLowerCase()] as Schema;
    const parameters = this.parametersOf(template, operation);
    const values = valuesOfPath(`${root}${template}`, pathname);
    if (method !== verb || values === undefined) return [`the route ${method} ${pathname}`];
    const queried = parameters.filter((parameter) => parameter.in === 'query');
    const known = new Set(queried.map(({ name }) => name as string));
    return [
      ...parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name, schema }) => this.faultsOfText(`{${name}}`, schema, values.get(name)!)),
      ...queried.flatMap(({ name, schema, required }) => {
        const text = searchParams.get(name as string);
        if (text === null) return required ? [`no ${name}`] : [];
        return this.faultsOfText(name as string, schema as Schema, text);
      }),
      ...[...searchParams.keys()].filter((each) => !known.has(each)).map((each) => `?${each}`),
      ...this.faultsOfBody(operation, headers['content-type'], body),
    ];
  }

  private parametersOf(template: string, operation: Schema): Schema[] {
    const all = [
      ...((this.document.paths[template].parameters ?? []) as Schema[]),
      ...((operation.parameters ?? []) as Schema[]),
    ];
    return all.map((parameter) => this.follow(parameter));
  }

  private follow(node: Schema): Schema {
    return typeof node.$ref === 'string' ? at(this.document, node.$ref.slice(1)) : node;
  }

  /** A number or a boolean travels as its JSON text. */
  private faultsOfText(name: string, schema: Schema, text: string): string[] {
    const faults = this.faults(schema, text);
    if (faults.length === 0) return [];
    const value = /^(-?\d+|true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text;
    const others = value === text ? faults : this.faults(schema, value);
    return others.map((fault) => `${name}=${text}: ${fault}`);
  }

  private faultsOfBody(operation: Schema, type: string | undefined, body: string): string[] {
    const declared = operation.requestBody && this.follow(operation.requestBody as Schema);
    if (!declared) return body === '' ? [] : ['a body'];
    if (body === '') return declared.required ? ['no body'] : [];
    const schema = declared.content[String(type).split(';')[0]!]?.schema as Schema | undefined;
    return schema ? this.faults(schema, JSON.parse(body)) : [`a body of ${type}`];
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

  /** Every error type of the file: `CobNaoEncontrado`. */
  get errorTypes(): string[] {
    return this.document.errorTypes as string[];
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

/** The values of a template's parameters; `undefined` where the path is not of the template. */
function valuesOfPath(template: string, path: string): Map<string, string> | undefined {
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

function mediaType({ headers }: Answer): string {
  return String(headers['content-type']).split(';')[0]!;
}

function at(document: Schema, pointer: string): Schema {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, key) => node[key] as Schema, document);
}
