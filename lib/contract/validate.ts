import { ValidationError, type ValidationViolacao } from '../errors/index.js';
import { operationName, type DtoClass, type PixOperation } from './operation.js';
import {
  WHOLE_BODY,
  checkFields,
  collectNearMisses,
  toViolacao,
  type Violation,
} from './validation/index.js';

const SHOWN = 3;

/** Rules for fields that a body's or filter's class does not define. */
export interface UnknownFieldRules {
  /**
   * Whether unknown fields pass that resemble a known field. Other unknown fields always pass.
   * Default: `false`.
   */
  readonly allowUnknownFields?: boolean;
  /** Unknown fields that always pass. */
  readonly allowed?: readonly string[];
}

/**
 * Validates a body against the rules of its operation before anything is sent. Refuses unknown
 * fields that resemble a known field. Does not modify the body.
 *
 * @throws ValidationError whose `field` is the first invalid path (`valor.original`,
 * `infoAdicionais[0].nome`, or `body` for the body as a whole) and whose `violacoes` contains all
 * violations, without values
 */
export function validateBody(
  operation: PixOperation,
  body: unknown,
  rules: UnknownFieldRules = {},
): void {
  const { body: dto, requestBody } = operation;
  if (body === undefined) {
    if (requestBody === 'required') throw refusal(operation, 'Corpo inválido', [missingBody]);
    return;
  }
  if (dto) check(operation, 'Corpo inválido', collectAll(dto, body, rules));
}

/**
 * Validates a filter against the rules of its operation, like {@link validateBody}.
 *
 * @throws ValidationError with `field` and `violacoes`
 */
export function validateFilter(
  operation: PixOperation,
  filter: unknown = {},
  rules: UnknownFieldRules = {},
): void {
  if (operation.filter) {
    check(operation, 'Filtro inválido', collectAll(operation.filter, filter, rules));
  }
}

/**
 * Collects all violations. Mistyped names come first, because they explain missing required fields.
 */
function collectAll(
  dto: DtoClass,
  value: unknown,
  { allowUnknownFields = false, allowed }: UnknownFieldRules,
): Violation[] {
  const { violations, hasUnknown } = checkFields(dto, value);
  if (!hasUnknown || allowUnknownFields) return violations;
  return [...collectNearMisses(dto, value, allowed), ...violations];
}

const missingBody: ValidationViolacao = {
  propriedade: WHOLE_BODY,
  razao: 'o corpo é obrigatório',
};

function check(operation: PixOperation, what: string, violations: readonly Violation[]): void {
  if (violations.length > 0) throw refusal(operation, what, violations.map(toViolacao));
}

function refusal(
  operation: PixOperation,
  what: string,
  violacoes: readonly ValidationViolacao[],
): ValidationError {
  const reasons = violacoes.slice(0, SHOWN).map(({ razao }) => razao);
  if (violacoes.length > SHOWN) reasons.push(`e mais ${violacoes.length - SHOWN}`);
  return new ValidationError(`${what} em ${operationName(operation)}: ${reasons.join('; ')}`, {
    violacoes,
  });
}
