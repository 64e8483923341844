import type { PixEventState } from './pix-event-store.js';
import { within } from './within.js';

/**
 * The answer of a shared store that was asked for a key. A key that is given too late, when nobody waits for it any
 * more, is given back.
 *
 * @internal
 */
export async function take(
  milliseconds: number,
  server: string,
  begin: Promise<PixEventState>,
  giveBack: () => Promise<unknown>,
): Promise<PixEventState> {
  try {
    return await within(milliseconds, server, begin);
  } catch (error) {
    // Should this fail as well, the lease ends by itself.
    begin.then((state) => (state === 'new' ? giveBack() : undefined)).catch(() => undefined);
    throw error;
  }
}
