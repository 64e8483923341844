import { ValidationError } from '../errors/index.js';

/** The refusal of a location. Its text is kept out: it gives whoever has it the payload. @internal */
export function refuseLocation(reason: string): ValidationError {
  return new ValidationError(`location ${reason}`, { field: 'location' });
}
