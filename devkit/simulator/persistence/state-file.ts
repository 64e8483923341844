import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** The storage of a state: one file of lines. */
export interface StateFile {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Returns the content in parts, without bytes of a character at their ends; none if there is no file. */
  read(): Iterable<string>;
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

/** How much of a file is read or written at once, in bytes. */
const PART = 1 << 20;

/** A state in a file of the file system. */
export class DiskStateFile implements StateFile {
  #file: number | undefined;

  constructor(readonly path: string) {}

  *read(): Generator<string> {
    if (!existsSync(this.path)) return;
    const file = openSync(this.path, 'r');
    try {
      const [bytes, decoder] = [Buffer.alloc(PART), new StringDecoder()];
      for (let size = -1; size !== 0;) {
        size = readSync(file, bytes);
        yield size === 0 ? decoder.end() : decoder.write(bytes.subarray(0, size));
      }
    } finally {
      closeSync(file);
    }
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
      let [size, part] = [0, ''];
      for (const line of lines) {
        part += line;
        if (part.length < PART) continue;
        size = writeWhole(file, part, size);
        part = '';
      }
      size = writeWhole(file, part, size);
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
