/**
 * Waits until a condition holds.
 *
 * @throws Error after 4 seconds, so that a test whose condition never holds fails, and its loop ends with it
 */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 4000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Never true: ${String(holds)}`);
    await new Promise(setImmediate);
  }
}
