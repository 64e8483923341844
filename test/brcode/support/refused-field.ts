import { isValidationError } from '../../../lib/errors/index.js';

/** The field that a call refuses; `undefined` when it refuses none. */
export function refusedField(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error.field;
    throw error;
  }
  return undefined;
}
