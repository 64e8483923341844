import type { PixFamily } from 'nestjs-pix';
import type { PixOperation } from 'nestjs-pix/spec';
import { families } from '../families/families.js';
import type { ProblemName } from './catalogue.js';

/** Error types of a family, and the prefix of the paths in its violations. */
export interface FamilyProblems {
  /** First segment of `propriedade` in violations of a body: `cob` in `cob.valor.original`. */
  readonly root: string;
  readonly naoEncontrado: ProblemName;
  /** For a body that violates the schema, or is not valid in the record's state. */
  readonly operacaoInvalida: ProblemName;
  /** For a query or path parameter that violates the schema. */
  readonly consultaInvalida: ProblemName;
  /**
   * Whether `consultaInvalida` applies only to the list, not to the look-up of one record. Default:
   * `false`.
   */
  readonly consultaOnlyOfList?: boolean;
}

export const familyProblems: Readonly<Record<PixFamily, FamilyProblems>> = families;

/**
 * Resolves the error types of an operation. Payload look-ups have their own
 * types. Where the specification lists no type, the general type `RequisicaoInvalida`
 * applies.
 */
export function resolveProblems({
  family,
  responseBody,
  method,
  items,
}: PixOperation): FamilyProblems {
  const problems = familyProblems[family];
  if (responseBody === 'jws') {
    const consultaInvalida =
      family === 'rec' ? 'RecPayloadOperacaoInvalida' : 'CobPayloadOperacaoInvalida';
    return { ...problems, consultaInvalida };
  }
  const usesGeneralType = items === undefined && problems.consultaOnlyOfList === true;
  return {
    ...problems,
    ...(method === 'DELETE' && { operacaoInvalida: 'RequisicaoInvalida' }),
    ...(usesGeneralType && { consultaInvalida: 'RequisicaoInvalida' }),
  };
}
