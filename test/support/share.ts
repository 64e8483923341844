const seed = process.env.SHARE_SEED;

const isChosen = (index: number, parts: number, part = 0) =>
  seed === undefined || (index + Number(seed)) % parts === part;

/** Returns all items, or one of `parts` equal shares of them if `SHARE_SEED` is set: the seed picks which one. */
export function takeShare<T>(all: readonly T[], parts: number, part = 0): readonly T[] {
  return all.filter((_, index) => isChosen(index, parts, part));
}

/** Returns an `it` that defines all tests, or one of `parts` equal shares of them if `SHARE_SEED` is set. */
export function shareTests<Test extends unknown[]>(
  it: (...test: Test) => void,
  parts: number,
): (...test: Test) => void {
  let index = -1;
  return (...test) => {
    index += 1;
    if (isChosen(index, parts)) it(...test);
  };
}
