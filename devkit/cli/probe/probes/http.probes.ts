import type { PixErrorFormat, PixFamily } from 'nestjs-pix';
import { commonCorrelationHeaders } from 'nestjs-pix/internal';
import { cobOperations, type PixOperation } from 'nestjs-pix/spec';
import type { Answer, BodyFormat } from '../../connection.js';
import type { ProbeTexts } from '../../texts/probe.en.js';
import {
  conforms,
  deviates,
  fact,
  note,
  unknown,
  type Fact,
  type ProbeFinding,
} from '../report.js';
import { isNoRoute, isRefusal, type Probe, type SeenError, type Tour } from '../tour.js';
import { methodHeaders } from '../variants.js';
import { findReadable, isHarmless, NOWHERE } from './routes.probes.js';

// The probes of how the provider reads requests, and what its responses have in common.

const JSON_TYPE = 'application/json';

export const toleranceProbe: Probe = {
  id: 'tolerance',
  writes: false,
  run: async (tour) => {
    const read = findReadable(tour);
    if (read === undefined) return [];
    const findings = await probeTrailingSlash(tour, read);
    if (tour.readOnly) return findings;
    return [
      ...findings,
      ...(await probeMethodOverride(tour, read)),
      ...(await probeUntypedBody(tour)),
    ];
  },
};

/** Compares a path that ends with a slash with the same path without it, and with a path below it that does not exist. */
async function probeTrailingSlash(tour: Tour, read: PixOperation): Promise<ProbeFinding[]> {
  const { http } = tour.texts;
  for (const access of [{ token: null }, {}]) {
    const plain = await tour.call(read, access);
    const below = await tour.call(read, { ...access, suffix: NOWHERE });
    if (!isTold(plain, below)) continue;
    const slash = await tour.call(read, { ...access, suffix: '/' });
    if (slash.signature === plain.signature) {
      return [note(http.slashAccepted, fact(true, 'server', 'http', 'trailingSlash'))];
    }
    if (isNoRoute(slash)) return [conforms(http.slashRefused)];
  }
  return [unknown(http.slashUnknown)];
}

/** Sends a POST to the path of a read. Without a token it cannot take effect. */
async function probeMethodOverride(tour: Tour, read: PixOperation): Promise<ProbeFinding[]> {
  const plain = await tour.call(read, { token: null });
  const post = await tour.call(read, { token: null, method: 'POST' });
  if (!isTold(plain, post) || !isNoRoute(post)) return [];
  const findings: ProbeFinding[] = [];
  for (const name of methodHeaders) {
    const headers = { [name]: read.method };
    const named = await tour.call(read, { token: null, method: 'POST', headers });
    if (named.signature !== plain.signature) continue;
    findings.push(
      note(tour.texts.http.method(name), fact(name, 'server', 'http', 'methodOverride')),
    );
  }
  return findings;
}

/**
 * Sends bodies that the operation refuses. A provider that reads them without a `Content-Type` refuses an empty object
 * as it does with one, and for another reason than an array.
 */
async function probeUntypedBody(tour: Tour): Promise<ProbeFinding[]> {
  const operation = cobOperations.createWithTxid;
  if (!tour.exists(operation) || !isHarmless(operation)) return [];
  const typed = await tour.call(operation, { body: {} });
  if (!isRefusal(typed)) return [];
  const untyped = await tour.call(operation, { untypedBody: '{}' });
  if (untyped.signature !== typed.signature) {
    return untyped.status >= 400 && untyped.status < 500
      ? [conforms(tour.texts.http.typeRequired)]
      : [];
  }
  const array = await tour.call(operation, { untypedBody: '[]' });
  if (!isTold(untyped, array)) return [];
  return [note(tour.texts.http.untyped, fact(true, 'server', 'http', 'untypedBodies'))];
}

/** Whether both requests got a response, and the responses differ. */
function isTold(one: Answer, other: Answer): boolean {
  return one.status !== 0 && other.status !== 0 && one.signature !== other.signature;
}

/** Summarizes the headers of all responses of the tour. */
export const headersProbe: Probe = {
  id: 'headers',
  writes: false,
  run: ({ wire, texts: { http } }) =>
    Promise.resolve([
      ...describeIdHeaders(wire.idHeaders, http),
      ...describeJsonType(wire.jsonTypes, http),
    ]),
};

/** The client reads the common headers without a field of the profile. */
function describeIdHeaders(names: ReadonlySet<string>, http: ProbeTexts['http']): ProbeFinding[] {
  if (names.size === 0) return [];
  const list = [...names].join(', ');
  const rare = [...names].filter((name) => !commonCorrelationHeaders.includes(name));
  const facts = rare.length === 0 ? [] : [fact(rare, 'correlationHeaders')];
  return [note(http.id(list), ...facts)];
}

function describeJsonType(types: ReadonlySet<string>, http: ProbeTexts['http']): ProbeFinding[] {
  const [type] = types;
  // Token endpoint and API may differ; then no type is that of all.
  if (type === undefined || types.size > 1) return [];
  const text = http.type(type);
  if (type === JSON_TYPE) return [conforms(text)];
  return [note(text, fact(type, 'server', 'http', 'jsonType'))];
}

