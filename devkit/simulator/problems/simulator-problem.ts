import type { ProblemBody, SimulatorViolation } from '../families/problem-type.js';
import { PROBLEM_BASE, problemTypes, type ProblemName } from './catalogue.js';

export type { ProblemBody, SimulatorViolation };

export interface ProblemDetails {
  /** Replaces the status of the type, where the specification allows several. */
  status?: number;
  /** Replaces the default text of the type. */
  detail?: string;
  violacoes?: readonly SimulatorViolation[];
  /** Response headers that the status requires, such as `allow` or `www-authenticate`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * An error of the simulated provider. Handlers throw it, and the response is
 * `application/problem+json`. The methods of `control` throw it to their caller.
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
