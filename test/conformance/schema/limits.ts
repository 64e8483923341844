import type { Rule } from './part.js';

/** Returns the limit of a keyword. The last one applies if several parts define it. */
export function limitOf(rules: readonly Rule[], keyword: string): unknown {
  return rules.findLast((rule) => rule.keyword === keyword)?.limit;
}

export function numberOf(rules: readonly Rule[], keyword: string): number | undefined {
  const limit = limitOf(rules, keyword);
  return typeof limit === 'number' ? limit : undefined;
}

/** Returns the values of `enum`. */
export function choicesOf(rules: readonly Rule[]): readonly string[] {
  const choices = limitOf(rules, 'enum');
  return Array.isArray(choices) ? choices.map(String) : [];
}
