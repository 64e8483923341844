import { commonCorrelationHeaders } from 'nestjs-pix/internal';
import { cobOperations, type PixOperation } from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { NOWHERE, isHarmless } from '../find-routes.js';
import { conforms, fact, note, unknown } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';
import { methodHeaders } from '../variants.js';
import { isNoRoute, isRefusal, type Answer } from '../wire/answer.js';
import { findReadable } from './extras.probe.js';

const JSON_TYPE = 'application/json';

export const toleranceProbe: Probe = {
  id: 'tolerance',
  title: both('Formas de requisição que aceita', 'Forms of requests that it accepts'),
  sends: both(
    '`GET` com `/` no fim do caminho; sem `--read-only`, também um `POST` sem token que indica o método `GET` em um cabeçalho, e corpos inválidos (`{}`, `[]`) sem `Content-Type`',
    '`GET` with a `/` at the end of the path; without `--read-only` also a `POST` without a token that names the method `GET` in a header, and invalid bodies (`{}`, `[]`) without a `Content-Type`',
  ),
  writes: false,
  decides: ['server.http.trailingSlash', 'server.http.methodOverride', 'server.http.untypedBodies'],
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
async function probeTrailingSlash(tour: Tour, read: PixOperation): Promise<Finding[]> {
  for (const access of [{ token: null }, {}]) {
    const plain = await tour.call(read, access);
    const below = await tour.call(read, { ...access, suffix: NOWHERE });
    if (!isTold(plain, below)) continue;
    const slash = await tour.call(read, { ...access, suffix: '/' });
    if (slash.signature === plain.signature) {
      const text = ['aceita / no fim do caminho', 'accepts a / at the end of a path'] as const;
      return [note(...text, fact(true, 'server', 'http', 'trailingSlash'))];
    }
    if (isNoRoute(slash)) {
      return [conforms('recusa / no fim do caminho', 'refuses a / at the end of a path')];
    }
  }
  return [
    unknown(
      'não se sabe se aceita / no fim do caminho',
      'whether it accepts a / at the end of a path is unknown',
    ),
  ];
}

/** Sends a POST to the path of a read. Without a token it cannot take effect. */
async function probeMethodOverride(tour: Tour, read: PixOperation): Promise<Finding[]> {
  const plain = await tour.call(read, { token: null });
  const post = await tour.call(read, { token: null, method: 'POST' });
  if (!isTold(plain, post) || !isNoRoute(post)) return [];
  const findings: Finding[] = [];
  for (const name of methodHeaders) {
    const headers = { [name]: read.method };
    const named = await tour.call(read, { token: null, method: 'POST', headers });
    if (named.signature !== plain.signature) continue;
    findings.push(
      note(
        `lê o método do cabeçalho ${name}`,
        `reads the method from the header ${name}`,
        fact(name, 'server', 'http', 'methodOverride'),
      ),
    );
  }
  return findings;
}

/**
 * Sends bodies that the operation refuses. A provider that reads them without a `Content-Type` refuses an empty object
 * as it does with one, and for another reason than an array.
 */
async function probeUntypedBody(tour: Tour): Promise<Finding[]> {
  const operation = cobOperations.createWithTxid;
  if (!tour.exists(operation) || !isHarmless(operation)) return [];
  const typed = await tour.call(operation, { body: {} });
  if (!isRefusal(typed)) return [];
  const untyped = await tour.call(operation, { untypedBody: '{}' });
  if (untyped.signature !== typed.signature) {
    return untyped.status >= 400 && untyped.status < 500
      ? [conforms('exige Content-Type com o corpo', 'requires a Content-Type with a body')]
      : [];
  }
  const array = await tour.call(operation, { untypedBody: '[]' });
  if (!isTold(untyped, array)) return [];
  return [
    note(
      'lê corpos JSON sem Content-Type',
      'reads JSON bodies without a Content-Type',
      fact(true, 'server', 'http', 'untypedBodies'),
    ),
  ];
}

/** Whether both requests got a response, and the responses differ. */
function isTold(one: Answer, other: Answer): boolean {
  return one.status !== 0 && other.status !== 0 && one.signature !== other.signature;
}

/** Summarizes the headers of all responses of the tour. */
export const headersProbe: Probe = {
  id: 'headers',
  title: both('Cabeçalhos das respostas', 'Headers of responses'),
  sends: both('nada: usa as respostas anteriores', 'nothing: it uses earlier responses'),
  writes: false,
  decides: ['correlationHeaders', 'server.http.jsonType'],
  run: ({ wire }) =>
    Promise.resolve([...describeIdHeaders(wire.idHeaders), ...describeJsonType(wire.jsonTypes)]),
};

/** The client reads the common headers without a field of the profile. */
function describeIdHeaders(names: ReadonlySet<string>): Finding[] {
  if (names.size === 0) return [];
  const list = [...names].join(', ');
  const rare = [...names].filter((name) => !commonCorrelationHeaders.includes(name));
  const facts = rare.length === 0 ? [] : [fact(rare, 'correlationHeaders')];
  return [
    note(
      `identificador da chamada na resposta: ${list}`,
      `identifier of the call in the response: ${list}`,
      ...facts,
    ),
  ];
}

function describeJsonType(types: ReadonlySet<string>): Finding[] {
  const [type] = types;
  // Token endpoint and API may differ; then no type is that of all.
  if (type === undefined || types.size > 1) return [];
  const text = [
    `Content-Type das respostas: ${type}`,
    `Content-Type of responses: ${type}`,
  ] as const;
  if (type === JSON_TYPE) return [conforms(...text)];
  return [note(...text, fact(type, 'server', 'http', 'jsonType'))];
}
