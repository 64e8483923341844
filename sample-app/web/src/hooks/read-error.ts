import { ApiError } from '../api/call.js';

/** Returns the text about a failure for the person at the screen. */
export function readError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  console.error(error);
  return 'Algo deu errado nesta página. Recarregue e tente de novo.';
}
