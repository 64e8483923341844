import { isObject } from '../../errors/json-object.js';
import type { ValidationViolacao } from '../../errors/index.js';
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
  const violacoes: ValidationViolacao[] = [];
  if (isObject(value)) {
    collect(planOf(dto), value, root, violacoes);
  } else {
    report(root || WHOLE_BODY, 'deve ser um objeto', violacoes);
  }
  return violacoes;
}

function collect(
  plan: Plan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  into: ValidationViolacao[],
): void {
  for (const { property, checks, nested, nestedText } of plan) {
    const value = object[property];
    let hasParts = value !== undefined;
    for (const { accepts, text, ofKind } of checks) {
      if (accepts(value, object)) continue;
      report(join(path, property), text, into);
      if (ofKind) hasParts = false;
    }
    if (nested && hasParts) collectNested(nested, nestedText, value, join(path, property), into);
  }
}

function collectNested(
  plan: Plan,
  text: string,
  value: unknown,
  path: string,
  into: ValidationViolacao[],
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

function report(path: string, text: string, into: ValidationViolacao[]): void {
  into.push({ propriedade: path, razao: `${path} ${text}` });
}

function join(path: string, property: string): string {
  return path === '' ? property : `${path}.${property}`;
}
