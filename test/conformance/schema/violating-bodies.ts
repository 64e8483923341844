import { takeAlternative, typeOf, type Part } from './part.js';
import { specimenOf } from './specimen.js';
import { pathOf, replaceAt, type Trail } from './trail.js';
import { visitsOf, type Visit } from './visit.js';
import { wrongValuesOf } from './wrong-values.js';

/** A body that violates one rule of the file. */
export interface Breach {
  /** Where the file defines the rule. */
  readonly at: string;
  readonly rule: string;
  readonly body: unknown;
  /** The invalid value; `undefined` for a missing one. */
  readonly value: unknown;
  /** Paths of which a refusal must name at least one. */
  readonly named: readonly string[];
}

/**
 * Yields one body for each violated rule of a body.
 *
 * @param listed values of all enums of the specification
 */
export function* breachesOf(root: Part, listed: readonly string[] = []): Generator<Breach> {
  for (const visit of visitsOf(root)) {
    const body = specimenOf(root, visit.trail);
    yield* wrongParts(visit, body, listed);
    yield* missingFields(visit, body);
    yield* wrongChoices(visit, body);
  }
}

function* wrongParts(
  { part, trail }: Visit,
  body: unknown,
  listed: readonly string[],
): Generator<Breach> {
  const named = namesOf(trail);
  for (const { rule, value } of wrongValuesOf(part, partAt(body, trail), listed)) {
    yield { at: part.at, rule, body: replaceAt(body, trail, value), value, named };
  }
}

function* missingFields({ part, trail, whole }: Visit, body: unknown): Generator<Breach> {
  // The missing field may belong to another alternative than that of the body.
  const alternatives = whole.alternatives.flatMap(({ required }) => [...required.keys()]);
  for (const [field, at] of part.required) {
    const missing = [...trail, { field }];
    const named = alternatives.includes(field) ? [field, ...alternatives] : [field];
    yield {
      at,
      rule: 'required',
      body: part.fields.has(field) ? replaceAt(body, missing, undefined) : body,
      value: undefined,
      named: named.map((name) => pathOf([...trail, { field: name }])),
    };
  }
}

/** Yields bodies with none or all of several exclusive alternatives. */
function* wrongChoices({ trail, whole }: Visit, body: unknown): Generator<Breach> {
  const step = trail.at(-1);
  if (!whole.exclusive || !step || !('choice' in step) || step.choice !== 0) return;
  const fields = [...new Set(whole.alternatives.flatMap(({ fields }) => [...fields.keys()]))];
  const only = fields.filter(
    (field) => !whole.alternatives.every((alternative) => alternative.fields.has(field)),
  );
  if (typeOf(whole) !== 'object' || only.length === 0) return;
  const parent = trail.slice(0, -1);
  const named = only.map((field) => pathOf([...parent, { field }]));
  const value = partAt(body, parent) as object;
  const none = Object.fromEntries(Object.entries(value).filter(([name]) => !only.includes(name)));
  const all = only.reduce((object, field) => {
    const choice = whole.alternatives.findIndex((alternative) => alternative.fields.has(field));
    const whence = specimenOf(takeAlternative(whole, choice), [{ field }]) as object;
    return { ...object, [field]: Reflect.get(whence, field) as unknown };
  }, none);
  const at = whole.at;
  yield { at, rule: 'oneOf (none)', body: replaceAt(body, parent, none), value: none, named };
  yield { at, rule: 'oneOf (all)', body: replaceAt(body, parent, all), value: all, named };
}

/** Returns the path of a part, and for a list item also the path of its list. */
function namesOf(trail: Trail): string[] {
  const path = pathOf(trail);
  return [path === '' ? 'body' : path, path.replace(/\[\d+\]$/, '')];
}

function partAt(body: unknown, trail: Trail): unknown {
  return trail.reduce((part, step) => {
    if ('choice' in step) return part;
    return Reflect.get(part as object, 'item' in step ? step.item : step.field) as unknown;
  }, body);
}
