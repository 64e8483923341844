import { countEdits } from './count-edits.js';

const IDENTIFIER = /^[\w$-]{1,40}$/;

/**
 * Returns the phrase that reports an unknown name, with the most similar known name.
 *
 * @param kind what the names are: `an option`
 * @param prefix text in front of the name, such as the path of its object
 */
export function describeUnknownName(
  name: string,
  known: readonly string[],
  { kind = 'an option', prefix = '' }: { readonly kind?: string; readonly prefix?: string } = {},
): string {
  const meant = findClosestName(name, known, ({ length }) => length / 4);
  // Other text is not a misspelled name and may be a secret.
  const shown = IDENTIFIER.test(name) ? name : `a name of ${name.length} characters`;
  const refusal = `${prefix}${shown} is not ${kind}`;
  return meant === undefined
    ? `${refusal}; known: ${known.join(', ')}`
    : `${refusal}: did you mean ${meant}?`;
}

/**
 * Returns the known name that a mistyped one resembles; `undefined` if there is none.
 *
 * @param maxEdits the number of edits up to which a name resembles a known one; at least 1
 */
export function findClosestName(
  name: string,
  known: readonly string[],
  maxEdits: (candidate: string) => number,
): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: countEdits(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, maxEdits(best.candidate))
    ? best.candidate
    : undefined;
}
