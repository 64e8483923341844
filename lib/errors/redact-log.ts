import { redact } from './redact.js';

/** Control characters, line separators, and marks that change the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Redacts a text for one line of a log and escapes its control characters. A text from outside (a payer's message quoted
 * by an error) can then neither begin a line of its own nor colour or clear a terminal.
 */
export function toLogLine(text: string): string {
  return redact(text).replace(
    CONTROL,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The stack frames of an error for a log, each as {@link toLogLine}; `undefined` if it has none. The message that begins
 * a stack is left out: it may hold any number of lines.
 */
export function toLogStack(error: unknown): string | undefined {
  const stack: unknown = (error as { stack?: unknown } | null | undefined)?.stack;
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? undefined : frames.map(toLogLine).join('\n');
}

/** What an error says, as `String` does; a fixed text when the value that was thrown cannot be converted. Never throws. */
export function toErrorText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'a value without text was thrown';
  }
}
