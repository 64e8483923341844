import { redact } from './redact.js';

/** Control characters, line separators, and marks that change the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Redacts a text for one log line and escapes its control characters. External text (for example a
 * payer's message in an error) can then neither start a new line nor control a terminal.
 */
export function toLogLine(text: string): string {
  return redact(text).replace(
    CONTROL,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the stack frames of an error for the log, each as {@link toLogLine}; `undefined` if it
 * has none. Omits the message at the start of the stack, which may have any number of lines.
 */
export function toLogStack(error: unknown): string | undefined {
  const stack: unknown = (error as { stack?: unknown } | null | undefined)?.stack;
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? undefined : frames.map(toLogLine).join('\n');
}

/**
 * Returns the text of an error, like `String`; a constant text if the thrown value cannot be
 * converted. Never throws.
 */
export function toErrorText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'a value without text was thrown';
  }
}
