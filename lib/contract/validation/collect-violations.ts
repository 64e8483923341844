import type { ValidationViolacao } from '../../errors/index.js';
import { isObject } from '../../errors/json-object.js';
import type { DtoClass } from '../operation.js';
import { getPlan, type Plan } from './plan.js';

/** Path of the body as a whole. */
export const WHOLE_BODY = 'body';

/**
 * Collects all violations of a class's rules, in the order of its fields; empty if there are none.
 * Does not modify the value. Paths and reasons never contain a value, which may be a CPF.
 *
 * @param root prefix of the paths: `cob` gives `cob.valor.original`. Default: none
 */
export function collectViolations(dto: DtoClass, value: unknown, root = ''): ValidationViolacao[] {
  return checkFields(dto, value, root).violacoes;
}

/** The result of checking a value. */
export interface Findings {
  readonly violacoes: ValidationViolacao[];
  /** Whether the value, or a nested object, may have a field that its class does not define. */
  hasUnknown: boolean;
}

/** Like {@link collectViolations}, and returns whether there are unknown fields. */
export function checkFields(dto: DtoClass, value: unknown, root = ''): Findings {
  const findings: Findings = { violacoes: [], hasUnknown: false };
  if (isObject(value)) {
    collect(getPlan(dto), value, root, findings);
  } else {
    report(root || WHOLE_BODY, 'deve ser um objeto', findings);
  }
  return findings;
}

function collect(
  plan: Plan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  into: Findings,
): void {
  let known = 0;
  for (const { property, checks, nested, nestedText } of plan.properties) {
    const value = object[property];
    let hasParts = value !== undefined;
    if (hasParts) known += 1;
    for (const { accepts, text, ofKind } of checks) {
      if (accepts(value, object)) continue;
      report(join(path, property), text, into);
      if (ofKind) hasParts = false;
    }
    if (nested && hasParts) collectNested(nested, nestedText, value, join(path, property), into);
  }
  if (Object.keys(object).length !== known) into.hasUnknown = true;
}

function collectNested(
  plan: Plan,
  text: string,
  value: unknown,
  path: string,
  into: Findings,
): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      collectNested(plan, text, item, `${path}[${index}]`, into);
    });
  } else if (isObject(value)) {
    collect(plan, value, path, into);
  } else {
    report(path, text, into);
  }
}

function report(path: string, text: string, into: Findings): void {
  into.violacoes.push({ propriedade: path, razao: `${path} ${text}` });
}

export function join(path: string, property: string): string {
  return path === '' ? property : `${path}.${property}`;
}
