import { countEdits } from '../contract/validation/index.js';

/**
 * Lists the unknown names, each with the name that was probably meant.
 *
 * @param kind what the names are, for the message
 */
export function unknownNames(options: object, known: readonly string[], kind = 'option'): string[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => `Unknown ${kind} ${name}. ${suggestName(name, known)}`);
}

/** Returns a sentence with the name that was probably meant, or with all known names. */
export function suggestName(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  return meant === undefined ? `Known ones: ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

/** Returns the known name that a mistyped one resembles; `undefined` if there is none. */
function closestName(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: countEdits(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, best.candidate.length / 4)
    ? best.candidate
    : undefined;
}
