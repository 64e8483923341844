import { toViolacao } from '../../../lib/contract/index.js';
import type { ValidationViolacao } from '../../../lib/errors/index.js';

/** A violation with the value that was sent, if it is shown. */
interface RuleViolation extends ValidationViolacao {
  readonly valor?: string;
}

/**
 * Builds a violation.
 *
 * @param path path of the field or parameter
 * @param rule in Portuguese, to be appended to the path
 * @param valor the value that was sent. Default: none
 */
export function violation(path: string, rule: string, valor?: string): RuleViolation {
  return { ...toViolacao({ path, rule: { text: rule } }), ...(valor !== undefined && { valor }) };
}
