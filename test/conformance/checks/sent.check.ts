import { generateAllowedBodies } from '../schema/allowed-bodies.js';
import { buildExample } from '../schema/build-example.js';
import { findLimit } from '../schema/limits.js';
import { readPart } from '../schema/part.js';
import type { Document } from '../support/document.js';
import { Specification } from '../support/specification.js';
import { eachCase, type Check, type Context, type Finding, type Subject } from './check.js';
import { buildInput, buildQueryPart, findRefusedPaths } from './inputs.js';
import type { Input } from './recording-client.js';

/** Requests must match the file (path, query, content type, body) and contain the given values. */
export const checkSent: Check = (subject, context) => {
  if (subject.row.responseBody === 'jws') return undefined;
  return eachCase(generateInputs(subject, context), async (input) => {
    const { received, error } = await context.wire.call(subject.row, input, { body: {} });
    const { name } = subject.file;
    if (!received) return [{ at: name, what: `is not sent: ${String(error)}` }];
    const faults = [
      ...getSpecification(context.document).checkRequest(name, context.wire.root, received),
      ...mistakes(subject, context, input, received),
    ];
    return faults.map((fault): Finding => ({ at: name, what: `is sent with ${fault}` }));
  });
};

const specifications = new WeakMap<Document, Specification>();

function getSpecification(document: Document): Specification {
  const specification = specifications.get(document) ?? Specification.of(document.root);
  specifications.set(document, specification);
  return specification;
}

/** Yields calls with the required values, and with each other part of path, body and filter. */
function* generateInputs(subject: Subject, context: Context): Generator<Input> {
  const { file, row } = subject;
  const bodies = file.body ? generateBodies(subject, context) : [undefined];
  const input = { ...buildInput(subject, context), body: bodies[0] };
  for (const params of generatePaths(subject, input.params)) yield { ...input, params };
  for (const body of bodies.slice(1)) yield { ...input, body };
  for (const filter of row.filter ? generateFilters(subject, context) : []) {
    if (findRefusedPaths(row.filter, filter).length === 0) yield { ...input, filter };
  }
}

/** Returns bodies with each optional part. */
function generateBodies({ file, row }: Subject, { document }: Context): unknown[] {
  return [...generateAllowedBodies(readPart(document, file.body!, file.name))]
    .filter(({ what, body }) => what === 'it' && findRefusedPaths(row.body, body).length === 0)
    .map(({ body }) => body);
}

/** Texts with special characters of URLs. */
const SPECIAL = ['a&b=c', 'A b+c', '50%25', 'ação/1', 'a?b#c'];

/** Yields each path parameter with those of these texts that it accepts. */
function* generatePaths(subject: Subject, params: Input['params']): Generator<Input['params']> {
  yield params;
  for (const { name, accepts, validates = accepts } of subject.row.params) {
    const texts = SPECIAL.filter((text) => accepts(text) && validates(text));
    for (const text of texts) yield { ...params, [name]: text };
  }
}

/** Instants as text and as `Date`, with and without milliseconds. */
const INSTANTS = [
  '2020-02-29T23:59:59+03:00',
  '2020-02-29T23:59:59-03:00',
  new Date('2020-01-01T00:00:00Z'),
  new Date('2020-12-31T23:59:59.999Z'),
  new Date('2099-06-15T12:30:00.050Z'),
];

function* generateFilters(subject: Subject, context: Context): Generator<object> {
  const part = buildQueryPart(subject, context);
  yield buildExample(part) as object;
  const instants = [...part.fields]
    .filter(([, { part: field }]) => findLimit(field.rules, 'format') === 'date-time')
    .map(([name]) => name);
  for (const instant of instants.length > 0 ? INSTANTS : []) {
    yield {
      ...(buildExample(part) as object),
      ...Object.fromEntries(instants.map((name) => [name, instant])),
    };
  }
  for (const field of part.fields.keys()) {
    const filter = buildExample(part, [{ field }]) as object;
    yield filter;
    for (const text of SPECIAL) yield { ...filter, [field]: text };
  }
}

/** Returns the values of the request that were not given or that differ. */
function mistakes(
  subject: Subject,
  context: Context,
  { params, body, filter }: Input,
  received: { readonly url: string; readonly body: string },
): string[] {
  const { pathname, searchParams } = new URL(received.url, 'https://localhost');
  const steps = new Set(pathname.split('/').map(decodeURIComponent));
  const { fields } = buildQueryPart(subject, context);
  const toWireName = (name: string) => fields.get(name)?.at.split(' ').at(-1) ?? name;
  const given = Object.entries(filter ?? {}) as [string, unknown][];
  return [
    ...(received.body === (body === undefined ? '' : JSON.stringify(body)) ? [] : ['another body']),
    ...Object.entries(params).flatMap(([name, value]) =>
      steps.has(String(value)) ? [] : [`another ${name}`],
    ),
    ...[...searchParams]
      .filter(([wire]) => !given.some(([name]) => toWireName(name) === wire))
      .map(([wire, value]) => `${wire}=${value}, which was not given`),
    ...given.flatMap(([name, value]) => {
      const wire = toWireName(name);
      const sent = searchParams.get(wire);
      return isSame(value, sent) ? [] : [`${wire} as ${String(sent)} instead of ${toText(value)}`];
    }),
  ];
}

function isSame(given: unknown, sent: string | null): boolean {
  if (given instanceof Date) return sent !== null && Date.parse(sent) === given.getTime();
  return sent === String(given);
}

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
