import type { ValidationViolacao } from '../../errors/index.js';
import { isObject } from '../../errors/json-object.js';
import type { DtoClass } from '../operation.js';
import { join } from './collect-violations.js';
import { findNearMiss } from './near-miss.js';
import { planOf, type Plan } from './plan.js';

const NONE: readonly string[] = [];

/**
 * The unknown fields of a value and of the objects in it whose name is that of a known field of the same object mistyped,
 * such as `expiracaoo`. A known field that is present was not mistyped, so nothing counts as a near miss of it.
 *
 * A reason names the field and the known one, which differ in little, and never a value.
 *
 * @param allowed names that the value itself may have besides the known ones. Default: none
 */
export function collectNearMisses(
  dto: DtoClass,
  value: unknown,
  allowed: readonly string[] = NONE,
): ValidationViolacao[] {
  const violacoes: ValidationViolacao[] = [];
  if (isObject(value)) collect(planOf(dto), value, '', violacoes, allowed);
  return violacoes;
}

function collect(
  plan: Plan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  into: ValidationViolacao[],
  allowed = NONE,
): void {
  for (const name of Object.keys(object)) {
    const known = plan.byName.get(name);
    if (known?.nested) {
      collectNested(known.nested, object[name], join(path, name), into);
    } else if (!known && isPresent(object[name]) && !allowed.includes(name)) {
      report(plan, object, path, name, into);
    }
  }
}

function collectNested(plan: Plan, value: unknown, path: string, into: ValidationViolacao[]): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (isObject(item)) collect(plan, item, `${path}[${index}]`, into);
    });
  } else if (isObject(value)) {
    collect(plan, value, path, into);
  }
}

function report(
  plan: Plan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  name: string,
  into: ValidationViolacao[],
): void {
  const missing = [...plan.byName.keys()].filter((known) => !isPresent(object[known]));
  const meant = findNearMiss(name, missing);
  if (meant === undefined) return;
  const propriedade = join(path, name);
  into.push({
    propriedade,
    razao: `${propriedade} não é um campo conhecido: você quis dizer ${join(path, meant)}? Se o nome está certo, use allowUnknownFields: true`,
  });
}

/** Null members of a body count as absent. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
