import { isPixErrorOfClass, type PixAPIException, parseObject } from '../errors/index.js';

const absences = new WeakSet<object>();

/**
 * Marks an error if the provider itself reports that the record does not exist. A 404 of a gateway
 * does not count: a page in HTML or plain text, or an object with only a message.
 */
export function markAbsence(error: PixAPIException, status: number, body: string): void {
  if (status !== 404 || !isPixErrorOfClass(error, 'PixRecursoNaoEncontradoException')) return;
  const problem = parseObject(body);
  const isNotice = problem && Object.keys(problem).join() === 'message';
  if (body.trim() === '' || (problem && !isNotice)) absences.add(error);
}

/** Whether the provider itself reports that the record does not exist. */
export function isAbsence(error: unknown): boolean {
  return absences.has(error as object);
}

/**
 * Whether the body of a 404 is the provider's report that a list is empty (docs/decisions.md D143): a list of
 * `erros`, or a problem with a title or detail. A gateway's notice and an empty body are not: read as an empty
 * list, a wrong address would report that nothing was paid.
 */
export function reportsEmptyList(body: string): boolean {
  const report = parseObject(body);
  if (!report) return false;
  const { erros, title, detail } = report;
  if (Array.isArray(erros)) return erros.length > 0;
  return typeof title === 'string' || typeof detail === 'string';
}
