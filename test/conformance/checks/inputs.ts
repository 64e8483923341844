import { collectViolations, getFields } from '../../../lib/contract/index.js';
import { buildExample } from '../schema/build-example.js';
import { type Part, type PartField, readPart } from '../schema/part.js';
import type { Document, SpecifiedParameter } from '../support/document.js';
import type { Context, Subject } from './check.js';
import type { Input } from './recording-client.js';

/** Returns the path parameters as fields of an object. */
export function buildPathPart({ file }: Subject, { document }: Context): Part {
  const [, template = ''] = file.name.split(' ');
  return buildParameterPart(document, file.name, file.pathParams, ({ name }) => {
    const parameter = `{${name}}`;
    return {
      field: name,
      at: template.replace(/(?<=\}).*/, (rest) => (rest.includes(parameter) ? rest : '')),
    };
  });
}

/** Returns the query parameters that the filter defines, with the property names of the filter. */
export function buildQueryPart(
  subject: Subject,
  { document }: Context,
  isTaken: (parameter: SpecifiedParameter) => boolean = () => true,
): Part {
  const { file } = subject;
  const known = file.query.filter(({ name }) => findFilterField(subject, name) !== undefined);
  return buildParameterPart(document, file.name, known.filter(isTaken), ({ name }) => ({
    field: findFilterField(subject, name)!,
    at: `${file.name} ${name}`,
  }));
}

function buildParameterPart(
  document: Document,
  at: string,
  parameters: readonly SpecifiedParameter[],
  read: (parameter: SpecifiedParameter) => { readonly field: string; readonly at: string },
): Part {
  const named = parameters.map((parameter) => ({ ...parameter, ...read(parameter) }));
  return {
    at,
    type: 'object',
    rules: [],
    fields: new Map(
      named.map((each): [string, PartField] => [
        each.field,
        { at: each.at, part: readPart(document, each.schema, each.at) },
      ]),
    ),
    required: new Map(
      named.filter(({ required }) => required).map((each) => [each.field, each.at]),
    ),
    items: undefined,
    alternatives: [],
    exclusive: false,
  };
}

/** Returns the filter property of a query parameter. */
export function findFilterField({ row }: Subject, wire: string): string | undefined {
  const fields = row.filter ? [...getFields(row.filter)] : [];
  return fields.find(([property, field]) => (field.wire ?? property) === wire)?.[0];
}

/** Returns values for the path. Where the file only requires text, the contract must accept them. */
export function buildPathParams(
  subject: Subject,
  context: Context,
): Readonly<Record<string, unknown>> {
  const { row } = subject;
  const example = buildExample(buildPathPart(subject, context)) as Input['params'];
  return Object.fromEntries(
    row.params.map(({ name, accepts }) => [
      name,
      [example[name], '1', '1'.repeat(29)].find(accepts),
    ]),
  );
}

/** Returns a call with all required values. */
export function buildInput(subject: Subject, context: Context): Input {
  const { file } = subject;
  const [example] = file.bodyExamples.values();
  return {
    params: buildPathParams(subject, context),
    body: example ?? (file.body && buildExample(readPart(context.document, file.body, 'body'))),
    filter: buildExample(buildQueryPart(subject, context, ({ required }) => required)),
  };
}

/** Returns the paths that a class refuses in a value. */
export function findRefusedPaths(dto: Subject['row']['body'], value: unknown): string[] {
  return dto ? collectViolations(dto, value).map(({ path }) => path) : [];
}
