import { ValidationError, type ValidationViolacao } from '../errors/index.js';
import { operationName, type DtoClass, type PixOperation } from './operation.js';
import { WHOLE_BODY, checkFields, collectNearMisses } from './validation/index.js';

const SHOWN = 3;

/** What a body or filter may hold beside the fields of its class. */
export interface UnknownFieldRules {
  /** Whether unknown fields pass that resemble a known one. The others always pass. Default `false`. */
  readonly allowUnknownFields?: boolean;
  /** Unknown fields that pass, whatever they resemble. */
  readonly allowed?: readonly string[];
}

/**
 * Refuses a body that breaks a rule of its operation, or that has an unknown field with the name of a known one mistyped,
 * before anything is sent. The body is only read.
 *
 * @throws ValidationError whose `field` is the first bad path (`valor.original`,
 *   `infoAdicionais[0].nome`, or `body` for the body as a whole) and whose `violacoes` has them all;
 *   none of them holds a value
 */
export function validateBody(
  operation: PixOperation,
  body: unknown,
  rules: UnknownFieldRules = {},
): void {
  const { body: dto, requestBody } = operation;
  if (body === undefined) {
    if (requestBody === 'required') refuse(operation, 'Corpo inválido', [missingBody]);
    return;
  }
  if (dto) refuse(operation, 'Corpo inválido', collectAll(dto, body, rules));
}

/**
 * Refuses a filter that breaks a rule of its operation, as {@link validateBody} does a body.
 *
 * @throws ValidationError with `field` and `violacoes`
 */
export function validateFilter(
  operation: PixOperation,
  filter: unknown = {},
  rules: UnknownFieldRules = {},
): void {
  if (operation.filter) {
    refuse(operation, 'Filtro inválido', collectAll(operation.filter, filter, rules));
  }
}

/** Mistyped names come first: they explain why a required field is missing. */
function collectAll(
  dto: DtoClass,
  value: unknown,
  { allowUnknownFields = false, allowed }: UnknownFieldRules,
): ValidationViolacao[] {
  const { violacoes, hasUnknown } = checkFields(dto, value);
  if (!hasUnknown || allowUnknownFields) return violacoes;
  return [...collectNearMisses(dto, value, allowed), ...violacoes];
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
