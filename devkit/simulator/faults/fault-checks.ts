import { isObject, LONGEST_TIMER_MS } from 'nestjs-pix/internal';
import { allOperations, operationName, providerOperations } from 'nestjs-pix/spec';
import { MAX_JSON_DEPTH } from '../kernel/json-depth.js';

/** A rule for the value of a field. */
export interface FieldCheck {
  accepts(value: unknown): boolean;
  /** The rule in Portuguese, as a violation shows it after the name of the field. */
  readonly message: string;
}

const DELIVERY_TARGETS = ['delivery', 'delivery:pix', 'delivery:rec', 'delivery:cobr'];

const operations = [...allOperations, ...providerOperations];

const ANSWER_TARGETS: ReadonlySet<string> = new Set([
  'api',
  'token',
  ...operations.flatMap((operation) => [operation.family, operation.id, operationName(operation)]),
]);

export function isDeliveryTarget(target: string): boolean {
  return DELIVERY_TARGETS.includes(target);
}

export function isAnswerTarget(target: string): boolean {
  return ANSWER_TARGETS.has(target);
}

export function whole(min: number, max = Number.MAX_SAFE_INTEGER): FieldCheck {
  return {
    accepts: (value) => Number.isInteger(value) && between(value, min, max),
    message:
      max === Number.MAX_SAFE_INTEGER
        ? `deve ser um número inteiro a partir de ${min}`
        : `deve ser um número inteiro de ${min} a ${max}`,
  };
}

export function oneOf(...values: readonly string[]): FieldCheck {
  return {
    accepts: (value) => values.includes(value as string),
    message: `deve ser ${values.join(' ou ')}`,
  };
}

export const milliseconds: FieldCheck = {
  accepts: (value) => between(value, 0, LONGEST_TIMER_MS),
  message: 'deve ser um número de milissegundos',
};

export const millisecondsOrRange: FieldCheck = {
  accepts: (value) =>
    milliseconds.accepts(value) ||
    (Array.isArray(value) &&
      value.length === 2 &&
      value.every((end) => milliseconds.accepts(end)) &&
      (value[0] as number) <= (value[1] as number)),
  message: 'deve ser um número de milissegundos ou um intervalo [mínimo, máximo]',
};

export const count: FieldCheck = {
  accepts: (value) => value === 'always' || whole(1).accepts(value),
  message: 'deve ser um número inteiro a partir de 1, ou "always"',
};

export const rate: FieldCheck = {
  accepts: (value) => between(value, 0, 1),
  message: 'deve ser um número de 0 a 1',
};

export const textMap: FieldCheck = {
  accepts: (value) =>
    isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  message: 'deve ser um objeto de textos',
};

/**
 * Accepts the headers that Node can send: names and values of RFC 9110, sections 5.1 and 5.5,
 * without `Trailer`.
 */
export const headerMap: FieldCheck = {
  accepts: (value) =>
    textMap.accepts(value) &&
    Object.entries(value as Record<string, string>).every(
      ([name, text]) =>
        /^[!#$%&'*+.^`|~\w-]+$/.test(name) &&
        name.toLowerCase() !== 'trailer' &&
        /^[\t\x20-\x7e\x80-\xff]*$/.test(text),
    ),
  message: 'deve ser um objeto de cabeçalhos HTTP válidos, sem Trailer',
};

export const retryAfter: FieldCheck = {
  accepts: (value) =>
    whole(0).accepts(value) || (typeof value === 'string' && /^[\w ,:+-]+$/.test(value)),
  message: 'deve ser um número inteiro de segundos ou uma data HTTP',
};

/** Accepts values that can be copied and written as JSON. */
export const jsonValue: FieldCheck = {
  accepts: (value) => isJson(value, MAX_JSON_DEPTH),
  message: `deve ser um valor JSON com até ${MAX_JSON_DEPTH} níveis`,
};

function isJson(value: unknown, levels: number): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value);
  return levels > 0 && Object.values(value).every((member) => isJson(member, levels - 1));
}

function between(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
