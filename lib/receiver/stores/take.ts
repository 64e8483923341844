import type { PixRuntime } from '../../runtime/index.js';
import { within } from './within.js';

/** What a shared store answers to a claim. @internal */
export type Taken =
  | {
      readonly state: 'new';
      readonly fence: number;
      readonly digest: string | undefined;
      readonly known: boolean;
    }
  | { readonly state: 'running' | 'done'; readonly digest: string | undefined };

/**
 * The answer of a shared store to a claim. A key that is granted too late, when nobody waits for it any more, is given
 * back.
 *
 * @internal
 */
export async function take(
  { milliseconds, server, runtime }: { milliseconds: number; server: string; runtime: PixRuntime },
  claim: Promise<Taken>,
  giveBack: (fence: number) => Promise<unknown>,
): Promise<Taken> {
  try {
    return await within(milliseconds, server, claim, runtime);
  } catch (error) {
    // If this fails as well, the lease ends by itself.
    claim
      .then((taken) => (taken.state === 'new' ? giveBack(taken.fence) : undefined))
      .catch(() => undefined);
    throw error;
  }
}
