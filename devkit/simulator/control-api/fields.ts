import { SimulatorProblem, type SimulatorViolation } from '../problems/simulator-problem.js';
import { violation } from '../problems/violation.js';

/** Reads the fields of a body and collects violations. {@link check} throws all of them at once. */
export class BodyFields {
  readonly #violacoes: SimulatorViolation[] = [];

  constructor(private readonly body: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    return this.#read(name, 'um texto', (value) => typeof value === 'string') as string | undefined;
  }

  /** Reads a text that must be one of `values`. */
  oneOf(name: string, values: readonly string[]): string | undefined {
    const value = this.#read(name, values.join(' ou '), (given) =>
      values.includes(given as string),
    );
    return value as string | undefined;
  }

  number(name: string): number | undefined {
    return this.#read(name, 'um número', Number.isFinite) as number | undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#read(name, 'true ou false', (field) => typeof field === 'boolean');
    return value as boolean | undefined;
  }

  /** Adds a violation. @param rule in Portuguese, to follow the name of the field */
  refuse(propriedade: string, rule: string): void {
    this.#violacoes.push(violation(propriedade, rule));
  }

  /** @throws SimulatorProblem `RequisicaoInvalida` with all collected violations */
  check(): void {
    if (this.#violacoes.length > 0) throw this.#toProblem();
  }

  /**
   * Checks all collected violations and that a required field is present.
   *
   * @param value the field as read, `undefined` if it is absent, `null` or invalid
   * @param rule in Portuguese, the violation if it is absent or `null`
   * @returns the value
   * @throws SimulatorProblem `RequisicaoInvalida` with all collected violations
   */
  checkRequired<T>(name: string, value: T | undefined, rule = 'é obrigatório'): T {
    const isAbsent = this.body[name] === undefined || this.body[name] === null;
    if (isAbsent) this.refuse(name, rule);
    if (value === undefined) throw this.#toProblem();
    this.check();
    return value;
  }

  #toProblem(): SimulatorProblem {
    return new SimulatorProblem('RequisicaoInvalida', { violacoes: this.#violacoes });
  }

  #read(name: string, kind: string, accepts: (value: unknown) => boolean): unknown {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (accepts(value)) return value;
    this.refuse(name, `deve ser ${kind}`);
    return undefined;
  }
}

/** A type whose fields are absent instead of `undefined`. */
type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Copies the fields that are not `undefined`. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
