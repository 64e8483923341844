import { ApiError } from './call.js';

/** Without a response, the action may have taken effect: the message says so. */
export function explainUnknown(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 0) return error;
  return new ApiError(`Resultado desconhecido. ${error.message}`, 0);
}
