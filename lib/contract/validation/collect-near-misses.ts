import { isObject } from '../../errors/index.js';
import type { DtoClass } from '../operation.js';
import { join } from './collect-violations.js';
import { findNearMiss } from './near-miss.js';
import { getPlan, type ValidationPlan } from './plan.js';
import type { Violation } from './violation.js';

const NONE: readonly string[] = [];

/**
 * Collects the unknown fields of a value and of its nested objects whose name resembles that of a
 * known field, such as `expiracaoo`. The known field may be present as well: then one of the two
 * values would have no effect.
 *
 * A violation contains the unknown and the known name, and never a value.
 *
 * @param allowed additional names that the value itself may have. Default: none
 */
export function collectNearMisses(
  dto: DtoClass,
  value: unknown,
  allowed: readonly string[] = NONE,
): Violation[] {
  const violations: Violation[] = [];
  if (isObject(value)) collect(getPlan(dto), value, '', violations, allowed);
  return violations;
}

function collect(
  plan: ValidationPlan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  into: Violation[],
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

function collectNested(
  plan: ValidationPlan,
  value: unknown,
  path: string,
  into: Violation[],
): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (isObject(item)) collect(plan, item, `${path}[${index}]`, into);
    });
  } else if (isObject(value)) {
    collect(plan, value, path, into);
  }
}

function report(
  plan: ValidationPlan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  name: string,
  into: Violation[],
): void {
  const known = [...plan.byName.keys()];
  const missing = known.filter((field) => !isPresent(object[field]));
  const meant = findNearMiss(name, missing) ?? findNearMiss(name, known);
  if (meant === undefined) return;
  into.push({
    path: join(path, name),
    rule: {
      name: 'desconhecido',
      text: `não é um campo conhecido: você quis dizer ${join(path, meant)}? Se o nome está certo, use allowUnknownFields: true`,
    },
  });
}

/** Whether a member is present; null members count as absent. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
