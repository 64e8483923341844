/**
 * Finds the largest number that is accepted.
 *
 * @param accepted a number that is accepted
 * @param refused a larger number that is refused
 * @param isAccepted resolves to `undefined` if the response shows neither
 * @returns `undefined` if a response showed neither
 */
export async function findLargest(
  accepted: number,
  refused: number,
  isAccepted: (value: number) => Promise<boolean | undefined>,
): Promise<number | undefined> {
  let [low, high] = [accepted, refused];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const result = await isAccepted(middle);
    if (result === undefined) return undefined;
    if (result) low = middle;
    else high = middle;
  }
  return low;
}
