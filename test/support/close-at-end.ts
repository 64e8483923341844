import { afterAll } from '@jest/globals';

interface Closable {
  close(): unknown;
}

const openings: Promise<Closable>[] = [];

/**
 * Closes the result of `opening` after the last test of the spec file, in reverse order. It also closes a result that is
 * available only after the hook failed or timed out, so that no process remains. `close` can be called twice, because a
 * spec may close earlier.
 *
 * @returns `opening`
 */
export function closeAtEnd<T extends Closable>(opening: Promise<T>): Promise<T> {
  openings.push(opening);
  return opening;
}

afterAll(async () => {
  for (const opening of openings.reverse()) {
    // The hook that awaits the opening reports its failure.
    const opened = await opening.catch(() => undefined);
    await opened?.close();
  }
});
