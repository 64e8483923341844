import { MAX_BODY_DEPTH, operationName, type PixOperation } from '../contract/index.js';
import { isDeeper, ValidationError } from '../errors/index.js';

/**
 * Refuses a body that is nested too deeply for the functions that read it.
 *
 * @throws ValidationError with field `body`
 */
export function assertDepth(operation: PixOperation, body: unknown): void {
  if (isDeeper(body, MAX_BODY_DEPTH)) {
    throw refusal(
      operation,
      `o corpo tem mais de ${MAX_BODY_DEPTH} níveis, ou um objeto que contém a si mesmo`,
    );
  }
}

/**
 * Returns a body as JSON; `undefined` if there is no body.
 *
 * @throws ValidationError with field `body` if it has no form in JSON
 */
export function toJsonBody(operation: PixOperation, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const json = stringify(body);
  if (json !== undefined) return json;
  throw refusal(
    operation,
    'o corpo não pode ser convertido em JSON: remova valores sem forma em JSON, como BigInt',
  );
}

function stringify(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    // The error may quote a value.
    return undefined;
  }
}

function refusal(operation: PixOperation, razao: string): ValidationError {
  return new ValidationError(`Corpo inválido em ${operationName(operation)}: ${razao}`, {
    violacoes: [{ propriedade: 'body', razao }],
  });
}
