import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';

/** The storage of a state: one file of lines. */
export interface StateFile {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Returns the content; empty if there is no file. */
  read(): string;
  /**
   * Writes a text at a position. Throws the error of the storage; a part may have been written.
   * @returns the position after the text
   */
  write(text: string, position: number): number;
  /**
   * Replaces the content atomically: after a crash, the file has the old or the new content.
   * @returns the new size
   */
  replace(lines: Iterable<string>): number;
  close(): void;
}

/** File mode: only the owner can read the file, because it contains private keys and credentials. */
const PRIVATE = 0o600;

/** A state in a file of the file system. */
export class DiskStateFile implements StateFile {
  #file: number | undefined;

  constructor(readonly path: string) {}

  read(): string {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : '';
  }

  write(text: string, position: number): number {
    this.#file ??= openSync(this.path, 'r+');
    return writeWhole(this.#file, text, position);
  }

  replace(lines: Iterable<string>): number {
    const next = `${this.path}.new`;
    // A file from an interrupted run could have another mode or be a symbolic link.
    rmSync(next, { force: true });
    const file = openSync(next, 'wx', PRIVATE);
    try {
      let size = 0;
      for (const line of lines) size = writeWhole(file, line, size);
      fsyncSync(file);
      renameSync(next, this.path);
      this.close();
      this.#file = file;
      return size;
    } catch (error) {
      closeSync(file);
      rmSync(next, { force: true });
      throw error;
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

function writeWhole(file: number, text: string, position: number): number {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
  return position + bytes.length;
}
