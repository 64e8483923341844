import type { Rule } from './part.js';

/** The limit of a keyword; the last one stands where several parts set one. */
export function limitOf(rules: readonly Rule[], keyword: string): unknown {
  return rules.findLast((rule) => rule.keyword === keyword)?.limit;
}

export function numberOf(rules: readonly Rule[], keyword: string): number | undefined {
  const limit = limitOf(rules, keyword);
  return typeof limit === 'number' ? limit : undefined;
}

/** The texts that `enum` lists. */
export function choicesOf(rules: readonly Rule[]): readonly string[] {
  const choices = limitOf(rules, 'enum');
  return Array.isArray(choices) ? choices.map(String) : [];
}
