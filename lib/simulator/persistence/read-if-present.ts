import { readFileSync } from 'node:fs';

/** Reads a file. Returns `undefined` if it does not exist. */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
