import {
  getMetadataStorage,
  ValidationTypes,
  type MetadataStorage,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { DtoClass } from '../operation.js';
import { getFields } from './field-table.js';
import { KIND_RULES, OBJECT_RULE } from './nested-fields.js';
import type { Rule } from './violation.js';

type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** A class-validator rule of a property, compiled. */
interface Check {
  readonly accepts: (value: unknown, object: object) => boolean;
  readonly rule: Rule;
  /** Whether the parts of a value that breaks the rule are not checked. */
  readonly ofKind: boolean;
}

/** The checks of one property, in class-validator's order. */
interface PropertyPlan {
  readonly property: string;
  readonly checks: readonly Check[];
  /** The plan of the object, or of each object of the list. */
  readonly nested: ValidationPlan | undefined;
  /** The rule that a nested value breaks if it is not an object. */
  readonly nestedRule: Rule;
}

/** All class-validator checks of a class, compiled once. */
export interface ValidationPlan {
  /** The class's own properties, followed by inherited ones. */
  readonly properties: readonly PropertyPlan[];
  readonly byName: ReadonlyMap<string, PropertyPlan>;
}

/** The rule of a value that must be an object. */
export const OBJECT: Rule = { name: 'objeto', text: OBJECT_RULE };

const plans = new WeakMap<DtoClass, ValidationPlan>();

/**
 * Compiles the class-validator decorators of a class. Validating by the plan has the same results
 * as class-validator (a property test compares them), without creating an instance of each nested
 * class and without looking up the metadata for every value, which are the largest costs.
 *
 * @throws Error if a class uses unsupported features (groups, `each`, promises, conditions): an
 * error in the class, not in the value
 */
export function getPlan(dto: DtoClass): ValidationPlan {
  let plan = plans.get(dto);
  if (!plan) {
    plan = compile(dto);
    plans.set(dto, plan);
  }
  return plan;
}

function compile(dto: DtoClass): ValidationPlan {
  const storage = getMetadataStorage();
  const rules = storage.groupByPropertyName(
    storage.getTargetValidationMetadatas(dto, '', false, false),
  );
  const fields = getFields(dto);
  // class-validator lists inherited properties in the order in which files were loaded.
  const names = new Set([...fields.keys(), ...Object.keys(rules)]);
  const properties = [...names].map((property): PropertyPlan => {
    const metadata = rules[property] ?? [];
    const nestedRule = metadata.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
    const nested = fields.get(property)?.nested;
    return {
      property,
      checks: metadata
        .filter((rule) => rule !== nestedRule)
        .flatMap((rule) => buildChecks(dto, rule)),
      nested: nestedRule && nested ? getPlan(nested()) : undefined,
      nestedRule: nestedRule ? { ...OBJECT, text: readText(dto, nestedRule) } : OBJECT,
    };
  });
  return { properties, byName: new Map(properties.map((plan) => [plan.property, plan])) };
}

function buildChecks(dto: DtoClass, rule: ValidationMetadata): Check[] {
  if (rule.type !== ValidationTypes.CUSTOM_VALIDATION || rule.each || hasGroups(rule)) {
    throw unsupported(dto, rule);
  }
  const text = readText(dto, rule);
  const { constraints, propertyName: property } = rule;
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .map((constraint) => {
      if (constraint.async) throw unsupported(dto, rule);
      const validator: ValidatorConstraintInterface = constraint.instance;
      return {
        rule: { name: constraint.name, text },
        ofKind: KIND_RULES.includes(constraint.name),
        accepts: (value, object) =>
          validator.validate(value, {
            value,
            object,
            property,
            targetName: dto.name,
            constraints,
          }) === true,
      };
    });
}

/** Whether a rule has groups; they are absent at run time, contrary to the type. */
function hasGroups({ groups }: { groups?: readonly string[] }): boolean {
  return groups !== undefined && groups.length > 0;
}

function readText(dto: DtoClass, rule: ValidationMetadata): string {
  const prefix = '$property ';
  if (typeof rule.message !== 'string' || !rule.message.startsWith(prefix)) {
    throw unsupported(dto, rule);
  }
  return rule.message.slice(prefix.length);
}

function unsupported(dto: DtoClass, rule: ValidationMetadata): Error {
  return new Error(
    `${dto.name}.${rule.propertyName} has a rule (${rule.name ?? rule.type}) that plans do not support`,
  );
}
