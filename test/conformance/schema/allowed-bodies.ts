import { replaceAt } from './body-path.js';
import { buildItems, buildExample } from './build-example.js';
import { makeConsistent } from './consistency-rules.js';
import { listChoices, findLimit, findNumber } from './limits.js';
import { resolveType, type Part } from './part.js';
import { readPattern, textsAround } from './pattern.js';
import { visitParts } from './visit-parts.js';

/** A valid body at the limit of one rule of the file. */
export interface AllowedBody {
  readonly at: string;
  readonly what: string;
  readonly body: unknown;
}

/** Yields bodies with one optional part, also at each of its limits, and an empty body if nothing is required. */
export function* generateAllowedBodies(root: Part): Generator<AllowedBody> {
  if (root.required.size === 0) yield { at: root.at, what: 'nothing', body: buildExample(root) };
  for (const { part, bodyPath } of visitParts(root)) {
    if (bodyPath.length === 0) continue;
    const body = buildExample(root, bodyPath);
    yield { at: part.at, what: 'it', body };
    for (const [what, value] of listLimits(part)) {
      yield { at: part.at, what, body: makeConsistent(replaceAt(body, bodyPath, value)) };
    }
  }
}

function listLimits(part: Part): (readonly [what: string, value: unknown])[] {
  const { rules, items } = part;
  const patterns = rules.filter(({ keyword }) => keyword === 'pattern');
  const texts = patterns.flatMap(({ limit }) => textsAround(String(limit)));
  const choices = listChoices(rules);
  const longest = findNumber(rules, 'maxLength');
  const isText = resolveType(part) === 'string' && texts.length === 0 && choices.length === 0;
  const isNumber = resolveType(part) === 'integer' || resolveType(part) === 'number';
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
      .flatMap((keyword) => findNumber(rules, keyword) ?? [])
      .map((count) => [`${count} items`, items ? buildItems(items, count) : []] as const),
  ].filter(([, value]) => typeof value !== 'string' || fitsPatterns(value, patterns));
}

/** Returns the limits of a number, and numbers near plausible limits of the contract. */
function numbersWithin(rules: Part['rules']): number[] {
  const [least, most] = [findNumber(rules, 'minimum'), findNumber(rules, 'maximum')];
  const isInt64 = findLimit(rules, 'format') === 'int64';
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
