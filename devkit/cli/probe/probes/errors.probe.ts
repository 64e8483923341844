import type { PixErrorFormat, PixFamily } from 'nestjs-pix';
import { allOperations, findOperation, pixFamilies } from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Fact, Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { SeenError, Tour } from '../tour.js';
import { isKnownFormat, isRefusal } from '../wire/answer.js';
import { requestToken } from '../wire/token-request.js';
import { findReadable } from './extras.probe.js';

/** A phone key that cannot exist: Brazil has no area code 00. */
const NO_PHONE = '5500900000000';
const WRONG_TOKEN = 'nestjs-pix-probe';
/** Statuses below 500 that a gateway in front of the API may send, in its own format. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

export const recordsProbe: Probe = {
  id: 'records',
  title: both('Registros que não existem', 'Records that do not exist'),
  sends: both(
    '`GET` de um registro inexistente em cada família; `GET` do webhook de um telefone impossível, com e sem `+`',
    '`GET` of a record that does not exist in each family; `GET` of the webhook of an impossible phone number, with and without `+`',
  ),
  writes: false,
  decides: ['phoneKeyWithoutPlus', 'server.errors'],
  run: async (tour) => {
    const findings: Finding[] = [];
    for (const family of pixFamilies) {
      const read = allOperations.find(
        (row) => row.family === family && row.method === 'GET' && !row.items && tour.exists(row),
      );
      if (read === undefined) continue;
      const { status } = await tour.call(read);
      if (status === 404 || status === 0) continue;
      // A webhook without a key may be registered.
      if (status === 200 && read.params.length === 0) continue;
      findings.push(
        note(
          `/${family}: um registro inexistente recebe ${status}`,
          `/${family}: a record that does not exist gets ${status}`,
        ),
      );
    }
    return [...findings, ...(await probePhoneKey(tour))];
  },
};

async function probePhoneKey(tour: Tour): Promise<Finding[]> {
  const read = findOperation('webhook.get');
  if (read === undefined || !tour.exists(read)) return [];
  const withPlus = await tour.call(read, { params: { chave: `+${NO_PHONE}` } });
  const withoutPlus = await tour.call(read, { params: { chave: NO_PHONE } });
  if (!isRefusal(withPlus) || withoutPlus.status !== 404) {
    return withPlus.status === 404
      ? [conforms('chaves de telefone têm +', 'phone keys have a +')]
      : [];
  }
  tour.phoneKeyWithoutPlus = true;
  return [
    deviates(
      'chaves de telefone não têm +',
      'phone keys have no +',
      fact(true, 'phoneKeyWithoutPlus'),
    ),
  ];
}

export const accessProbe: Probe = {
  id: 'access',
  title: both('Token ausente, errado ou sem escopo', 'Missing or wrong token, or missing scope'),
  sends: both(
    '`GET` sem token, com um token inventado, e com um token de outro escopo',
    '`GET` without a token, with an invented token, and with a token of another scope',
  ),
  writes: false,
  decides: ['server.errors'],
  run: async (tour) => {
    const read = findReadable(tour);
    if (read === undefined) return [];
    const without = await tour.call(read, { token: null });
    const wrong = await tour.call(read, { token: WRONG_TOKEN });
    const other = await probeOtherScope(tour);
    return [
      describeAccess(without.status, 401, 'sem token', 'without a token'),
      describeAccess(wrong.status, 401, 'com token inválido', 'with an invalid token'),
      ...(other === undefined
        ? []
        : [describeAccess(other, 403, 'sem o escopo', 'without the scope')]),
    ];
  },
};

function describeAccess(status: number, specified: number, pt: string, en: string): Finding {
  if (status === 0) return unknown(`${pt}: sem resposta`, `${en}: no response`);
  const text = [`${pt}: ${status}`, `${en}: ${status}`] as const;
  return status === specified ? conforms(...text) : deviates(...text);
}

/** Reads with a token that has only the scope of another family. */
async function probeOtherScope(tour: Tour): Promise<number | undefined> {
  const { style, granted = [] } = tour;
  const read = findReadable(tour);
  const other = granted.find((scope) => scope.endsWith('.read') && scope !== read?.scope);
  if (style === undefined || read === undefined || other === undefined) return undefined;
  const { accessToken, scopes } = await requestToken(tour, style, [other]);
  if (accessToken === undefined || scopes?.includes(read.scope ?? '') !== false) return undefined;
  return (await tour.call(read, { token: accessToken })).status;
}

/** Summarizes the formats of all error responses of the tour. */
export const errorsProbe: Probe = {
  id: 'errors',
  title: both('Formato dos erros', 'Error format'),
  sends: both('nada: usa as respostas anteriores', 'nothing: it uses earlier responses'),
  writes: false,
  decides: ['server.errors'],
  run: (tour) => Promise.resolve(summarize(tour.errors)),
};

function summarize(errors: readonly SeenError[]): Finding[] {
  if (errors.length === 0) return [unknown('nenhum erro foi visto', 'no error was seen')];
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
    return [describeFormats(usual, different, byGateway, facts), ...describeForeign(errors)];
  }
  const areProblems = errors.some(({ format }) => format === 'problem');
  return [
    ...(areProblems
      ? [conforms('erros no formato problem (RFC 7807)', 'errors are problems (RFC 7807)')]
      : []),
    ...describeForeign(errors),
  ];
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

function describeFormats(
  usual: PixErrorFormat,
  families: Formats,
  statuses: Formats,
  facts: readonly Fact[],
): Finding {
  const parts = [
    usual,
    ...families.map(([family, format]) => `/${family}: ${format}`),
    ...statuses.map(([status, format]) => `${status}: ${format}`),
  ];
  const list = parts.join(', ');
  return deviates(`formatos de erro: ${list}`, `error formats: ${list}`, ...facts);
}

/** Describes errors that are in no known format, and problems with another content type. */
function describeForeign(errors: readonly SeenError[]): Finding[] {
  const foreign = errors
    .filter(({ format }) => !isKnownFormat(format))
    .map(({ status, format }) => `${status}: ${format}`);
  const types = errors
    .filter(({ format, contentType }) => format === 'problem' && contentType !== PROBLEM_TYPE)
    .map(({ contentType }) => (MEDIA_TYPE.test(contentType) ? contentType : '-'));
  const describe = (pt: string, en: string, list: readonly string[]): Finding[] => {
    const text = [...new Set(list)].join(', ');
    return text === '' ? [] : [deviates(`${pt}: ${text}`, `${en}: ${text}`)];
  };
  return [
    ...describe('erros em outros formatos', 'errors in other formats', foreign),
    ...describe('tipo de mídia dos erros problem', 'media type of problems', types),
  ];
}

const PROBLEM_TYPE = 'application/problem+json';
const MEDIA_TYPE = /^[a-z]+\/[a-z.+-]{1,40}$/;
