import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** How long a journal has to be. */
export interface JournalMark {
  /** Bytes acknowledged. */
  readonly size: number;
  /** When they were. */
  readonly at: Date;
}

/** The storage of a journal: a file to append to, and a mark that remembers how long the file has to be. */
export interface JournalFile {
  /** Names the file in messages. */
  readonly path: string;
  /** The whole content; `undefined` when there is no file. */
  read(): Buffer | undefined;
  /** Appends text. Throws when the storage refuses it; a part may have been written then. */
  append(text: string): void;
  truncate(size: number): void;
  /** Replaces the content as a whole: a reader sees the old or the new content, never a part. Returns the new size. */
  replace(parts: Iterable<string>, beforeSwap: (size: number) => void): number;
  /** The size last passed to {@link writeMark}, and when; `undefined` when there is no mark. */
  readMark(): JournalMark | undefined;
  writeMark(size: number): void;
  close(): void;
}

/** Readable by its owner alone: webhook addresses may hold a secret. */
const PRIVATE = 0o600;

/** Digits of the mark. A fixed length lets a full disk overwrite it in place. */
const MARK_LENGTH = 16;

/** A journal in a folder; its mark is the file `<path>.size`. */
export class DiskJournalFile implements JournalFile {
  private file: number | undefined;
  private mark: number | undefined;

  constructor(readonly path: string) {}

  read(): Buffer | undefined {
    return readIfPresent(this.path);
  }

  append(text: string): void {
    this.file ??= openSync(this.path, 'a', PRIVATE);
    writeWhole(this.file, text);
  }

  truncate(size: number): void {
    this.file ??= openSync(this.path, 'a', PRIVATE);
    ftruncateSync(this.file, size);
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
      if (this.file !== undefined) closeSync(this.file);
      this.file = openSync(this.path, 'a', PRIVATE);
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
    // Not truncated: it is overwritten in place, which a full disk allows.
    this.mark ??= openSync(`${this.path}.size`, constants.O_RDWR | constants.O_CREAT, PRIVATE);
    writeSync(this.mark, `${String(size).padStart(MARK_LENGTH, '0')}\n`, 0);
  }

  close(): void {
    for (const file of [this.file, this.mark]) if (file !== undefined) closeSync(file);
  }
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns how many bytes it was */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  return bytes.length;
}
