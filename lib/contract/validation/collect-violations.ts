import type { ValidationViolacao } from '../../errors/index.js';
import { isObject } from '../../errors/json-object.js';
import type { DtoClass } from '../operation.js';
import { planOf, type Plan } from './plan.js';

/** Name of a body as a whole, where no field's path can be given. */
export const WHOLE_BODY = 'body';

/**
 * All rules of a class that a value breaks, in the order of the class's fields; empty when it breaks
 * none. The value is only read. Neither path nor reason ever holds a value, which may be a CPF.
 *
 * @param root what the paths begin with: `cob` gives `cob.valor.original`. Default: nothing
 */
export function collectViolations(dto: DtoClass, value: unknown, root = ''): ValidationViolacao[] {
  return checkFields(dto, value, root).violacoes;
}

/** What a check of a value found. */
export interface Findings {
  readonly violacoes: ValidationViolacao[];
  /** Whether the value, or an object in it, may have a field that its class does not know. */
  hasUnknown: boolean;
}

/** As {@link collectViolations}, and says whether there are fields that no rule was about. */
export function checkFields(dto: DtoClass, value: unknown, root = ''): Findings {
  const findings: Findings = { violacoes: [], hasUnknown: false };
  if (isObject(value)) {
    collect(planOf(dto), value, root, findings);
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
