import { ConfigurationError } from '../../errors/index.js';
import { DiskJournalFile } from './journal-file.js';
import type { JournalFile, JournalMark } from './journal-file.js';

const HEADER = '["nestjs-pix simulator",1]\n';
const NEWLINE = 10;

/** First item of the line that says how many of the following lines were appended together. */
const TOGETHER = '+';

/** Lines are written in parts of about this many characters when a journal is replaced. */
const PART = 1 << 20;

/** What {@link Journal.open} found when acknowledged lines are missing from the end of the file. */
export interface MissingEnd {
  /** How many bytes were acknowledged before, and when the last of them were. */
  readonly acknowledged: JournalMark;
  /** How many of them are still readable. */
  readonly readable: number;
  /** Lines read, the header excluded. */
  readonly lines: number;
}

/**
 * A file of lines that is only appended to. A process that is killed leaves every line it acknowledged, and of the last
 * append all lines or none. A separate mark holds the acknowledged size, so that a file that was cut off later is noticed
 * even when it ends with a whole line.
 */
export class Journal {
  /** Whether a failed append may have left something behind the acknowledged lines. */
  private torn = false;

  private constructor(
    private readonly file: JournalFile,
    /** Bytes acknowledged. */
    public size: number,
    /** Set when the file is shorter than what was acknowledged. */
    readonly missing: MissingEnd | undefined,
  ) {}

  /**
   * Reads the lines, cuts off a torn last line, and opens the file for appending.
   *
   * @throws ConfigurationError when a line before the last is damaged, or another program wrote the file
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

  /** Reads all lines again, as they were acknowledged. */
  reread(onLine: (line: unknown[]) => void): void {
    readLines((this.file.read() ?? Buffer.alloc(0)).subarray(0, this.size), this.file.path, onLine);
  }

  /**
   * Appends whole lines, all of them or none. The operating system has them when this returns, so that the end of this
   * process does not lose them.
   *
   * @throws Error of the storage, such as `ENOSPC`; nothing is acknowledged then
   */
  append(lines: string): void {
    if (this.torn) this.cutBack();
    const count = countLines(lines);
    const text = count > 1 ? `${JSON.stringify([TOGETHER, count])}\n${lines}` : lines;
    const size = this.size + Buffer.byteLength(text);
    try {
      this.file.append(text);
      this.file.writeMark(size);
    } catch (error) {
      this.tryToCutBack();
      throw error;
    }
    this.size = size;
  }

  /**
   * Checks that the storage takes `bytes` more: writes them and cuts them off again.
   *
   * @throws Error of the storage
   */
  probe(bytes: number): void {
    this.cutBack();
    this.torn = true;
    this.file.append(' '.repeat(bytes));
    this.cutBack();
  }

  /** Replaces all lines at once. */
  replace(lines: Iterable<string>): void {
    // The mark is lowered first: killed in between, the longer old file is not taken for a damaged one.
    this.size = this.file.replace(inParts(lines), (size) => {
      if (size < this.size) this.file.writeMark(size);
    });
    this.file.writeMark(this.size);
  }

  close(): void {
    this.file.close();
  }

  /** Removes what a failed append may have written. If that fails too, the next append or start does it. */
  private tryToCutBack(): void {
    this.torn = true;
    try {
      this.cutBack();
    } catch {
      // Nothing can be written at all. The error of the append itself is reported.
    }
  }

  private cutBack(): void {
    this.file.truncate(this.size);
    this.file.writeMark(this.size);
    this.torn = false;
  }
}

function* inParts(lines: Iterable<string>): Generator<string> {
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
 * Hands over the lines, those that were appended together only if all of them are there.
 *
 * @returns where the last of them ends
 */
function readLines(bytes: Buffer, path: string, onLine: (line: unknown[]) => void): number {
  let settled = 0;
  let together: unknown[][] = [];
  let missing = 0;
  for (const { line, number, end } of linesOf(bytes, path)) {
    if (number === 1) assertHeader(line, path);
    else if (line[0] === TOGETHER) {
      missing = Number(line[1]);
      together = [];
    } else {
      together.push(line);
      missing -= 1;
    }
    if (missing > 0) continue;
    for (const each of together) onLine(each);
    [together, missing, settled] = [[], 0, end];
  }
  return settled;
}

/** The whole lines with their numbers, from 1, and where they end. A damaged last line is left out. */
function* linesOf(
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
