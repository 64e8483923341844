// Texts of a bank on a terminal: they must neither control it, nor look like lines of the command.

/** Control characters except tabs and line feeds, line separators, and marks that change the direction of text. */
const CONTROLS =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes what controls a terminal, as JSON does. Lines remain. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, toEscape);
}

/** Escapes a text that must stay within its line. */
export function escapeLine(text: string): string {
  return escapeControls(text.replace(/[\t\n]/g, toEscape));
}

function toEscape(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
