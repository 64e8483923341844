/** Waits until a condition holds, with a pause in milliseconds between two looks. The limit is that of the test. */
export async function waitUntil(holds: () => unknown, pause = 10): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, pause));
}
