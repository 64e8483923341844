import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readIfPresent } from './read-if-present.js';

/** The expected size of a journal. */
export interface JournalMark {
  /** Number of acknowledged bytes. */
  readonly size: number;
  /** When the last of them were acknowledged. */
  readonly at: Date;
}

/**
 * The storage of a journal: a file that is appended to, and a mark with the expected size of the
 * file.
 */
export interface JournalFile {
  /** Path of the file, for messages. */
  readonly path: string;
  /** Reads the whole content. Returns `undefined` if there is no file. */
  read(): Buffer | undefined;
  /** Appends text. Throws the error of the storage; a part may have been written. */
  append(text: string): void;
  truncate(size: number): void;
  /**
   * Replaces the content atomically: a reader sees the old or the new content.
   * @returns the new size
   */
  replace(parts: Iterable<string>, beforeSwap: (size: number) => void): number;
  /**
   * Reads the size that was last passed to {@link writeMark}, and its time. Returns `undefined` if
   * there is no mark.
   */
  readMark(): JournalMark | undefined;
  writeMark(size: number): void;
  close(): void;
}

/** File mode: only the owner can read the file, because webhook addresses may contain a secret. */
const PRIVATE = 0o600;

/**
 * Digits of the mark. With a fixed length, the mark can be overwritten in place even if the disk is
 * full.
 */
const MARK_LENGTH = 16;

/** A journal in a file. Its mark is the file `<path>.size`. */
export class DiskJournalFile implements JournalFile {
  #file: number | undefined;
  #mark: number | undefined;

  constructor(readonly path: string) {}

  read(): Buffer | undefined {
    return readIfPresent(this.path);
  }

  append(text: string): void {
    this.#file ??= openSync(this.path, 'a', PRIVATE);
    writeWhole(this.#file, text);
  }

  truncate(size: number): void {
    this.#file ??= openSync(this.path, 'a', PRIVATE);
    ftruncateSync(this.#file, size);
  }

  replace(parts: Iterable<string>, beforeSwap: (size: number) => void): number {
    const next = `${this.path}.new`;
    const file = openSync(next, 'w', PRIVATE);
    try {
      let size = 0;
      for (const part of parts) size += writeWhole(file, part);
      fsyncSync(file);
      beforeSwap(size);
      renameSync(next, this.path);
      if (this.#file !== undefined) closeSync(this.#file);
      this.#file = openSync(this.path, 'a', PRIVATE);
      return size;
    } catch (error) {
      rmSync(next, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
  }

  readMark(): JournalMark | undefined {
    const path = `${this.path}.size`;
    const text = readIfPresent(path)?.toString('latin1') ?? '';
    return /^\d+\n$/.test(text) ? { size: Number(text), at: statSync(path).mtime } : undefined;
  }

  writeMark(size: number): void {
    // Not truncated: overwriting in place succeeds even if the disk is full.
    this.#mark ??= openSync(`${this.path}.size`, constants.O_RDWR | constants.O_CREAT, PRIVATE);
    writeSync(this.#mark, `${String(size).padStart(MARK_LENGTH, '0')}\n`, 0);
  }

  close(): void {
    for (const file of [this.#file, this.#mark]) if (file !== undefined) closeSync(file);
  }
}

/** Writes a whole text. @returns the number of bytes */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  return bytes.length;
}
