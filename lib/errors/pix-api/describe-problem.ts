import type { PixErrorContext, PixProblem } from './pix-problem.js';

/**
 * Builds a one-line message: what failed, why, where, and what to do if the outcome is unknown.
 * Contains title and detail verbatim.
 * @internal
 */
export function describeProblem(problem: PixProblem, context: PixErrorContext): string {
  const { title, status } = problem;
  const where = [
    context.operation,
    context.provider,
    status === undefined || title === defaultTitle(status) ? undefined : `HTTP ${status}`,
  ].filter((part) => part !== undefined && part !== '');
  return [
    sentence(title, problem.detail ?? ''),
    where.length === 0 ? '' : `(${where.join(', ')})`,
    context.resultUnknown === true
      ? `— the outcome is unknown: ${context.lookup ?? 'read the resource before creating it again'}`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * Returns the title for a response without one (docs/interface.md#errors-of-the-provider).
 * @internal
 */
export function defaultTitle(status: number): string {
  return `Erro HTTP ${status}`;
}

function sentence(title: string, detail: string): string {
  if (detail === '' || detail === title) return title;
  if (title === '') return detail;
  return /[.!?:;…]$/.test(title) ? `${title} ${detail}` : `${title}: ${detail}`;
}
