/**
 * Waits until a condition holds, with a pause in milliseconds between two looks.
 *
 * @throws Error after `limit` milliseconds, so that a test whose condition never holds fails, and its loop ends with it
 */
export async function waitUntil(holds: () => unknown, pause = 10, limit = 30_000): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Never true: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
