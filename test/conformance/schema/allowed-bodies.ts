import { agree } from './agreements.js';
import { choicesOf, limitOf, numberOf } from './limits.js';
import { typeOf, type Part } from './part.js';
import { readPattern, textsAround } from './pattern.js';
import { itemsOf, specimenOf } from './specimen.js';
import { replaceAt } from './trail.js';
import { visitsOf } from './visit.js';

/** A valid body at the limit of one rule of the file. */
export interface Allowance {
  readonly at: string;
  readonly what: string;
  readonly body: unknown;
}

/** Yields bodies with one optional part, also at each of its limits, and an empty body if nothing is required. */
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
  const isText = typeOf(part) === 'string' && texts.length === 0 && choices.length === 0;
  const isNumber = typeOf(part) === 'integer' || typeOf(part) === 'number';
  return [
    ...choices.map((choice) => [choice, choice] as const),
    ...texts.map((text) => [JSON.stringify(text), text] as const),
    ...(isText && longest !== undefined
      ? [
          [`a text of ${longest} characters`, 'x'.repeat(longest)] as const,
          [`${longest} characters of two units`, '😀'.repeat(longest)] as const,
        ]
      : []),
    ...(isNumber ? numbersWithin(rules).map((number) => [String(number), number] as const) : []),
    ...['minItems', 'maxItems']
      .flatMap((keyword) => numberOf(rules, keyword) ?? [])
      .map((count) => [`${count} items`, items ? itemsOf(items, count) : []] as const),
  ].filter(([, value]) => typeof value !== 'string' || fitsPatterns(value, patterns));
}

/** Returns the limits of a number, and numbers near plausible limits of the contract. */
function numbersWithin(rules: Part['rules']): number[] {
  const [least, most] = [numberOf(rules, 'minimum'), numberOf(rules, 'maximum')];
  const isInt64 = limitOf(rules, 'format') === 'int64';
  const greatest = isInt64 ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1;
  const near = [-1, 0, 1, 2, 100, 1000, 1001, 86_400, 31_536_000, greatest];
  const bounds = [least, most].filter((bound) => bound !== undefined);
  return [...new Set([...bounds, ...near])].filter(
    (number) => number >= (least ?? -Infinity) && number <= (most ?? Infinity),
  );
}

function fitsPatterns(text: string, patterns: readonly { readonly limit: unknown }[]): boolean {
  return patterns.every(({ limit }) => readPattern(String(limit)).test(text));
}
