import type { SimulatorViolation } from './simulator-problem.js';

/**
 * Builds a violation.
 *
 * @param propriedade path of the field or parameter
 * @param rule in Portuguese, to be appended to the path
 * @param valor the value that was sent. Default: none
 */
export function violation(propriedade: string, rule: string, valor?: string): SimulatorViolation {
  return { razao: `${propriedade} ${rule}`, propriedade, ...(valor !== undefined && { valor }) };
}
