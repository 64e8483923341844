import { allowancesOf } from '../schema/allowances.js';
import { breachesOf, type Breach } from '../schema/breaches.js';
import type { Part, Rule } from '../schema/part.js';
import { isPrintedAsMeant } from '../schema/pattern.js';
import { visitsOf } from '../schema/visit.js';
import { eachCase, joinOutcomes, type Finding, type Outcome } from './check.js';

/** Paths of what is refused in a value; none when it is taken. */
export type Judge = (value: unknown) => readonly string[];

/**
 * Whether a judge refuses whatever breaks one rule of a part, by the name of what breaks it, and takes what
 * goes to the limits of the rules.
 */
export async function checkRules(part: Part, judge: Judge): Promise<Outcome> {
  return joinOutcomes(
    await eachCase(printedRulesOf(part), ({ at, rule: { keyword, limit, printed } }) => {
      if (printed !== undefined) return [{ at, what: `${printed} is read as ${keyword}` }];
      if (keyword !== 'pattern' || isPrintedAsMeant(String(limit))) return [];
      return [{ at: `pattern ${String(limit)}`, what: 'is read without slashes and anchored' }];
    }),
    await eachCase(allowancesOf(part), ({ at, what, body }) => {
      const refused = judge(body);
      return refused.length === 0 ? [] : [{ at, what: `${what} is refused for ${refused.join()}` }];
    }),
    await eachCase(breachesOf(part), (breach) => lookAt(breach, judge(breach.body))),
  );
}

function* printedRulesOf(part: Part): Generator<{ at: string; rule: Rule }> {
  for (const { part: visited } of visitsOf(part)) {
    for (const rule of visited.rules) yield { at: visited.at, rule };
  }
}

function lookAt({ at, rule, value, named }: Breach, refused: readonly string[]): Finding[] {
  if (refused.some((path) => named.includes(path))) return [];
  const what = refused.length === 0 ? 'is taken' : `is refused for ${refused.join()}`;
  return [{ at, what: `${rule}: ${show(value)} ${what}` }];
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 36)}… (${text.length})` : text;
}
