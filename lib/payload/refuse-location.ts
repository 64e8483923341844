import { ValidationError } from '../errors/index.js';

/**
 * Builds the refusal of a location. Does not contain its text, which gives access to the payload.
 */
export function refuseLocation(reason: string): ValidationError {
  return new ValidationError(`location ${reason}`, { field: 'location' });
}
