import { afterAll } from '@jest/globals';

interface Closable {
  close(): unknown;
}

const openings: Promise<Closable>[] = [];

/**
 * Closes what `opening` resolves with after the last test of the spec file, newest first. It does so even if the hook
 * that opened it failed or reached its time limit: what opens late is closed too, and leaves no process behind.
 * `close` must tolerate a second call, because a spec may close earlier.
 *
 * @returns `opening`
 */
export function closeAtEnd<T extends Closable>(opening: Promise<T>): Promise<T> {
  openings.push(opening);
  return opening;
}

afterAll(async () => {
  for (const opening of openings.reverse()) {
    // The failure of an opening is that of the hook which awaits it.
    const opened = await opening.catch(() => undefined);
    await opened?.close();
  }
});
