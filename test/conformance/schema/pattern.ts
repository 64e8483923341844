/**
 * Reads a pattern of the file without literal slashes and with anchors, which the file often writes otherwise
 * (docs/decisions.md D18).
 */
export function readPattern(printed: string): RegExp {
  return new RegExp(`^(?:${stripDelimiters(printed)})$`);
}

/** Returns whether the file writes a pattern with anchors and without slashes. */
export function isPrintedAsMeant(printed: string): boolean {
  return printed === `^${stripDelimiters(printed)}$`;
}

/** A character class, an escape sequence or a character, with its repetition. */
const ATOM = /(\[[^\]]+\]|\\.|[^\\[\](){}|^$*+?.])(?:\{(\d+)(?:,(\d+))?\})?/y;

/** Returns the shortest and the longest text of a pattern, with one repeated character where possible. */
export function buildMatchingTexts(printed: string): readonly [shortest: string, longest: string] {
  const pattern = stripDelimiters(printed);
  let [shortest, longest] = ['', ''];
  ATOM.lastIndex = 0;
  while (ATOM.lastIndex < pattern.length) {
    const match = ATOM.exec(pattern);
    if (!match) throw new Error(`no text is known for the pattern ${printed}`);
    const [, atom = '', least = '1', most = least] = match;
    const character = chooseCharacter(atom);
    shortest += character.repeat(Number(least));
    longest += character.repeat(Number(most));
  }
  return [shortest, longest];
}

const OTHERS = ['0', '9', 'a', 'z', 'A', 'Z', '!', '.', '-'];

/** Returns texts near the limits of a pattern: most are invalid, a few are valid. */
export function textsAround(printed: string): string[] {
  const texts = buildMatchingTexts(printed).flatMap((text) => [
    text,
    text.slice(1),
    `${text}${text.slice(-1)}`,
    ` ${text}`,
    text.replaceAll('1', '0'),
    `${text}\n`,
    ...OTHERS.map((other) => `${text.slice(0, -1)}${other}`),
  ]);
  return [...new Set(texts)];
}

/** Returns a pattern without its slashes and anchors. */
export function stripDelimiters(printed: string): string {
  return printed.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '');
}

/** Returns a character of the class, preferably the digit 1, because 0 is not a valid amount. */
function chooseCharacter(atom: string): string {
  const whole = new RegExp(`^${atom}$`);
  const character = ['1', 'a', 'A'].find((candidate) => whole.test(candidate));
  return character ?? atom.replace(/^\\/, '');
}
