import { rm, writeFile } from 'node:fs/promises';
import { CommandError } from './command-error.js';

/** Mode of files with keys and secrets: only their owner can read them. */
export const PRIVATE = 0o600;
export const PUBLIC = 0o644;

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly content: string | Buffer;
  readonly mode: number;
}

/**
 * Writes files that do not exist, each with its mode from the beginning. With `force`, existing files are removed first,
 * because they would keep their mode.
 *
 * @throws CommandError if a file exists or cannot be written; files that were written before are removed
 */
export async function writeNewFiles(files: readonly NewFile[], force = false): Promise<void> {
  const written: string[] = [];
  for (const { path, content, mode } of files) {
    try {
      if (force) await rm(path, { force });
      await writeFile(path, content, { mode, flag: 'wx' });
      written.push(path);
    } catch (error) {
      for (const other of written) await rm(other, { force: true });
      throw new CommandError(describe(error as NodeJS.ErrnoException, path));
    }
  }
}

function describe({ code = 'unknown error' }: NodeJS.ErrnoException, path: string): string {
  return code === 'EEXIST'
    ? `${path} exists. Choose another file with --out, or replace it with --force.`
    : `cannot write ${path} (${code}). Choose another file with --out.`;
}
