/** Waits until a condition holds. The limit is that of the test. */
export async function waitUntil(holds: () => unknown): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
