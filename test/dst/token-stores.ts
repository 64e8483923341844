import { InMemoryTokenStore, type PixToken, type PixTokenStore } from '../../lib/auth/index.js';
import { Prng, seedOf } from './prng.js';
import type { Process } from './process.js';

/** Where the processes of the shop keep their tokens. */
export type TokenStoreKind = 'own' | 'shared' | 'flaky';

/** A token store on a server: it takes its time and, when flaky, fails or never answers. */
export class SharedTokens {
  private readonly tokens = new Map<string, PixToken>();
  private asked = 0;

  constructor(
    private readonly seed: number,
    private readonly machine: { after(ms: number, action: () => void): unknown },
    private readonly isFlaky: () => boolean,
  ) {}

  /** The store as a process sees it. */
  storeOf(process: Process): PixTokenStore {
    return {
      get: (key) => this.run(process, () => this.tokens.get(key)),
      set: (key, token) => this.run(process, () => void this.tokens.set(key, token)),
      delete: (key) => this.run(process, () => void this.tokens.delete(key)),
    };
  }

  private run<T>(process: Process, work: () => T): Promise<T> {
    const prng = new Prng(seedOf(this.seed, 'tokens', this.asked++));
    const kind = this.isFlaky() ? prng.pick(['works', 'fails', 'hangs'] as const) : 'works';
    return process.bring(
      new Promise((resolve, reject) => {
        this.machine.after(prng.whole(1, 4), () => {
          if (kind === 'works') resolve(work());
          else if (kind === 'fails') reject(new Error('The token store failed.'));
        });
      }),
    );
  }
}

/** The token store of a new process. */
export function tokenStoreOf(
  kind: TokenStoreKind,
  shared: SharedTokens,
  process: Process,
): PixTokenStore {
  return kind === 'own' ? new InMemoryTokenStore(process) : shared.storeOf(process);
}
