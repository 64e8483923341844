import { ConflictException } from '@nestjs/common';
import { isPixErrorOfClass } from 'nestjs-pix';

/**
 * Waits for a command of the ledger.
 *
 * @throws ConflictException with this text when the state of the charge does not allow it
 */
export async function orConflict<T>(command: Promise<T>, text: string): Promise<T> {
  try {
    return await command;
  } catch (error) {
    if (!isPixErrorOfClass(error, 'ValueError')) throw error;
    throw new ConflictException(text, { cause: error });
  }
}
