import { ConfigurationError } from '../../errors/index.js';
import { DiskJournalFile } from './journal-file.js';
import type { JournalFile, JournalMark } from './journal-file.js';

const HEADER = '["nestjs-pix simulator",1]\n';
const NEWLINE = 10;

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
 * A file of lines that is only appended to. A process that is killed leaves every line it acknowledged; at worst the
 * last append is torn. A separate mark holds the acknowledged size, so that a file that was cut off later is noticed
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
   * Appends whole lines. The operating system has them when this returns, so that the end of this process does not
   * lose them.
   *
   * @throws the error of the storage, such as `ENOSPC`; nothing is acknowledged then
   */
  append(lines: string): void {
    if (this.torn) this.cutBack();
    const size = this.size + Buffer.byteLength(lines);
    this.torn = true;
    this.file.append(lines);
    this.file.writeMark(size);
    this.torn = false;
    this.size = size;
  }

  /**
   * Checks that the storage takes `bytes` more: writes them and cuts them off again.
   *
   * @throws the error of the storage
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

  /** Removes what a failed append may have written. If that fails too, the next start cuts it off. */
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

/** @returns where the last whole line ends */
function readLines(bytes: Buffer, path: string, onLine: (line: unknown[]) => void): number {
  let start = 0;
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return start;
    const line = parse(bytes.toString('utf8', start, end));
    if (line === undefined) {
      // A crash of the machine may leave a damaged last line.
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
