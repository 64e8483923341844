import { ConfigurationError } from '../../errors/index.js';
import { DiskJournalFile, type JournalFile, type JournalMark } from './journal-file.js';

const HEADER = '["nestjs-pix simulator",1]\n';
const NEWLINE = 10;

/**
 * First item of a line that contains the number of following lines that were appended as a group.
 */
const GROUP = '+';

/** Approximate number of characters that are written at a time when a journal is replaced. */
const PART = 1 << 20;

/** Describes a journal whose last acknowledged lines are missing from the file. */
export interface MissingEnd {
  /** Number of acknowledged bytes, and when the last of them were acknowledged. */
  readonly acknowledged: JournalMark;
  /** Number of bytes that are still readable. */
  readonly readable: number;
  /** Lines read, without the header. */
  readonly lines: number;
}

/**
 * An append-only file of lines. If the process is killed, the file contains every acknowledged
 * line, and either all lines of the last append or none. A separate mark contains the acknowledged
 * size, so that a file that is truncated later is detected even if it ends with a whole line.
 */
export class Journal {
  /** Whether a failed append may have left data after the acknowledged lines. */
  #torn = false;

  private constructor(
    private readonly file: JournalFile,
    /** Number of acknowledged bytes. */
    public size: number,
    /** Set if the file is shorter than the acknowledged size. */
    readonly missing: MissingEnd | undefined,
  ) {}

  /**
   * Reads the lines, removes an incomplete last line, and opens the file for appending.
   *
   * @throws ConfigurationError if a line before the last is damaged, or another program wrote the
   * file
   */
  static open(target: string | JournalFile, onLine: (line: unknown[]) => void): Journal {
    const file = typeof target === 'string' ? new DiskJournalFile(target) : target;
    const bytes = file.read() ?? Buffer.alloc(0);
    let lines = 0;
    const readable = readLines(bytes, file.path, (line) => {
      lines += 1;
      onLine(line);
    });
    const acknowledged = file.readMark();
    const missing =
      acknowledged !== undefined && readable < acknowledged.size
        ? { acknowledged, readable, lines }
        : undefined;
    if (readable < bytes.length) file.truncate(readable);
    const journal = new Journal(file, readable, missing);
    if (readable === 0) journal.append(HEADER);
    else if (readable !== acknowledged?.size) file.writeMark(readable);
    return journal;
  }

  /** Reads all acknowledged lines again. */
  reread(onLine: (line: unknown[]) => void): void {
    readLines((this.file.read() ?? Buffer.alloc(0)).subarray(0, this.size), this.file.path, onLine);
  }

  /**
   * Appends whole lines, either all or none. When this method returns, the operating system has the
   * lines, so that they survive the end of the process.
   *
   * @throws Error of the storage, such as `ENOSPC`; nothing is acknowledged then
   */
  append(lines: string): void {
    if (this.#torn) this.#cutBack();
    const count = countLines(lines);
    const text = count > 1 ? `${JSON.stringify([GROUP, count])}\n${lines}` : lines;
    const size = this.size + Buffer.byteLength(text);
    try {
      this.file.append(text);
      this.file.writeMark(size);
    } catch (error) {
      this.#tryToCutBack();
      throw error;
    }
    this.size = size;
  }

  /**
   * Checks that the storage accepts `bytes` more: writes them and removes them.
   *
   * @throws Error of the storage
   */
  probe(bytes: number): void {
    this.#cutBack();
    this.#torn = true;
    this.file.append(' '.repeat(bytes));
    this.#cutBack();
  }

  /** Replaces all lines at once. */
  replace(lines: Iterable<string>): void {
    // Lower the mark first: if the process is killed in between, the new file must not look
    // truncated.
    this.size = this.file.replace(splitIntoParts(lines), (size) => {
      if (size < this.size) this.file.writeMark(size);
    });
    this.file.writeMark(this.size);
  }

  close(): void {
    this.file.close();
  }

  /** Removes data of a failed append. If that fails too, the next append or start removes it. */
  #tryToCutBack(): void {
    this.#torn = true;
    try {
      this.#cutBack();
    } catch {
      // The storage accepts no writes. The error of the append is reported.
    }
  }

  #cutBack(): void {
    this.file.truncate(this.size);
    this.file.writeMark(this.size);
    this.#torn = false;
  }
}

function* splitIntoParts(lines: Iterable<string>): Generator<string> {
  let part = HEADER;
  for (const line of lines) {
    part += line;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield part;
}

/**
 * Passes the lines to `onLine`. Lines of a group are passed only if the group is complete.
 *
 * @returns the position after the last of them
 */
function readLines(bytes: Buffer, path: string, onLine: (line: unknown[]) => void): number {
  let settled = 0;
  let group: unknown[][] = [];
  let missing = 0;
  for (const { line, number, end } of parseLines(bytes, path)) {
    if (number === 1) assertHeader(line, path);
    else if (line[0] === GROUP) {
      missing = Number(line[1]);
      group = [];
    } else {
      group.push(line);
      missing -= 1;
    }
    if (missing > 0) continue;
    for (const each of group) onLine(each);
    [group, missing, settled] = [[], 0, end];
  }
  return settled;
}

/**
 * Yields the whole lines with their numbers, from 1, and the position after them. A damaged last
 * line is left out.
 */
function* parseLines(
  bytes: Buffer,
  path: string,
): Generator<{ line: unknown[]; number: number; end: number }> {
  let start = 0;
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return;
    const line = parse(bytes.toString('utf8', start, end));
    if (line === undefined) {
      // A crash of the machine may leave a damaged last line.
      if (end === bytes.length - 1 && number > 1) return;
      throw new ConfigurationError(
        `${path} is damaged at line ${number}. Restore the folder, or start with another one.`,
      );
    }
    start = end + 1;
    yield { line, number, end: start };
  }
}

function assertHeader(line: unknown[], path: string): void {
  if (`${JSON.stringify(line)}\n` === HEADER) return;
  throw new ConfigurationError(
    `${path} was not written by this version of the simulator. Use the one that wrote it, or start with another folder.`,
  );
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function parse(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
