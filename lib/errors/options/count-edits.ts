/** Longer texts are not compared; they are not mistyped names. */
const MAX_LENGTH = 64;

/**
 * Counts the edits that convert one text to the other: a character added, removed or replaced, or
 * two neighbors swapped (optimal string alignment distance). Returns `Infinity` if a text has more
 * than 64 characters.
 */
export function countEdits(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Infinity;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = readCost(row, to - 1) + (a[at - 1] === b[to - 1] ? 0 : 1);
      const edits = Math.min(replaced, readCost(row, to) + 1, readCost(next, to - 1) + 1);
      // Before the first character the value is undefined, which equals no character.
      const areSwapped = a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1];
      next.push(areSwapped ? Math.min(edits, readCost(before, to - 2) + 1) : edits);
    }
    before = row;
    row = next;
  }
  return readCost(row, b.length);
}

function readCost(row: readonly number[], at: number): number {
  return row[at] ?? Infinity;
}
