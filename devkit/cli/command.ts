import { readFile, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError, Option } from 'commander';
import type { Variables } from 'nestjs-pix/internal';
import { escapeControls } from './terminal-text.js';
import type { Language } from './texts/catalogues.js';
import type { Texts } from './texts/en.js';
import { errorTexts, type ErrorTexts, type Say } from './texts/errors.en.js';

/** What a command reads and writes. */
export interface CommandContext {
  readonly console: SafeConsole;
  readonly input: CommandInput;
  readonly environment: Variables;
  readonly language: Language;
  /** The texts in the language of the user. */
  readonly texts: Texts;
}

/** An error with a complete message for the user. Its stack is not printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    /** The message, or how it is chosen in the language of the user. */
    private readonly given: string | Say,
    /** Exit code of the command. */
    readonly exitCode = 1,
  ) {
    super(typeof given === 'string' ? given : given(errorTexts));
  }

  describe(texts: ErrorTexts): string {
    return typeof this.given === 'string' ? this.given : this.given(texts);
  }
}

/** Output and end of a command. An interface, so that tests can run a command in their process. */
export interface CommandConsole {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when a running server must stop. */
  untilEnded(): Promise<void>;
  /** Present if the output is a terminal. */
  readonly terminal?: CommandTerminal;
}

/** A console that escapes what controls a terminal, because any text may be of a bank. */
export interface SafeConsole extends CommandConsole {
  /** Writes colors too: what comes from a bank must be escaped in it. */
  writeColored(text: string): void;
}

/** Escapes what is written to a console. */
export function toSafeConsole(console: CommandConsole): SafeConsole {
  return {
    out: (text) => console.out(escapeControls(text)),
    err: (text) => console.err(escapeControls(text)),
    writeColored: (text) => console.out(text),
    untilEnded: () => console.untilEnded(),
    ...(console.terminal && { terminal: console.terminal }),
  };
}

/** A terminal with a person. */
export interface CommandTerminal {
  readonly columns: number;
  /** Calls `listener` with each pressed key, if the input is a terminal too. Ctrl+C and `q` end the command. */
  readKeys(listener: (key: string) => void): void;
}

/**
 * Returns the console of this process. SIGINT, SIGTERM and the disconnection of a parent with an IPC channel stop the
 * server. The listeners are added immediately, so that signals during the start are not lost.
 */
export function processConsole(): CommandConsole {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => {
      // Raw input would stay after the command.
      if (process.stdin.isRaw) process.stdin.setRawMode(false).pause();
      resolve();
    };
    process.once('SIGINT', end).once('SIGTERM', end).once('disconnect', end);
    if (hasLostParent()) end();
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        // Its reader has ended, such as `head`.
        if (error.code !== 'EPIPE') throw error;
        end();
      });
    }
  });
  return {
    out(content) {
      process.stdout.write(content);
    },
    err(content) {
      process.stderr.write(content);
    },
    untilEnded: () => ended,
    ...(process.stdout.isTTY && { terminal: { columns: process.stdout.columns, readKeys } }),
  };

  function readKeys(listener: (key: string) => void): void {
    if (!process.stdin.isTTY) return;
    process.stdin.setRawMode(true).on('data', (data) => {
      const key = String(data);
      if (key === 'q' || key === CTRL_C) end();
      else listener(key);
    });
  }
}

/** What a terminal sends for Ctrl+C when its input is raw. */
const CTRL_C = '\u0003';

/** Whether the IPC channel is closed. Despite its type, `connected` is `undefined` if there never was a channel. */
function hasLostParent(): boolean {
  return (process as { connected?: boolean }).connected === false;
}

/** Input of a command. An interface, so that tests can answer. */
export interface CommandInput {
  /** Reads the standard input to its end. */
  readAll(): Promise<string>;
  /** Asks for a secret on the terminal without showing it; `undefined` if there is no terminal. */
  askSecret(question: string): Promise<string | undefined>;
}

/** Exit code of a command that Ctrl+C ended: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Returns the input of this process. */
export function processInput(): CommandInput {
  return { readAll: () => text(process.stdin), askSecret };
}

async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => reject(new CommandError((say) => say.interrupted, INTERRUPTED)));
      reader.once('close', () => reject(new CommandError((say) => say.noPassphrase)));
      reader.question('').then(resolve, reject);
    });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

/** The option that names a running simulated bank. */
export function bankOption({ texts, environment }: CommandContext): Option {
  const { PIX_SIMULATOR: place = '' } = environment;
  const usual = place === '' ? './pix-certs' : place;
  return new Option('--bank <place>', texts.bank.option)
    .default(usual, './pix-certs')
    .argParser((given) => {
      // Other users of the machine can read arguments.
      if (URL.canParse(given) && new URL(given).searchParams.has('token'))
        throw new CommandError(texts.bank.token);
      return given;
    });
}

/** Parses a time limit of up to a minute. */
export function parseSeconds(given: string): number {
  const value = Number(given);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('It must be a number up to 60.');
  return value;
}

/** Parses a number of lines, at most those that a simulated bank keeps. */
export function parseCount(given: string): number {
  const value = Number(given);
  if (Number.isInteger(value) && value > 0 && value <= MAX_COUNT) return value;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_COUNT}.`);
}

const MAX_COUNT = 200;

/** Quotes a text as one word of a shell. */
export function toShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Reads the file of an option. @throws CommandError that names the option */
export async function readOptionFile(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new CommandError((say) => say.unreadable(file, code, option));
  }
}

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
export async function writeNewFiles(
  files: readonly NewFile[],
  force = false,
  option = '--out',
): Promise<void> {
  const written: string[] = [];
  for (const { path, content, mode } of files) {
    try {
      if (force) await rm(path, { force });
      await writeFile(path, content, { mode, flag: 'wx' });
      written.push(path);
    } catch (error) {
      for (const other of written) await rm(other, { force: true });
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw fileExists(path, option);
      throw new CommandError((say) => say.unwritable(path, code, option));
    }
  }
}

/** @param option that names the file */
export function fileExists(path: string, option: string): CommandError {
  return new CommandError((say) => say.exists(path, option));
}
