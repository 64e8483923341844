import { ValidationError, type ValidationViolacao } from '../errors/index.js';
import { operationName, type PixOperation } from './operation.js';
import type { PathValues } from './path-param.js';

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
