import { SimulatorProblem, type SimulatorViolation } from '../problems/simulator-problem.js';
import { violation } from '../problems/violation.js';

/** Reads the fields of a body and collects violations. {@link check} throws all of them at once. */
export class BodyFields {
  readonly #violacoes: SimulatorViolation[] = [];

  constructor(private readonly body: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    return this.#read(name, 'um texto', (value) => typeof value === 'string') as string | undefined;
  }

  /** Reads a required text. If it is missing, returns `''` and adds a violation. */
  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined && this.body[name] === undefined) this.refuse(name, 'é obrigatório');
    return value ?? '';
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
    const violacoes = this.#violacoes;
    if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
  }

  #read(name: string, kind: string, accepts: (value: unknown) => boolean): unknown {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (accepts(value)) return value;
    this.refuse(name, `deve ser ${kind}`);
    return undefined;
  }
}
