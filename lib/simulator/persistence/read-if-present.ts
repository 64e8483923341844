import { readFileSync } from 'node:fs';
import { getErrorCode } from '../../errors/index.js';

/** Reads a file. Returns `undefined` if it does not exist. */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
