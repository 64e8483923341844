import { countEdits } from './count-edits.js';

/** Returns the phrase that reports an unknown option, with the name that was probably meant. */
export function describeUnknownName(
  name: string,
  known: readonly string[],
  prefix: string = '',
): string {
  const meant = findClosestName(name, known);
  return meant === undefined
    ? `${prefix}${name} is not an option; the options are ${known.join(', ')}`
    : `${prefix}${name} is not an option: did you mean ${meant}?`;
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
