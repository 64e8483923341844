import { replaceAt } from './body-path.js';
import { buildExample } from './build-example.js';
import { findLimit, findNumber } from './limits.js';
import { resolveType, type Part } from './part.js';
import { visitParts } from './visit-parts.js';

/** Values for a text that has no rule except a length. */
export interface FreeValues {
  readonly at: string;
  /** `text` or `number`. */
  readonly kind: string;
  readonly values: readonly { readonly value: unknown; readonly body: unknown }[];
}

/** Texts near plausible limits of the contract. */
const TEXTS = [
  '',
  ' ',
  '0',
  '1',
  '01',
  '-1',
  '1.5',
  '1e3',
  'a',
  'A_b-c~d',
  'ação',
  'a b',
  'a/b',
  'a.b',
  'a?b#c',
  '.',
  '..',
  '😀',
  '+5511912345678',
  'fulano@example.com',
  '2020-01-01',
  ...[19, 20, 25, 26, 28, 29, 30, 35, 36, 77, 78, 200, 201].map((length) => '1'.repeat(length)),
];

/** Identifiers as numbers. */
const NUMBERS = [0, 1, -1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 2 ** 53];

export function* generateFreeTexts(root: Part): Generator<FreeValues> {
  for (const { part, bodyPath } of visitParts(root)) {
    if (bodyPath.length === 0 || !isFree(part)) continue;
    const body = buildExample(root, bodyPath);
    const longest = findNumber(part.rules, 'maxLength') ?? Infinity;
    const texts = TEXTS.filter(
      (text) => text.length >= (findNumber(part.rules, 'minLength') ?? 0) && text.length <= longest,
    );
    const bodies = (values: readonly unknown[]) =>
      values.map((value) => ({ value, body: replaceAt(body, bodyPath, value) }));
    yield { at: part.at, kind: 'text', values: bodies(texts) };
    yield { at: part.at, kind: 'number', values: bodies(NUMBERS) };
  }
}

function isFree(part: Part): boolean {
  const limited = ['pattern', 'enum', 'format'].some(
    (keyword) => findLimit(part.rules, keyword) !== undefined,
  );
  return resolveType(part) === 'string' && !limited;
}
