import { isPixError, type PixAPIException } from '../errors/index.js';
import { parseObject } from '../errors/json-object.js';

const absences = new WeakSet<object>();

/**
 * Notes on an error whether the provider itself says that the record does not exist. A 404 of a gateway does not say so:
 * a page in HTML or plain text, or an object with nothing but a message.
 */
export function noteAbsence(error: PixAPIException, status: number, body: string): void {
  if (status !== 404 || !isPixError(error, 'PixRecursoNaoEncontradoException')) return;
  const problem = parseObject(body);
  const isNotice = problem && Object.keys(problem).join() === 'message';
  if (body.trim() === '' || (problem && !isNotice)) absences.add(error);
}

/** Whether the provider itself says that the record does not exist. */
export function isAbsence(error: unknown): boolean {
  return absences.has(error as object);
}
