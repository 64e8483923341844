import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { ConfigurationError } from '../../errors/index.js';

/** Readable by its owner alone: webhooks' addresses may hold a secret. */
const PRIVATE = 0o600;
const HEADER = '["nestjs-pix simulator",1]\n';
const NEWLINE = 10;

/**
 * A file of lines that is only ever added to, so that a process killed at any moment leaves all it wrote but, at worst,
 * the end of its last line.
 */
export class Journal {
  private file: number;
  /** Bytes written. */
  size: number;

  private constructor(
    private readonly path: string,
    size: number,
  ) {
    this.size = size;
    this.file = openSync(path, 'a', PRIVATE);
    if (size === 0) this.append(HEADER);
  }

  /**
   * Reads what there is, cuts off a last line that was not finished, and opens the rest to be added to.
   *
   * @throws ConfigurationError when a line before the last is damaged, or another program wrote the file
   */
  static open(path: string, onLine: (line: unknown[]) => void): Journal {
    if (!existsSync(path)) return new Journal(path, 0);
    const bytes = readFileSync(path);
    const end = readLines(bytes, path, onLine);
    if (end < bytes.length) truncateSync(path, end);
    return new Journal(path, end);
  }

  /** Adds whole lines. They are with the system when this returns, so the end of this process does not take them. */
  append(lines: string): void {
    this.size += writeWhole(this.file, lines);
  }

  /** Replaces all lines at once: whoever reads the file finds the old ones or the new ones, never a part. */
  replace(lines: Iterable<string>): void {
    const next = `${this.path}.new`;
    const file = openSync(next, 'w', PRIVATE);
    let size = 0;
    let batch = HEADER;
    for (const line of lines) {
      batch += line;
      if (batch.length < 1 << 20) continue;
      size += writeWhole(file, batch);
      batch = '';
    }
    size += writeWhole(file, batch);
    fsyncSync(file);
    renameSync(next, this.path);
    closeSync(this.file);
    this.file = file;
    this.size = size;
  }

  close(): void {
    closeSync(this.file);
  }
}

/** @returns how many bytes it was */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  return bytes.length;
}

/** @returns where the last whole line ends */
function readLines(bytes: Buffer, path: string, onLine: (line: unknown[]) => void): number {
  let start = 0;
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return start;
    const line = parse(bytes.toString('utf8', start, end));
    if (line === undefined) {
      // The last line may be what a crash of the machine left of it.
      if (end === bytes.length - 1 && number > 1) return start;
      throw new ConfigurationError(
        `${path} is damaged at line ${number}. Restore the folder, or start with another one.`,
      );
    }
    if (number > 1) onLine(line);
    else if (`${JSON.stringify(line)}\n` !== HEADER) {
      throw new ConfigurationError(
        `${path} was not written by this version of the simulator. Use the one that wrote it, or start with another folder.`,
      );
    }
    start = end + 1;
  }
}

function parse(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
