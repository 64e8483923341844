import { within, type PixRuntime } from '../../runtime/index.js';

/** The result of a claim at a shared store. @internal */
export type Taken =
  | {
      readonly state: 'new';
      readonly fence: number;
      readonly digest: string | undefined;
      readonly known: boolean;
    }
  | { readonly state: 'running' | 'done'; readonly digest: string | undefined };

/**
 * Claims a key at a shared store. A key that is granted after the time limit is released.
 *
 * @internal
 */
export async function take(
  { milliseconds, server, runtime }: { milliseconds: number; server: string; runtime: PixRuntime },
  claim: Promise<Taken>,
  giveBack: (fence: number) => Promise<unknown>,
): Promise<Taken> {
  try {
    return await within(runtime, milliseconds, server, claim);
  } catch (error) {
    // If this fails too, the lease expires.
    claim
      .then((taken) => (taken.state === 'new' ? giveBack(taken.fence) : undefined))
      .catch(() => undefined);
    throw error;
  }
}
