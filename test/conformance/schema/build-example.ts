import { agree } from './agreements.js';
import { choicesOf, limitOf, numberOf } from './limits.js';
import { takeAlternative, typeOf, type Part, type Rule } from './part.js';
import { textsOf } from './pattern.js';
import type { Trail } from './trail.js';

/** A Pix key. */
const PIX_KEY = 'fulano@example.com';

/** Returns the smallest valid body of a part with the target of a trail: the required fields and those on the trail. */
export function specimenOf(part: Part, trail: Trail = []): unknown {
  return agree(build(part, trail, 0));
}

/** Returns this number of different items. */
export function itemsOf(items: Part, count: number): unknown[] {
  return Array.from({ length: count }, (_, nth) => agree(build(items, [], nth)));
}

function build(part: Part, trail: Trail, nth: number): unknown {
  const [step, ...rest] = trail;
  if (step && 'choice' in step) return build(takeAlternative(part, step.choice), rest, nth);
  switch (typeOf(part)) {
    case 'object':
      return buildObject(takeAlternative(part, 0), trail, nth);
    case 'array':
      return part.items ? [build(part.items, rest, nth)] : [];
    case 'integer':
    case 'number':
      return numberOf(part.rules, 'minimum') ?? 1;
    case 'boolean':
      return true;
    default:
      return textOf(part.rules, nth);
  }
}

function buildObject(part: Part, [step, ...rest]: Trail, nth: number): object {
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

function textOf(rules: readonly Rule[], nth: number): string {
  const [choice] = choicesOf(rules);
  if (choice !== undefined) return choice;
  if (limitOf(rules, 'pattern') !== undefined) return shortestOf(rules);
  const format = String(limitOf(rules, 'format'));
  return FORMATS[format]?.(nth) ?? 'x'.repeat(numberOf(rules, 'minLength') ?? 1);
}

/** Returns the shortest text that matches all patterns. */
function shortestOf(rules: readonly Rule[]): string {
  const texts = rules
    .filter(({ keyword }) => keyword === 'pattern')
    .map(({ limit }) => textsOf(String(limit))[0]);
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? '';
}
