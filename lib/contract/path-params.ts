import { ValidationError, type ValidationViolacao } from '../errors/index.js';
import { isCalendarDate } from '../values/calendar-date.js';
import { isPixKey, normalizePixKey, PIX_KEY_RULE } from '../values/parse-pix-key.js';
import { DEVOLUCAO_ID, END_TO_END_ID, ID_REC, TXID } from '../values/patterns.js';
import { operationName, type PixOperation } from './operation.js';
import type { PathParam, PathValues } from './path-param.js';

function matching(name: string, pattern: RegExp, describe: string): PathParam {
  return {
    name,
    describe,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
  };
}

/** Identifier of a charge in a path: BCB schema `TxId`. */
export const txidParam = matching('txid', TXID, 'deve ter de 26 a 35 letras ou dígitos');

/** Identifier of a received Pix: BCB schema `EndToEndId`. */
export const e2eidParam = matching('e2eid', END_TO_END_ID, 'deve ter 32 letras ou dígitos');

/** Identifier of a refund, chosen by the receiver: BCB schema `DevolucaoId`. */
export const devolucaoIdParam = matching(
  'id',
  DEVOLUCAO_ID,
  'deve ter de 1 a 35 letras ou dígitos',
);

/** Identifier of a recurrence: BCB schema `RecId`. */
export const idRecParam = matching('idRec', ID_REC, 'deve ter 29 letras ou dígitos');

/** Identifier of a request to confirm a recurrence: BCB schema `SolicRecId`. */
export const idSolicRecParam = matching('idSolicRec', ID_REC, 'deve ter 29 letras ou dígitos');

/** Identifier of a location (of a charge or a recurrence): an int64 that the provider assigns. */
export const locationIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value > 0
      : typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value),
};

/**
 * Whether a text is usable as one path segment: not blank, without unpaired surrogates (which
 * cannot be percent-encoded), and not a dot segment, which URL parsers resolve.
 */
function isSegment(value: unknown): value is string {
  return (
    typeof value === 'string' && /\S/.test(value) && !/^\.{1,2}$/.test(value) && isWellFormed(value)
  );
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Identifier of a batch, chosen by the receiver; the specification sets no pattern. */
export const loteIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um texto não vazio ou um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : isSegment(value),
};

/** Pix key of a webhook. */
export const chaveParam: PathParam = {
  name: 'chave',
  describe: PIX_KEY_RULE,
  normalize: normalizePixKey,
  accepts: isPixKey,
};

/**
 * Date of a retry, `YYYY-MM-DD`. A `Date` is refused: it is an instant, whose calendar day depends
 * on a time zone.
 */
export const dataParam: PathParam = {
  name: 'data',
  describe: 'deve ser uma data que existe, no formato AAAA-MM-DD',
  accepts: isCalendarDate,
};

/** Status of the charges of a batch, for Inter's look-up. */
export const situacaoParam = matching(
  'situacao',
  /^(EM_PROCESSAMENTO|CRIADA|NEGADA)$/,
  'deve ser um destes valores: EM_PROCESSAMENTO, CRIADA, NEGADA',
);

const LOCATION_TOKEN = /^[a-zA-Z0-9_~-]+$/;

/** Access token in the address of a charge's payload. */
export const pixUrlAccessTokenParam = matching(
  'pixUrlAccessToken',
  LOCATION_TOKEN,
  'deve ser o último segmento da location',
);

/** Access token in the address of a recurrence's payload. */
export const recUrlAccessTokenParam = matching(
  'recUrlAccessToken',
  LOCATION_TOKEN,
  'deve ser o último segmento da location',
);

/**
 * Normalizes the path parameters of an operation.
 *
 * @returns a copy of what differs; the values themselves if nothing does
 */
export function normalizeParams(
  { params }: Pick<PixOperation, 'params'>,
  values: PathValues | undefined,
): PathValues | undefined {
  if (values === undefined || params.every(({ normalize }) => normalize === undefined)) {
    return values;
  }
  const normalized = params.map(({ name, normalize }) => {
    const value = values[name];
    return [name, normalize ? normalize(value) : value] as const;
  });
  return { ...values, ...(Object.fromEntries(normalized) as PathValues) };
}

/**
 * Builds the path of an operation. Validates and percent-encodes each parameter.
 *
 * @throws ValidationError on an invalid parameter
 */
export function buildPath(
  operation: Pick<PixOperation, 'method' | 'path' | 'params'>,
  values: PathValues = {},
): string {
  let path = operation.path;
  let violacoes: ValidationViolacao[] | undefined;
  for (const param of operation.params) {
    const value = values[param.name];
    if (value !== undefined && param.accepts(value)) {
      path = path.replace(`{${param.name}}`, () => encodeURIComponent(value));
    } else {
      (violacoes ??= []).push({
        propriedade: param.name,
        razao: `${param.name} ${param.describe}`,
      });
    }
  }
  if (violacoes) {
    const reasons = violacoes.map(({ razao }) => razao).join('; ');
    throw new ValidationError(`Parâmetro inválido em ${operationName(operation)}: ${reasons}`, {
      violacoes,
    });
  }
  return path;
}
