import { countEdits } from './count-edits.js';

/**
 * Returns the phrase that reports an unknown name, with the name that was probably meant.
 *
 * @param kind what the names are: `an option`
 * @param prefix what stands before the name, such as the path of the object
 */
export function describeUnknownName(
  name: string,
  known: readonly string[],
  { kind = 'an option', prefix = '' }: { readonly kind?: string; readonly prefix?: string } = {},
): string {
  const meant = findClosestName(name, known);
  const refusal = `${prefix}${name} is not ${kind}`;
  return meant === undefined
    ? `${refusal}; known: ${known.join(', ')}`
    : `${refusal}: did you mean ${meant}?`;
}

/** Returns the known name that a mistyped one resembles; `undefined` if there is none. */
function findClosestName(name: string, known: readonly string[]): string | undefined {
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
