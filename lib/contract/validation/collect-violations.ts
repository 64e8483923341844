import { isObject } from '../../errors/index.js';
import type { DtoClass } from '../operation.js';
import { getPlan, OBJECT, type ValidationPlan } from './plan.js';
import type { Rule, Violation } from './violation.js';

/** Path of the body as a whole. */
export const WHOLE_BODY = 'body';

/**
 * Collects all violations of a class's rules, in the order of its fields; empty if there are none.
 * Does not modify the value. A violation never contains the value, which may be a CPF.
 *
 * @param root prefix of the paths: `cob` gives `cob.valor.original`. Default: none
 */
export function collectViolations(dto: DtoClass, value: unknown, root = ''): Violation[] {
  return checkFields(dto, value, root).violations;
}

/** The result of checking a value. */
export interface Findings {
  readonly violations: Violation[];
  /** Whether the value, or a nested object, may have a field that its class does not define. */
  hasUnknown: boolean;
}

/** Like {@link collectViolations}, and returns whether there are unknown fields. */
export function checkFields(dto: DtoClass, value: unknown, root = ''): Findings {
  const findings: Findings = { violations: [], hasUnknown: false };
  if (isObject(value)) {
    collect(getPlan(dto), value, root, findings);
  } else {
    report(root || WHOLE_BODY, OBJECT, findings);
  }
  return findings;
}

function collect(
  plan: ValidationPlan,
  object: Readonly<Record<string, unknown>>,
  path: string,
  into: Findings,
): void {
  let known = 0;
  for (const { property, checks, nested, nestedRule } of plan.properties) {
    const value = object[property];
    let hasParts = value !== undefined;
    if (hasParts) known += 1;
    for (const { accepts, rule, ofKind } of checks) {
      if (accepts(value, object)) continue;
      report(join(path, property), rule, into);
      if (ofKind) hasParts = false;
    }
    if (nested && hasParts) collectNested(nested, nestedRule, value, join(path, property), into);
  }
  if (Object.keys(object).length !== known) into.hasUnknown = true;
}

function collectNested(
  plan: ValidationPlan,
  rule: Rule,
  value: unknown,
  path: string,
  into: Findings,
): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      collectNested(plan, rule, item, `${path}[${index}]`, into);
    });
  } else if (isObject(value)) {
    collect(plan, value, path, into);
  } else {
    report(path, rule, into);
  }
}

function report(path: string, rule: Rule, into: Findings): void {
  into.violations.push({ path, rule });
}

export function join(path: string, property: string): string {
  return path === '' ? property : `${path}.${property}`;
}
