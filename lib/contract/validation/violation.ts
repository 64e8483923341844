import type { ValidationViolacao } from '../../errors/index.js';

/** A rule of a field. */
export interface Rule {
  /** Machine-readable name, which is also class-validator's: `obrigatorio`. */
  readonly name: string;
  /** The rule with its parameters in Portuguese, to be appended to the path. */
  readonly text: string;
}

/** A field and the rule that it breaks. Never contains the value, which may be a CPF. */
export interface Violation {
  /** Path of the field: `valor.original`, `infoAdicionais[0].nome`. */
  readonly path: string;
  readonly rule: Rule;
}

/** Renders a violation as the item of an error. */
export function toViolacao({
  path,
  rule,
}: {
  readonly path: string;
  readonly rule: Pick<Rule, 'text'>;
}): ValidationViolacao {
  return { propriedade: path, razao: `${path} ${rule.text}` };
}
