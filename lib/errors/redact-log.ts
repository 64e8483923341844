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
 * has none. Omits the message at the start of the stack: its lines may look like frames. If the
 * stack does not start with the message (someone changed it), returns `undefined`, because the
 * frames and the message cannot be distinguished.
 */
export function toLogStack(error: unknown): string | undefined {
  const { stack, name, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (typeof stack !== 'string') return undefined;
  const frames = withoutHeader(stack, toText(name), toText(message))
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames && frames.length > 0 ? frames.map(toLogLine).join('\n') : undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The name at the start of a stack: `Error`, `TypeError [ERR_INVALID_ARG_TYPE]`. */
const CLASS = /^[\w$.-]{0,64}(?: \[\w{1,64}\])?/;

function withoutHeader(stack: string, name: string, message: string): string | undefined {
  const written = CLASS.exec(stack)?.[0] ?? '';
  const headers = [`${written}: ${message}`, `${name}: ${message}`, message, written];
  const header = headers.find((text) => stack.startsWith(`${text}\n`));
  return header === undefined ? undefined : stack.slice(header.length);
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
