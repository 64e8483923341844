import type { BodyPath } from './body-path.js';
import { makeConsistent } from './consistency-rules.js';
import { listChoices, findLimit, findNumber } from './limits.js';
import { takeAlternative, resolveType, type Part, type Rule } from './part.js';
import { buildMatchingTexts } from './pattern.js';

/** A Pix key. */
const PIX_KEY = 'fulano@example.com';

/** Returns the smallest valid body of a part with the target of a path: the required fields and those on the path. */
export function buildExample(part: Part, bodyPath: BodyPath = []): unknown {
  return makeConsistent(build(part, bodyPath, 0));
}

/** Returns this number of different items. */
export function buildItems(items: Part, count: number): unknown[] {
  return Array.from({ length: count }, (_, nth) => makeConsistent(build(items, [], nth)));
}

function build(part: Part, bodyPath: BodyPath, nth: number): unknown {
  const [step, ...rest] = bodyPath;
  if (step && 'choice' in step) return build(takeAlternative(part, step.choice), rest, nth);
  switch (resolveType(part)) {
    case 'object':
      return buildObject(takeAlternative(part, 0), bodyPath, nth);
    case 'array':
      return part.items ? [build(part.items, rest, nth)] : [];
    case 'integer':
    case 'number':
      return findNumber(part.rules, 'minimum') ?? 1;
    case 'boolean':
      return true;
    default:
      return buildText(part.rules, nth);
  }
}

function buildObject(part: Part, [step, ...rest]: BodyPath, nth: number): object {
  const wanted = step && 'field' in step ? step.field : undefined;
  const names = new Set([...part.required.keys(), ...(wanted === undefined ? [] : [wanted])]);
  const entries = [...part.fields]
    .filter(([name]) => names.has(name))
    .map(([name, field]) => {
      // The file gives only the length of a Pix key (docs/decisions.md D89).
      const value =
        name === 'chave' ? PIX_KEY : build(field.part, name === wanted ? rest : [], nth);
      return [name, value] as const;
    });
  return Object.fromEntries(entries);
}

const FORMATS: Readonly<Record<string, (nth: number) => string>> = {
  // The first date is the last one, so that discounts end before the due date.
  date: (nth) => `2020-01-${String(28 - (nth % 28)).padStart(2, '0')}`,
  'date-time': () => '2020-01-01T00:00:00Z',
  uri: () => 'https://pix.example.com/api',
};

function buildText(rules: readonly Rule[], nth: number): string {
  const [choice] = listChoices(rules);
  if (choice !== undefined) return choice;
  if (findLimit(rules, 'pattern') !== undefined) return buildShortestText(rules);
  const format = String(findLimit(rules, 'format'));
  return FORMATS[format]?.(nth) ?? 'x'.repeat(findNumber(rules, 'minLength') ?? 1);
}

/** Returns the shortest text that matches all patterns. */
function buildShortestText(rules: readonly Rule[]): string {
  const texts = rules
    .filter(({ keyword }) => keyword === 'pattern')
    .map(({ limit }) => buildMatchingTexts(String(limit))[0]);
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? '';
}
