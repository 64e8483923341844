import { generateAllowedBodies } from '../schema/allowed-bodies.js';
import { generateFreeTexts } from '../schema/free-texts.js';
import type { Part, Rule } from '../schema/part.js';
import { isPrintedAsMeant } from '../schema/pattern.js';
import { generateViolatingBodies, type ViolatingBody } from '../schema/violating-bodies.js';
import { visitParts } from '../schema/visit-parts.js';
import { eachCase, joinOutcomes, type Finding, type Outcome } from './check.js';

/** Returns the paths that are refused in a value, or an empty list. */
export type FindRefused = (value: unknown) => readonly string[];

/**
 * Checks that values which violate one rule of a part are refused with the name of the field, and that values at the
 * limits of the rules are accepted.
 *
 * @param listed values of all enums of the specification, which are plausible wrong values of each enum
 */
export async function checkRules(
  part: Part,
  listed: readonly string[],
  findRefused: FindRefused,
): Promise<Outcome> {
  return joinOutcomes(
    await eachCase(listPrintedRules(part), ({ at, rule: { keyword, limit, printed } }) => {
      if (printed !== undefined) return [{ at, what: `${printed} is read as ${keyword}` }];
      if (keyword !== 'pattern' || isPrintedAsMeant(String(limit))) return [];
      return [{ at: `pattern ${String(limit)}`, what: 'is read without slashes and anchored' }];
    }),
    await eachCase(generateAllowedBodies(part), ({ at, what, body }) => {
      const refused = findRefused(body);
      return refused.length === 0 ? [] : [refusal(at, what, refused)];
    }),
    await eachCase(generateFreeTexts(part), ({ at, kind, values }) => {
      const [taken, refused] = partition(values, ({ body }) => findRefused(body).length === 0);
      // A text field accepts every text and no number.
      if ((kind === 'text' ? refused : taken).length === 0) return [];
      const isShort = taken.length < refused.length;
      const named = (isShort ? taken : refused).map(({ value }) => show(value)).join();
      return [{ at, what: `as any ${kind}, ${isShort ? 'accepts only' : 'refuses'} ${named}` }];
    }),
    await eachCase(generateViolatingBodies(part, listed), (violating) =>
      lookAt(violating, findRefused(violating.body)),
    ),
  );
}

/** Returns the finding of an allowed value that is refused. It contains only the last path segments. */
export function refusal(at: string, what: string, refused: readonly string[]): Finding {
  const names = new Set(refused.map((path) => path.replace(/.*\./, '')));
  return { at, what: `${what} is refused for ${[...names].join()}` };
}

function* listPrintedRules(part: Part): Generator<{ at: string; rule: Rule }> {
  for (const { part: visited } of visitParts(part)) {
    for (const rule of visited.rules) yield { at: visited.at, rule };
  }
}

function lookAt({ at, rule, value, named }: ViolatingBody, refused: readonly string[]): Finding[] {
  if (refused.some((path) => named.includes(path))) return [];
  const what = refused.length === 0 ? 'is accepted' : `is refused for ${refused.join()}`;
  return [{ at, what: `${rule}: ${show(value)} ${what}` }];
}

function partition<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  const passed = all.filter(test);
  return [passed, all.filter((each) => !passed.includes(each))];
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 40 || /^"1{17,}"$/.test(text)
    ? `${text.slice(0, 4)}… (${Array.from(text).length - 2})`
    : text;
}
