import { agree } from './agreements.js';
import { choicesOf, numberOf } from './limits.js';
import { typeOf, type Part } from './part.js';
import { readPattern, textsAround } from './pattern.js';
import { itemsOf, specimenOf } from './specimen.js';
import { replaceAt } from './trail.js';
import { visitsOf } from './visit.js';

/** A body that goes to the limit of one rule of the file, which all its rules allow. */
export interface Allowance {
  readonly at: string;
  readonly what: string;
  readonly body: unknown;
}

/** Bodies with one part beside the demanded ones, and at each of its limits; nothing where nothing is demanded. */
export function* allowancesOf(root: Part): Generator<Allowance> {
  if (root.required.size === 0) yield { at: root.at, what: 'nothing', body: specimenOf(root) };
  for (const { part, trail } of visitsOf(root)) {
    if (trail.length === 0) continue;
    const body = specimenOf(root, trail);
    yield { at: part.at, what: 'it', body };
    for (const [what, value] of limitsOf(part)) {
      yield { at: part.at, what, body: agree(replaceAt(body, trail, value)) };
    }
  }
}

function limitsOf(part: Part): (readonly [what: string, value: unknown])[] {
  const { rules, items } = part;
  const patterns = rules.filter(({ keyword }) => keyword === 'pattern');
  const texts = patterns.flatMap(({ limit }) => textsAround(String(limit)));
  const choices = choicesOf(rules);
  const longest = numberOf(rules, 'maxLength');
  const isFree = typeOf(part) === 'string' && texts.length === 0 && choices.length === 0;
  return [
    ...choices.map((choice) => [choice, choice] as const),
    ...texts.map((text) => [JSON.stringify(text), text] as const),
    ...(isFree && longest !== undefined
      ? [[`a text of ${longest} characters`, 'x'.repeat(longest)] as const]
      : []),
    ...['minimum', 'maximum']
      .flatMap((keyword) => numberOf(rules, keyword) ?? [])
      .map((bound) => [String(bound), bound] as const),
    ...['minItems', 'maxItems']
      .flatMap((keyword) => numberOf(rules, keyword) ?? [])
      .map((count) => [`${count} items`, items ? itemsOf(items, count) : []] as const),
  ].filter(([, value]) => typeof value !== 'string' || fitsPatterns(value, patterns));
}

function fitsPatterns(text: string, patterns: readonly { readonly limit: unknown }[]): boolean {
  return patterns.every(({ limit }) => readPattern(String(limit)).test(text));
}
