import { ValidationError } from '../errors/index.js';
import { operationName, type PixOperation } from './operation.js';
import type { PathParam, PathValues } from './path-param.js';
import { toViolacao, type Violation } from './validation/index.js';

/**
 * Normalizes the path parameters of an operation.
 *
 * @returns a copy if a parameter has a normalization; the values themselves otherwise
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
 * @param options `validate: false` disables all rules except those that a valid path requires
 * @throws ValidationError on an invalid parameter
 */
export function buildPath(
  operation: Pick<PixOperation, 'method' | 'path' | 'params'>,
  values: PathValues = {},
  { validate = true }: { readonly validate?: boolean } = {},
): string {
  let path = operation.path;
  let violations: Violation[] | undefined;
  for (const param of operation.params) {
    const value = values[param.name];
    if (value !== undefined && isValid(param, value, validate)) {
      path = path.replace(`{${param.name}}`, () => encodeURIComponent(value));
    } else {
      const rule = { name: 'formato', text: param.describe };
      (violations ??= []).push({ path: param.name, rule });
    }
  }
  if (violations) {
    const violacoes = violations.map(toViolacao);
    const reasons = violacoes.map(({ razao }) => razao).join('; ');
    throw new ValidationError(`Parâmetro inválido em ${operationName(operation)}: ${reasons}`, {
      violacoes,
    });
  }
  return path;
}

function isValid({ accepts, validates }: PathParam, value: unknown, validate: boolean): boolean {
  return accepts(value) && (!validate || validates === undefined || validates(value));
}