/** Statuses below 500 that a gateway in front of the API may send, in its own format. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/** Summarizes the formats of all error responses of the tour. */
export const errorsProbe: Probe = {
  id: 'errors',
  writes: false,
  run: ({ errors, texts }) => Promise.resolve(summarize(errors, texts.errors)),
};

function summarize(errors: readonly SeenError[], texts: ProbeTexts['errors']): ProbeFinding[] {
  if (errors.length === 0) return [unknown(texts.none)];
  const ofApi = errors.filter(({ status }) => !isOfGateway(status));
  const byFamily = findFormats(ofApi, ({ family }) => family);
  const formats = new Set(byFamily.values());
  const [only = 'problem'] = formats;
  const usual = formats.size === 1 ? only : 'problem';
  const different = [...byFamily].filter(([, format]) => format !== usual);
  const resolve = (family: PixFamily) => byFamily.get(family) ?? usual;
  const byGateway = [
    ...findFormats(
      errors.filter(({ status }) => isOfGateway(status)),
      ({ status }) => String(status),
    ),
  ].filter(([code, format]) =>
    errors.some(({ status, family }) => String(status) === code && resolve(family) !== format),
  );
  const facts: Fact[] = [
    ...(usual === 'problem' ? [] : [fact(usual, 'server', 'errors', 'format')]),
    ...different.map(([family, format]) => fact(format, 'server', 'errors', 'families', family)),
    ...byGateway.map(([status, format]) => fact(format, 'server', 'errors', 'statuses', status)),
  ];
  if (facts.length > 0) {
    return [
      deviates(texts.formats(listFormats(usual, different, byGateway)), ...facts),
      ...describeForeign(errors, texts),
    ];
  }
  const areProblems = errors.some(({ format }) => format === 'problem');
  return [...(areProblems ? [conforms(texts.problems)] : []), ...describeForeign(errors, texts)];
}

function isOfGateway(status: number): boolean {
  return status >= 500 || GATEWAY_STATUSES.has(status);
}

/** Returns the known format of each group whose errors all have the same. */
function findFormats<Key extends string>(
  errors: readonly SeenError[],
  group: (error: SeenError) => Key,
): Map<Key, PixErrorFormat> {
  const seen = new Map<Key, Set<string>>();
  for (const error of errors) {
    const key = group(error);
    seen.set(key, (seen.get(key) ?? new Set()).add(error.format));
  }
  const entries = [...seen].flatMap(([key, formats]) => {
    const [format] = formats;
    return formats.size === 1 && isKnownFormat(format as SeenError['format'])
      ? [[key, format as PixErrorFormat] as const]
      : [];
  });
  return new Map(entries);
}

type Formats = readonly (readonly [string, PixErrorFormat])[];

function listFormats(usual: PixErrorFormat, families: Formats, statuses: Formats): string {
  return [
    usual,
    ...families.map(([family, format]) => `/${family}: ${format}`),
    ...statuses.map(([status, format]) => `${status}: ${format}`),
  ].join(', ');
}

/** Describes errors that are in no known format, and problems with another content type. */
function describeForeign(
  errors: readonly SeenError[],
  texts: ProbeTexts['errors'],
): ProbeFinding[] {
  const foreign = errors
    .filter(({ format }) => !isKnownFormat(format))
    .map(({ status, format }) => `${status}: ${format}`);
  const types = errors
    .filter(({ format, contentType }) => format === 'problem' && contentType !== PROBLEM_TYPE)
    .map(({ contentType }) => (MEDIA_TYPE.test(contentType) ? contentType : '-'));
  const describe = (list: readonly string[], text: (list: string) => string): ProbeFinding[] =>
    list.length === 0 ? [] : [deviates(text([...new Set(list)].join(', ')))];
  return [...describe(foreign, texts.foreign), ...describe(types, texts.types)];
}

const PROBLEM_TYPE = 'application/problem+json';
const MEDIA_TYPE = /^[a-z]+\/[a-z.+-]{1,40}$/;

function isKnownFormat(format: BodyFormat): format is PixErrorFormat {
  return KNOWN_FORMATS.has(format);
}

const KNOWN_FORMATS: ReadonlySet<string> = new Set<PixErrorFormat>([
  'problem',
  'erros',
  'gateway',
  'nome-mensagem',
  'soap',
]);

/** The header has whole seconds, and responses take time. */
const TOLERANCE_MS = 5_000;

export const clockProbe: Probe = {
  id: 'clock',
  writes: false,
  run: ({ wire, texts: { clock } }) => {
    const { skews, refusedByLimit, limitHeaders } = wire;
    const skew = skews.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
    const headers = [...limitHeaders].join(', ');
    return Promise.resolve([
      describeSkew(skew, clock),
      ...(refusedByLimit === 0 ? [] : [note(clock.limited(refusedByLimit))]),
      ...(headers === '' ? [] : [note(clock.headers(headers))]),
    ]);
  },
};

function describeSkew(skew: number | undefined, clock: ProbeTexts['clock']): ProbeFinding {
  if (skew === undefined) return unknown(clock.noDate);
  const seconds = Math.round(Math.abs(skew) / 1000);
  return Math.abs(skew) <= TOLERANCE_MS ? conforms(clock.agrees) : deviates(clock.differs(seconds));
}
