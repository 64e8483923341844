import { isPixError, type PixAPIException, parseObject } from '../errors/index.js';

const absences = new WeakSet<object>();

/**
 * Marks an error if the provider itself reports that the record does not exist. A 404 of a gateway
 * does not count: a page in HTML or plain text, or an object with only a message.
 */
export function markAbsence(error: PixAPIException, status: number, body: string): void {
  if (status !== 404 || !isPixError(error, 'PixRecursoNaoEncontradoException')) return;
  const problem = parseObject(body);
  const isNotice = problem && Object.keys(problem).join() === 'message';
  if (body.trim() === '' || (problem && !isNotice)) absences.add(error);
}

/** Whether the provider itself reports that the record does not exist. */
export function isAbsence(error: unknown): boolean {
  return absences.has(error as object);
}
