import type { ValidationViolacao } from 'nestjs-pix';
import { toViolacao } from 'nestjs-pix/spec';

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
