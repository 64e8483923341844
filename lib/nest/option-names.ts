import { countEdits } from '../contract/validation/index.js';

/** Lists the unknown option names, each with the name that was probably meant. */
export function unknownNames(options: object, known: readonly string[]): string[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestName(name, known);
      return meant === undefined
        ? `Unknown option ${name}. Known ones: ${known.join(', ')}.`
        : `Unknown option ${name}. Did you mean ${meant}?`;
    });
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
