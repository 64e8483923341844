import { PROBLEM_BASE, problemTypes } from './catalogue.js';
import type { ProblemName } from './catalogue.js';

/** One reason of a refusal, as the specification's schema `Violacao` shapes it. */
export interface SimulatorViolation {
  razao?: string;
  propriedade?: string;
  valor?: string;
}

/** The body of an error answer: RFC 7807 as the specification's schema `Problema` shapes it. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  violacoes?: SimulatorViolation[];
}

export interface ProblemDetails {
  /** Replaces the type's own status, where the specification leaves a choice. */
  status?: number;
  /** Replaces the type's own sentence. */
  detail?: string;
  violacoes?: readonly SimulatorViolation[];
  /** Response headers that the status calls for, such as `allow` or `www-authenticate`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * A refusal by the simulated provider: thrown by its handlers, answered as `application/problem+json`, and thrown to
 * the caller by the methods of `control`.
 */
export class SimulatorProblem extends Error {
  override readonly name = 'SimulatorProblem';
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    /** Name of the error type: `CobNaoEncontrado`. */
    readonly problem: ProblemName,
    { status, detail, violacoes, headers = {} }: ProblemDetails = {},
  ) {
    const type = problemTypes[problem];
    const text = detail ?? type.detail;
    super(`${problem}: ${text}`);
    this.status = status ?? type.status;
    this.headers = headers;
    this.body = {
      type: PROBLEM_BASE + problem,
      title: type.title,
      status: this.status,
      detail: text,
      ...(violacoes && violacoes.length > 0 && { violacoes: [...violacoes] }),
    };
  }
}
