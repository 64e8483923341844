import { toViolationPath, replaceAt, type BodyPath } from './body-path.js';
import { buildExample } from './build-example.js';
import { takeAlternative, resolveType, type Part } from './part.js';
import { visitParts, type Visit } from './visit-parts.js';
import { buildWrongValues } from './wrong-values.js';

/** A body that violates one rule of the file. */
export interface ViolatingBody {
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
export function* generateViolatingBodies(
  root: Part,
  listed: readonly string[] = [],
): Generator<ViolatingBody> {
  for (const visit of visitParts(root)) {
    const body = buildExample(root, visit.bodyPath);
    yield* wrongParts(visit, body, listed);
    yield* missingFields(visit, body);
    yield* wrongChoices(visit, body);
  }
}

function* wrongParts(
  { part, bodyPath }: Visit,
  body: unknown,
  listed: readonly string[],
): Generator<ViolatingBody> {
  const named = listNames(bodyPath);
  for (const { rule, value } of buildWrongValues(part, partAt(body, bodyPath), listed)) {
    yield { at: part.at, rule, body: replaceAt(body, bodyPath, value), value, named };
  }
}

function* missingFields({ part, bodyPath, whole }: Visit, body: unknown): Generator<ViolatingBody> {
  // The missing field may belong to another alternative than that of the body.
  const alternatives = whole.alternatives.flatMap(({ required }) => [...required.keys()]);
  for (const [field, at] of part.required) {
    const missing = [...bodyPath, { field }];
    const named = alternatives.includes(field) ? [field, ...alternatives] : [field];
    yield {
      at,
      rule: 'required',
      body: part.fields.has(field) ? replaceAt(body, missing, undefined) : body,
      value: undefined,
      named: named.map((name) => toViolationPath([...bodyPath, { field: name }])),
    };
  }
}

/** Yields bodies with none or all of several exclusive alternatives. */
function* wrongChoices({ bodyPath, whole }: Visit, body: unknown): Generator<ViolatingBody> {
  const step = bodyPath.at(-1);
  if (!whole.exclusive || !step || !('choice' in step) || step.choice !== 0) return;
  const fields = [...new Set(whole.alternatives.flatMap(({ fields }) => [...fields.keys()]))];
  const only = fields.filter(
    (field) => !whole.alternatives.every((alternative) => alternative.fields.has(field)),
  );
  if (resolveType(whole) !== 'object' || only.length === 0) return;
  const parent = bodyPath.slice(0, -1);
  const named = only.map((field) => toViolationPath([...parent, { field }]));
  const value = partAt(body, parent) as object;
  const none = Object.fromEntries(Object.entries(value).filter(([name]) => !only.includes(name)));
  const all = only.reduce((object, field) => {
    const choice = whole.alternatives.findIndex((alternative) => alternative.fields.has(field));
    const source = buildExample(takeAlternative(whole, choice), [{ field }]) as object;
    return { ...object, [field]: Reflect.get(source, field) as unknown };
  }, none);
  const at = whole.at;
  yield { at, rule: 'oneOf (none)', body: replaceAt(body, parent, none), value: none, named };
  yield { at, rule: 'oneOf (all)', body: replaceAt(body, parent, all), value: all, named };
}

/** Returns the path of a part, and for a list item also the path of its list. */
function listNames(bodyPath: BodyPath): string[] {
  const path = toViolationPath(bodyPath);
  return [path === '' ? 'body' : path, path.replace(/\[\d+\]$/, '')];
}

function partAt(body: unknown, bodyPath: BodyPath): unknown {
  return bodyPath.reduce((part, step) => {
    if ('choice' in step) return part;
    return Reflect.get(part as object, 'item' in step ? step.item : step.field) as unknown;
  }, body);
}
