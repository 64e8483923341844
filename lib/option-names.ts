/** What is wrong with the names of some options, each with the name that was probably meant. */
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

/** The known name that a mistyped one resembles; `undefined` when none does. */
function closestName(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, best.candidate.length / 4)
    ? best.candidate
    : undefined;
}

/** Levenshtein distance; far from it for names that are too long to be mistyped ones. */
function distanceOf(a: string, b: string): number {
  if (a.length > 64) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}
