import { ValidationError, type ValidationViolacao } from '../errors/index.js';
import { operationName, type PixOperation } from './operation.js';
import { WHOLE_BODY, collectViolations } from './validation/index.js';

const SHOWN = 3;

/**
 * Refuses a body that breaks a rule of its operation, before anything is sent. The body is only read.
 *
 * @throws ValidationError whose `field` is the first bad path (`valor.original`,
 *   `infoAdicionais[0].nome`, or `body` for the body as a whole) and whose `violacoes` has them all;
 *   none of them holds a value
 */
export function validateBody(operation: PixOperation, body: unknown): void {
  const { body: dto, requestBody } = operation;
  if (body === undefined) {
    if (requestBody === 'required') refuse(operation, 'Corpo inválido', [missingBody]);
    return;
  }
  if (dto) refuse(operation, 'Corpo inválido', collectViolations(dto, body));
}

/**
 * Refuses a filter that breaks a rule of its operation, as {@link validateBody} does a body.
 *
 * @throws ValidationError with `field` and `violacoes`
 */
export function validateFilter(operation: PixOperation, filter: unknown = {}): void {
  if (operation.filter) {
    refuse(operation, 'Filtro inválido', collectViolations(operation.filter, filter, ''));
  }
}

const missingBody: ValidationViolacao = {
  propriedade: WHOLE_BODY,
  razao: 'o corpo é obrigatório',
};

function refuse(
  operation: PixOperation,
  what: string,
  violacoes: readonly ValidationViolacao[],
): void {
  if (violacoes.length === 0) return;
  const reasons = violacoes.slice(0, SHOWN).map(({ razao }) => razao);
  if (violacoes.length > SHOWN) reasons.push(`e mais ${violacoes.length - SHOWN}`);
  throw new ValidationError(`${what} em ${operationName(operation)}: ${reasons.join('; ')}`, {
    violacoes,
  });
}
