import type { Rule } from './part.js';

/** Returns the limit of a keyword. The last one applies if several parts define it. */
export function findLimit(rules: readonly Rule[], keyword: string): unknown {
  return rules.findLast((rule) => rule.keyword === keyword)?.limit;
}

export function findNumber(rules: readonly Rule[], keyword: string): number | undefined {
  const limit = findLimit(rules, keyword);
  return typeof limit === 'number' ? limit : undefined;
}

/** Returns the values of `enum`. */
export function listChoices(rules: readonly Rule[]): readonly string[] {
  const choices = findLimit(rules, 'enum');
  return Array.isArray(choices) ? choices.map(String) : [];
}
