import { isValidationError } from '../../../lib/errors/index.js';

/** Returns the field that a call refuses, or `undefined`. */
export function refusedField(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error.field;
    throw error;
  }
  return undefined;
}
