/** Nobody mistypes a name this long; longer texts are not compared. */
const MAX_LENGTH = 64;

/**
 * The least number of edits that turn one text into the other: a character added, left out or replaced, or two
 * neighbours swapped (optimal string alignment distance). `Infinity` when a text has more than 64 characters.
 */
export function countEdits(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Infinity;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      const edits = Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1);
      const areSwapped = at > 1 && to > 1 && a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1];
      next.push(areSwapped ? Math.min(edits, (before[to - 2] ?? 0) + 1) : edits);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? Infinity;
}
