const CONCURRENT = 4;

/** Handles items with up to 4 at a time. `handle` must not reject. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await handle(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}
