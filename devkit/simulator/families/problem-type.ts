/** The constant parts of an error type. */
export interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** Default `detail` of an occurrence. */
  readonly detail: string;
}

/** One violation (schema `Violacao`). */
export interface SimulatorViolation {
  /** What is wrong, in Portuguese. */
  razao?: string;
  /** Path of the field or parameter: `cob.valor.original`. */
  propriedade?: string;
  /** The value that was sent. */
  valor?: string;
}

/** Body of an error response: RFC 7807 (schema `Problema`). */
export interface ProblemBody {
  /** URI of the error type: `https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado`. */
  type: string;
  /** Short description of the error type. */
  title: string;
  /** HTTP status. */
  status: number;
  /** Description of this occurrence. */
  detail: string;
  /** Absent when there are no violations. */
  violacoes?: SimulatorViolation[];
}

/** Builds the type of an error for an entity that does not exist. */
export function naoEncontrado(detail: string): ProblemType {
  return { status: 404, title: 'Não Encontrado', detail };
}

/**
 * Builds the type of an error for a body that violates the schema, or is not valid in the record's
 * state.
 */
export function operacaoInvalida(title: string, detail: string): ProblemType {
  return { status: 400, title, detail };
}

/** Builds the type of an error for a query or path parameter that violates the schema. */
export function consultaInvalida(entity: string): ProblemType {
  return {
    status: 400,
    title: 'Consulta inválida.',
    detail: `Os parâmetros da consulta de ${entity} não respeitam o formato ou não fazem sentido.`,
  };
}
