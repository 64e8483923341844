import {
  getMetadataStorage,
  ValidationTypes,
  type MetadataStorage,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { DtoClass } from '../operation.js';
import { fieldsOf } from './field-table.js';
import { KIND_RULES } from './nested-fields.js';

type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** One class-validator rule of a property, ready to run. */
interface Check {
  readonly accepts: (value: unknown, object: object) => boolean;
  /** The rule, as it follows the property's path. */
  readonly text: string;
  /** Whether a value that breaks it has no parts worth checking. */
  readonly ofKind: boolean;
}

/** What is checked of one property, in class-validator's order. */
interface PropertyPlan {
  readonly property: string;
  readonly checks: readonly Check[];
  /** Plan of the object, or of each object of the list. */
  readonly nested: Plan | undefined;
  /** The rule that a nested value breaks when it is no object. */
  readonly nestedText: string;
}

/** All that class-validator would check of a class, looked up once. */
export interface Plan {
  /** The class's own properties first, then inherited ones. */
  readonly properties: readonly PropertyPlan[];
  readonly byName: ReadonlyMap<string, PropertyPlan>;
}

const plans = new WeakMap<DtoClass, Plan>();

/**
 * Compiles the class-validator decorators of a class. Validating by the plan gives class-validator's
 * own verdicts (a property test compares them) without making an instance of each nested class and
 * without looking the metadata up again for every value, which is most of what those cost.
 *
 * @throws Error when a class uses what the plan does not carry out (groups, `each`, promises,
 *   conditions): a mistake in the class, not in the value
 */
export function planOf(dto: DtoClass): Plan {
  let plan = plans.get(dto);
  if (!plan) {
    plan = compile(dto);
    plans.set(dto, plan);
  }
  return plan;
}

function compile(dto: DtoClass): Plan {
  const storage = getMetadataStorage();
  const rules = storage.groupByPropertyName(
    storage.getTargetValidationMetadatas(dto, '', false, false),
  );
  const fields = fieldsOf(dto);
  // class-validator lists inherited properties in the order in which files were loaded.
  const names = new Set([...fields.keys(), ...Object.keys(rules)]);
  const properties = [...names].map((property): PropertyPlan => {
    const metadata = rules[property] ?? [];
    const nestedRule = metadata.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
    const nested = fields.get(property)?.nested;
    return {
      property,
      checks: metadata.filter((rule) => rule !== nestedRule).flatMap((rule) => checksOf(dto, rule)),
      nested: nestedRule && nested ? planOf(nested()) : undefined,
      nestedText: nestedRule ? textOf(dto, nestedRule) : '',
    };
  });
  return { properties, byName: new Map(properties.map((plan) => [plan.property, plan])) };
}

function checksOf(dto: DtoClass, rule: ValidationMetadata): Check[] {
  if (rule.type !== ValidationTypes.CUSTOM_VALIDATION || rule.each || hasGroups(rule)) {
    throw unsupported(dto, rule);
  }
  const text = textOf(dto, rule);
  const { constraints, propertyName: property } = rule;
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .map((constraint) => {
      if (constraint.async) throw unsupported(dto, rule);
      const validator: ValidatorConstraintInterface = constraint.instance;
      return {
        text,
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

/** Absent at run time where the type says an array. */
function hasGroups({ groups }: { groups?: readonly string[] }): boolean {
  return groups !== undefined && groups.length > 0;
}

function textOf(dto: DtoClass, rule: ValidationMetadata): string {
  const prefix = '$property ';
  if (typeof rule.message !== 'string' || !rule.message.startsWith(prefix)) {
    throw unsupported(dto, rule);
  }
  return rule.message.slice(prefix.length);
}

function unsupported(dto: DtoClass, rule: ValidationMetadata): Error {
  return new Error(
    `${dto.name}.${rule.propertyName} has a rule (${rule.name ?? rule.type}) that no plan carries out`,
  );
}
