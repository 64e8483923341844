/**
 * The file prints some patterns between literal slashes and most without anchors; they are meant
 * without and anchored (docs/decisions.md D18).
 */
export function readPattern(printed: string): RegExp {
  return new RegExp(`^(?:${meantBy(printed)})$`);
}

/** Whether the file prints a pattern as it means it. */
export function isPrintedAsMeant(printed: string): boolean {
  return printed === `^${meantBy(printed)}$`;
}

/** A character class, an escape or a character, and how often it stands. */
const ATOM = /(\[[^\]]+\]|\\.|[^\\[\](){}|^$*+?.])(?:\{(\d+)(?:,(\d+))?\})?/y;

/** The shortest and the longest text of a pattern, each of one repeated character where it can be. */
export function textsOf(printed: string): readonly [shortest: string, longest: string] {
  const pattern = meantBy(printed);
  let [shortest, longest] = ['', ''];
  ATOM.lastIndex = 0;
  while (ATOM.lastIndex < pattern.length) {
    const match = ATOM.exec(pattern);
    if (!match) throw new Error(`no text is known for the pattern ${printed}`);
    const [, atom = '', least = '1', most = least] = match;
    const character = characterOf(atom);
    shortest += character.repeat(Number(least));
    longest += character.repeat(Number(most));
  }
  return [shortest, longest];
}

const OTHERS = ['0', '9', 'a', 'z', 'A', 'Z', '!', '.', '-'];

/** Texts near the limits of a pattern: most break it, a few keep it. */
export function textsAround(printed: string): string[] {
  const texts = textsOf(printed).flatMap((text) => [
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

/** A pattern without the slashes and anchors that the file prints around it. */
export function meantBy(printed: string): string {
  return printed.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '');
}

/** A digit by preference: an amount of zeros would not do, and letters do not go everywhere. */
function characterOf(atom: string): string {
  const whole = new RegExp(`^${atom}$`);
  const character = ['1', 'a', 'A'].find((candidate) => whole.test(candidate));
  return character ?? atom.replace(/^\\/, '');
}
